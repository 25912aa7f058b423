"""Contact under the feet fitted to walks: the experiments of studies `pamies2012_contact_…`."""
