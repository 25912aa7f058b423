"""Joints as constraints; one joint per file, in the order i (proximal), j (distal)."""
