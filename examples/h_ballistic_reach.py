"""
A reach that nothing drives on the way
======================================

Two postures and a time: which velocity at the start carries an arm from one to the other, with
gravity alone and no muscle on the way? A boundary value problem (Patel 2004).
"""

import matplotlib.pyplot as plt
import numpy as np

from ambulo.bvp.boundary_problem import BoundaryProblem
from ambulo.bvp.boundary_value import solve
from ambulo.bvp.initial_value import simulate
from ambulo.bvp.systems import ChainInVectors
