"""Errors of planar joint torques in single support, after Pàmies-Vilà (2012), chapter 5."""
