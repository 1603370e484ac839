# cython: annotation_typing=False
# The C types of _policies.py.

cimport cython
from fivecrowns._chance cimport Chance
from fivecrowns._network cimport Network
from fivecrowns._position cimport Position
from fivecrowns._search cimport Hand

cdef double BONUS, WILD_CHARGE, FEED_CHARGE, PATIENCE, NEVER, SLACK

cdef class Policy:
    cpdef bint takes(self, Position position) except -1
    cpdef int throws(self, Position position) except -1
    @cython.locals(points=int)
    cpdef bint last_takes(self, Position position) except -1
    cpdef int last_throws(self, Position position) except -1

@cython.locals(wild=int, rank=int, suit=int)
cdef int fewest(Position position, int least) except -1
@cython.locals(wild=int, rank=int, suit=int)
cdef int goes_out(Position position) except -2
@cython.locals(left=int)
cdef bint leaves(Position position, int kind, int points) except -1

cdef class Lowest(Policy):
    @cython.locals(before=int, after=int)
    cpdef bint takes(self, Position position) except -1
    @cython.locals(least=int)
    cpdef int throws(self, Position position) except -1

cdef class OneAhead(Policy):
    cdef readonly double best
    @cython.locals(risk=double, stay=double, pile=double, completes=bint, kind=int)
    cpdef bint takes(self, Position position) except -1
    cpdef int throws(self, Position position) except -1
    @cython.locals(laps=double, stays=double)
    cdef double hazard(self, Position position) noexcept
    cdef double worth(self, Position position, double risk) except? -1e30
    @cython.locals(share=double)
    cdef double weighed(self, Position position, double risk) noexcept
    cdef double charge(self, Position position, int kind) noexcept
    @cython.locals(hand=Hand, risk=double, bounded=int[56], kind=int, found=int, value=double)
    cdef int best_within(self, Position position, int keep, double limit) except -1
    @cython.locals(outs=int[56], kind=int, value=double)
    cdef void fill_bounds(self, Position position, int* kinds, double risk) except *

cdef class Anything(Policy):
    cdef Chance chance
    @cython.locals(wants=bint)
    cpdef int throws(self, Position position) except -1
    @cython.locals(number=int, kind=int)
    cdef int any_card(self, Position position) noexcept

cdef class Learned(OneAhead):
    cdef readonly Network after, before
    cdef public double explore
    cdef readonly double chosen, pile, take
    cdef readonly bint explored, completes
    cdef Chance chance
    @cython.locals(kind=int, choice=bint)
    cpdef bint takes(self, Position position) except -1
    @cython.locals(found=int, other=int)
    cpdef int throws(self, Position position) except -1
    cdef bint wanders(self) noexcept
    @cython.locals(stay=double)
    cpdef double pile_value(self, Position position) except? -1e30
    @cython.locals(take=bint, points=int, sure=double, hoped=double, kind=int, chance=double)
    cpdef bint last_takes(self, Position position) except -1
    @cython.locals(value=double)
    cdef double discard_value(self, Position position, int kind) except? -1e30
    @cython.locals(found=int, least=double, kind=int)
    cpdef int best_discard(self, Position position, int keep) except -1
    @cython.locals(
        wanted=int, found=int, limit=double, least=double, following=int, kind=int, value=double
    )
    cdef int other_discard(self, Position position, int best) except -1
