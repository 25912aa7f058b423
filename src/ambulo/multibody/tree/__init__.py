"""Trees of rigid bodies in minimal coordinates: recursive kernels, O(n)."""
