"""Rheonomic constraints: what moves as a given function of time."""
