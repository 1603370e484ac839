# cython: annotation_typing=False
# The C types of _position.py.

cimport cython
from fivecrowns._search cimport Hand
from fivecrowns._standing cimport Standing

cdef double TURN_POINTS, CARD_POINTS


@cython.final
cdef class Position:
    cdef public Hand hand
    cdef public int wild_rank, cards, seats, turns, upcard, pile, total
    cdef public bint natural_needed, out, going_out, placing
    cdef public Standing standing
    cdef public double rest
    cdef public int drawable[56]
    cdef public int picked[56]
    cdef public int thrown[56]
    cdef public int own[56]
    cdef public int other_picked[14]
    cdef public int other_last[14]
    cdef public double other_recent[14]
    cdef public int after[56]
    cdef public int now, good
    cdef public double expected
    cdef public double features[41]
    cdef double one[64]
    cdef double two[64]
    cdef public double kept[56]
    cdef public int taken

    cpdef void set_standing(self, int rounds_left)
    @cython.locals(lead=double, variance=double)
    cpdef void set_rival(self, int at, int more, int left)
    cpdef void set_drawable(self, int kind, int count)
    cpdef void note_picked(self, int kind)
    cpdef void note_thrown(self, int kind)
    cpdef void note_own(self, int kind)
    cpdef void note_other(self, int at, int picked, recent) except *
    cpdef int cost(self, int kind)
    cpdef bint is_wild(self, int kind)
    cpdef int held(self, int kind)
    cpdef void add(self, int kind)
    cpdef void remove(self, int kind)
    cpdef int points(self) except -1
    cpdef int points_after_discard(self) except -1
    cpdef void fill_after(self) except *
    @cython.locals(kind=int)
    cdef void fill_least_after(self, int* more, int cost) except *
    @cython.locals(
        hand=Hand, least=int, wilds=int, lonely=bint, totals=cython.p_int, suit=int, held=int,
        rank=int, same=int[11], fewer=int, joker=int, wild=int, near=int, distance=int, kind=int,
    )
    cdef void _fill_after(self, bint exactly) except *
    cpdef void look_ahead(self) except *
    @cython.locals(weighted=int, good=int, kind=int, count=int)
    cdef void weigh(self) noexcept
    @cython.locals(found=int, suit=int, rank=int, other=int, near=int)
    cdef int helps(self, int kind, int* counts) noexcept
    @cython.locals(at=int, same=int, near=int, suit=int, rank=int, other=int, lying=int)
    cpdef void describe(self, int discard) except *
    @cython.locals(
        total=double, square=double, lower=int, five=int, twelve=int, wilds=int, kind=int,
        count=int, left=int, features=cython.p_double,
    )
    cdef void _describe_draw(self) except *
    @cython.locals(
        hand=Hand, features=cython.p_double, laps=double, pairs=int, neighbours=int, gaps=int,
        loners=int, loose=int, rank=int, suit=int, held=int, near=int,
    )
    cdef void _describe_shape(self) except *
    @cython.locals(held=int, rank=int)
    cdef int _ranks(self, int suit) noexcept
    @cython.locals(hand=Hand, points=int)
    cdef int _with_two_wilds(self) except -1
    @cython.locals(
        features=cython.p_double, others=int, most=int, fewest=int, calmest=double, picked=int,
        last=double, recent=double, at=int, held=int, points=int, mean=double,
    )
    cdef void _describe_table(self) noexcept
