"""Rigid and flexible links in a plane, as Al Nazer (2006) writes them: what studies build with."""
