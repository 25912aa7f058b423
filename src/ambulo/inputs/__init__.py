"""What a user gives, by name or in a file, and what is said where it is wrong."""
