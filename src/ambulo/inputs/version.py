"""Which Ambulo this is, as every file that it writes says."""

VERSION = "0.1.0"
