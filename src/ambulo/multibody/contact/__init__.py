"""Contact of spheres on bodies with planes: normal and tangential laws, one a file, by name."""
