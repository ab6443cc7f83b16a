"""The demos of the lectures: controls, and a picture that follows them.

A lecture notebook calls one function a slide. What the pictures show is computed when they are
drawn, by the course's own nodes or by PyTorch; no number in them is written down beforehand.
"""
