"""Measurement to motion: files, marker sets, gaps, events, plates, marker fit, splines."""
