"""Questions to students about what their own engine did."""
