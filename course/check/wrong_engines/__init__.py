"""Wrong engines, and the check of a student's own tests, which have to find them."""
