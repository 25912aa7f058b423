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
from ambulo.multibody.integrators.tableau import HIGHEST, _gamma, _trees

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
        ({"A": HEUN3.A.astype(np.float32)}, "A holds float32, not float64: its rounding"),
        ({"on_group": 2}, "on_group = 2"),
        ({"control": -1.0}, "control = -1 is no order"),
    ],
)
def test_numbers_that_do_not_belong_together_are_refused(changed, said):
    with pytest.raises(InputError, match=rf"integrator 'mine': .*{said}"):
        made(HEUN3._replace(**changed))


def test_an_error_estimate_is_looked_at():
    estimated = {"errors": np.array([[0.25, -1.0, 0.75]] * 2), "control": 2.0}  # less Euler's
    assert made(HEUN3._replace(**estimated), adaptive=True).adaptive
    for control in (1.5, 3.0, 50.0):
        said = f"control = {control:g} is not the order of the step in its error estimate, 2"
        with pytest.raises(InputError, match=said):
            made(HEUN3._replace(**estimated | {"control": control}), adaptive=True)
    with pytest.raises(InputError, match="the weights of the error estimate are 0"):
        made(HEUN3._replace(errors=np.zeros((2, 3)), control=2.0), adaptive=True)
    with pytest.raises(InputError, match=r"add up to 0\.5, not to 0"):
        made(HEUN3._replace(errors=np.full((2, 3), 0.5 / 3.0), control=3.0), adaptive=True)
    with pytest.raises(InputError, match="adaptive = False does not go with control = 2"):
        made(HEUN3._replace(**estimated))
    with pytest.raises(InputError, match="a tolerance of 0 cannot be met"):
        replace(METHODS["dop853"], tolerance=0.0)


@pytest.mark.parametrize(
    "name", [name for name in METHODS if hasattr(METHODS[name].scheme, "orders")]
)
def test_an_order_above_that_of_the_coefficients_is_refused(name):
    method = METHODS[name]
    order, estimated = method.scheme.orders()
    # looked at up to order 8
    assert method.order == (8 if order == np.inf else order)
    assert method.scheme.control == estimated
    if order < np.inf:
        with pytest.raises(InputError, match=f"its coefficients give order {order:g}"):
            replace(method, order=method.order + 1)


def test_an_order_is_lost_with_one_coefficient():
    # row sums and b still add up: only conditions on products see it
    kutta = METHODS["rk4"]
    A = kutta.scheme.A + 1e-6 * np.eye(4)[3][:, None] * (np.eye(4)[0] - np.eye(4)[2])
    with pytest.raises(InputError, match=r"order = 4 is stated, and its coefficients give order 2"):
        replace(kutta, scheme=kutta.scheme._replace(A=A))
    dormand = METHODS["dop853"]
    A = dormand.scheme.A.copy()
    A[11, 9:11] += 1e-7, -1e-7
    with pytest.raises(InputError, match=r"order = 8 is stated, and its coefficients give order"):
        replace(dormand, scheme=dormand.scheme._replace(A=A))


def test_a_method_is_registered_under_its_own_name():
    with pytest.raises(
        InputError, match=r"register\('other'\): .* contains another name, 'mine'. Use the same"
    ):
        METHODS.register("other", made(HEUN3))
    assert "other" not in METHODS
    said = r"register\('other'\): an integrator must be a Method, not an int\. Give an object of"
    with pytest.raises(InputError, match=said):
        METHODS.register("other", 3)
    with pytest.raises(InputError, match="there is an integrator 'rk4' already"):
        METHODS.register("rk4", METHODS["rk4"])
    METHODS.register("mine", made(HEUN3))
    METHODS.remove("mine")
    assert [METHODS[name].name for name in METHODS] == list(METHODS)


def test_trees_are_as_many_as_counted():
    # Hairer, Norsett & Wanner (1993), table II.2.1
    assert [len(_trees(k)) for k in range(1, HIGHEST + 1)] == [1, 1, 2, 4, 9, 20, 48, 115]
    assert sorted(map(_gamma, _trees(4))) == [4, 8, 12, 24]


@pytest.mark.parametrize("order", [0, -3, 2.5, np.nan, "4", True])
def test_an_order_is_a_whole_number(order):
    with pytest.raises(InputError, match=f"order = {order} is not a whole number from 1"):
        replace(METHODS["rk4"], order=order)


@pytest.mark.parametrize("name", ["", " ", None, "two\nlines"])
def test_a_method_has_a_name(name):
    with pytest.raises(InputError, match="a name is a string of one line that is not empty"):
        replace(METHODS["rk4"], name=name)


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
