"""Many trials of many subjects: analysed, kept, averaged and compared."""
