"""Results to look at and to send: tables, files, figures, one HTML page."""

from ambulo.report.output_folder import write

__all__ = ["write"]
