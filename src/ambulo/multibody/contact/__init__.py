"""Contact of spheres on bodies with planes; normal and tangential laws by name."""
