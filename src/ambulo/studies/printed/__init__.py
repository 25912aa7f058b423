"""What four theses print, a list each; what is met of it."""
