"""What is refused where somebody makes a method of integration of their own."""

from dataclasses import replace

import numpy as np
import pytest

from ambulo.inputs.errors import InputError
from ambulo.multibody.integrators.explicit_runge_kutta import ExplicitRungeKutta
from ambulo.multibody.integrators.generalised_alpha import generalised_alpha
from ambulo.multibody.integrators.method import Method
from ambulo.multibody.integrators.registry import METHODS
from ambulo.multibody.integrators.scheme import State

HEUN3 = ExplicitRungeKutta(
    A=np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 2.0, 0.0]]) / 3.0,
    b=np.array([0.25, 0.0, 0.75]),
    c=np.array([0.0, 1.0, 2.0]) / 3.0,
    errors=np.zeros((0, 3)),
    control=0.0,
    on_group=0,
)


def made(scheme, *, adaptive=False):
    return Method("mine", 3, adaptive, "steps", "nobody", scheme)


def test_a_consistent_tableau_is_taken():
    assert made(HEUN3).scheme is HEUN3
    assert made(HEUN3._replace(c=HEUN3.c + 1e-16)).order == 3  # rounding


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"A": np.array([[0.0, 0.0], [1.0, 0.0]])}, r"A \(2, 2\) should have the shape \(3, 3\)"),
        ({"b": np.array([0.25, 0.75])}, r"A \(3, 3\) should have the shape \(2, 2\)"),
        ({"b": 2.0 * HEUN3.b}, "b adds up to 2, not to 1"),
        ({"b": np.array(1.0)}, "b .* is not one row"),
        ({"c": HEUN3.c[:2]}, r"c \(2,\) should have the shape \(3,\)"),
        ({"c": np.array([0.0, 0.5, 2.0 / 3.0])}, "row 1 of A adds up to 0.333333333, not to c"),
        ({"A": HEUN3.A + np.diag([0.5, 0.0, 0.0])}, "above its diagonal or on it"),
        ({"A": HEUN3.A * np.nan}, "A holds a number that is not finite"),
        ({"A": HEUN3.A.tolist()}, "A is a list, not a NumPy array"),
        ({"errors": np.zeros((2, 3))}, "control = 0 does not go with errors"),
        ({"on_group": 2}, "on_group = 2"),
    ],
)
def test_numbers_that_do_not_belong_together_are_refused(changed, said):
    with pytest.raises(InputError, match=rf"integrator 'mine': .*{said}"):
        made(HEUN3._replace(**changed))


def test_an_error_estimate_is_looked_at():
    estimated = {"errors": np.array([[0.25, -1.0, 0.75]] * 2), "control": 3.0}
    assert made(HEUN3._replace(**estimated), adaptive=True).adaptive
    with pytest.raises(InputError, match=r"add up to 0\.5, not to 0"):
        made(HEUN3._replace(errors=np.full((2, 3), 0.5 / 3.0), control=3.0), adaptive=True)
    with pytest.raises(InputError, match="adaptive = False does not go with control = 3"):
        made(HEUN3._replace(**estimated))
    with pytest.raises(InputError, match="a tolerance of 0 cannot be met"):
        replace(METHODS["dop853"], tolerance=0.0)


def test_a_scheme_is_a_packed_one():
    with pytest.raises(InputError, match="a NamedTuple of coefficients, not a NoneType"):
        made(None)
    with pytest.raises(InputError, match="State does not implement memory"):
        made(State(*[np.zeros(1)] * 4))


def test_implicit_methods_are_looked_at_too():
    sdirk4 = METHODS["sdirk4"]
    with pytest.raises(InputError, match="the diagonal of A is not one number"):
        replace(sdirk4, scheme=sdirk4.scheme._replace(A=sdirk4.scheme.A + np.eye(5)[0]))
    with pytest.raises(InputError, match=r"row 0 of A adds up to 0\.25, not to c"):
        replace(sdirk4, scheme=sdirk4.scheme._replace(c=sdirk4.scheme.c**2))
    extrapolation = METHODS["extrapolation"]
    with pytest.raises(InputError, match="1 columns leave nothing"):
        replace(extrapolation, scheme=extrapolation.scheme._replace(columns=1))
    with pytest.raises(InputError, match=r"spectral radius 1\.5"):
        generalised_alpha(1.5)
