"""Controllers: what holds a simulated motion to a measured one."""
