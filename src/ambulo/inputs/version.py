"""The version of Ambulo, which every file states."""

VERSION = "0.1.0"
