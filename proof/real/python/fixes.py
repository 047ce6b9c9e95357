"""What the fixed variant of connexion needs: what no framework of this folder offers as a setting."""

import json
from decimal import Decimal


def read_json(data):
    """JSON in UTF-8 and nothing else, with no number rounded. Raises ValueError.

    json.loads() of bytes would take UTF-16 and surrogates in bytes, and NaN anywhere.
    """
    try:
        return json.loads(data.decode("utf-8"), parse_float=Decimal, parse_constant=_refuse)
    except RecursionError:
        raise ValueError("The body is nested too deep") from None


def _refuse(constant):
    raise ValueError(f"{constant} is not JSON")


def int64(value):
    """An integer by its value (7.0 is one) within int64. Raises ValueError. A bool is an int only to Python."""
    if isinstance(value, Decimal) and value.adjusted() < 19 and value == value.to_integral_value():
        value = int(value)
    if type(value) is not int or not -(2**63) <= value < 2**63:
        raise ValueError("The id is not an int64")
    return value
