"""Values that a student's code made: as `tensors`, the same but for rounding (`closeness`), as JSON
(`plain`), beside PyTorch's (`compare`), and as text (`as_text`). `words` has what the sentences
around them share.
"""
