"""How different two colours look, with normal colour vision and with colour blindness."""

from __future__ import annotations

from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from typing import TypeAlias

Triple: TypeAlias = tuple[float, float, float]

# Machado, Oliveira and Fernandes (2009), severity 1.0, for linear RGB.
BLINDNESSES: dict[str, tuple[Triple, Triple, Triple]] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    "none": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
}

_TO_XYZ = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE = (0.95047, 1.0, 1.08883)


def linear(colour: str) -> Triple:
    """Convert `#rrggbb` to linear RGB."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return red, green, blue


def multiply(matrix: tuple[Triple, Triple, Triple], triple: Triple) -> Triple:
    """Multiply a matrix by a column vector."""
    first, second, third = (
        sum(weight * part for weight, part in zip(row, triple, strict=True)) for row in matrix
    )
    return first, second, third


def simulate_blindness(colour: str, blindness: str) -> Triple:
    """Return the CIE L*a*b* coordinates of a colour as seen with this colour blindness."""
    red, green, blue = (
        min(1.0, max(0.0, part)) for part in multiply(BLINDNESSES[blindness], linear(colour))
    )
    x, y, z = (
        _root(part / white)
        for part, white in zip(multiply(_TO_XYZ, (red, green, blue)), _WHITE, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _root(part: float) -> float:
    return float(part ** (1 / 3)) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116


def ciede2000(one: Triple, other: Triple) -> float:
    """Return the CIEDE2000 colour difference (Sharma, Wu and Dalal, 2005)."""
    light1, a1, b1 = one
    light2, a2, b2 = other
    mean = (hypot(a1, b1) + hypot(a2, b2)) / 2
    g = 0.5 * (1 - sqrt(mean**7 / (mean**7 + 25**7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = hypot(a1, b1), hypot(a2, b2)
    h1, h2 = degrees(atan2(b1, a1)) % 360, degrees(atan2(b2, a2)) % 360
    turn = 0.0 if not c1 * c2 else (h2 - h1 + 180) % 360 - 180
    d_light, d_c = light2 - light1, c2 - c1
    d_h = 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    light, c = (light1 + light2) / 2, (c1 + c2) / 2
    h = h1 + h2 if not c1 * c2 else _middle(h1, h2)
    t = (
        1
        - 0.17 * cos(radians(h - 30))
        + 0.24 * cos(radians(2 * h))
        + 0.32 * cos(radians(3 * h + 6))
        - 0.20 * cos(radians(4 * h - 63))
    )
    s_light = 1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2)
    s_c, s_h = 1 + 0.045 * c, 1 + 0.015 * c * t
    r_c = 2 * sqrt(c**7 / (c**7 + 25**7))
    r_t = -sin(radians(60 * exp(-(((h - 275) / 25) ** 2)))) * r_c
    return sqrt(
        (d_light / s_light) ** 2
        + (d_c / s_c) ** 2
        + (d_h / s_h) ** 2
        + r_t * (d_c / s_c) * (d_h / s_h)
    )


def _middle(h1: float, h2: float) -> float:
    if abs(h1 - h2) <= 180:
        return (h1 + h2) / 2
    return (h1 + h2 + 360) / 2 if h1 + h2 < 360 else (h1 + h2 - 360) / 2
