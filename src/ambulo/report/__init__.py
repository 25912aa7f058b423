"""Results to look at and to send: tables, files, figures, one HTML page."""
