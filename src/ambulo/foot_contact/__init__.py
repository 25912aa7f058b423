"""The foot on the ground: spheres under the foot, their contact identified from a walk."""
