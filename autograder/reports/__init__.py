"""Reports on marks: to the instructor (`printed`, `class_page`, from `facts`), and to each student
(`feedback`)."""
