"""How sure results are: perturbed analyses, bands on every curve and peak, effects of sources."""
