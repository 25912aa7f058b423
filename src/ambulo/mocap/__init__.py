"""From measurement to motion: files, marker sets, gaps, events, plates, marker fit and filters."""
