"""The planar analysis: sagittal angles, moments and powers in mixed natural coordinates."""
