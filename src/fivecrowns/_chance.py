# cython: language_level=3, annotation_typing=False
# cython: boundscheck=False, wraparound=False, cdivision=True
"""Random numbers for simulations: fast, and the same for a seed on every machine."""

from __future__ import annotations

from hashlib import sha256

LOW = 0xFFFFFFFF  # the lowest 32 bits; in C, a literal of this size would be a Python object


class Chance:
    """The generator xoshiro128++ of Blackman and Vigna, begun from a seed.

    Deals that people play are never made with it: they come from a `Shuffler`.
    """

    def __init__(self, seed: int | str) -> None:
        digest = sha256(f"fivecrowns chance {seed}".encode()).digest()
        self.a = int.from_bytes(digest[0:4], "big") | 1  # not all of them may be zero
        self.b = int.from_bytes(digest[4:8], "big")
        self.c = int.from_bytes(digest[8:12], "big")
        self.d = int.from_bytes(digest[12:16], "big")

    def word(self) -> int:
        """The next 32 bits."""
        turned = (self.a + self.d) & LOW
        word = (((turned << 7) & LOW | turned >> 25) + self.a) & LOW
        moved = (self.b << 9) & LOW
        self.c ^= self.a
        self.d ^= self.b
        self.b ^= self.c
        self.a ^= self.d
        self.c ^= moved
        self.d = (self.d << 11) & LOW | self.d >> 21
        return word

    def below(self, most: int) -> int:
        """A number from 0 to `most` - 1; uneven by less than one in a million up to 1,000."""
        wide = self.word()
        return wide * most >> 32

    def share(self) -> float:
        """A number from 0 to less than 1."""
        return self.word() / 4294967296.0
