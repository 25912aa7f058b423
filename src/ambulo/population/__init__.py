"""Many trials of many subjects: analysed, kept, averaged, set beside each other."""
