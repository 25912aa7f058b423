"""Uncertainty of results: perturbed analyses, bands on every curve and peak, effects of sources."""
