"""Ways to take noise out of marker trajectories and joint coordinates, behind one name each."""
