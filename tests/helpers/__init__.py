"""What tests share, and what makes pictures for the documents."""
