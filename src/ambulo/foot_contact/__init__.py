"""Contact of the foot with the ground: spheres under the foot, identified from a walk."""
