# cython: annotation_typing=False
# The C types of _simulator.py.

cimport cython
from fivecrowns._chance cimport Chance
from fivecrowns._policies cimport Learned, Policy
from fivecrowns._position cimport Position
from fivecrowns._search cimport Hand

cdef int STALL_LAPS


@cython.final
cdef class Table:
    cdef readonly int players, cards, sets, size, turn, turns, out, next, end, discarded
    cdef readonly bint natural_needed, over, stalled
    cdef readonly object deal
    cdef readonly Chance chance
    cdef readonly Position position
    cdef int hands[784]
    cdef int picked[784]
    cdef int thrown[784]
    cdef int all_picked[56]
    cdef int held[14]
    cdef int recent[42]
    cdef int shown[56]
    cdef int deck[232]
    cdef int discards[232]
    cdef readonly int points[14]
    cdef int left[14]
    cdef int totals[14]
    cdef readonly int rounds_left
    cdef public object reshuffler
    cdef public list log
    cdef public list records

    @cython.locals(at=int, kind=int, _=int)
    cpdef void shuffle(self) except *
    @cython.locals(seat=int)
    cpdef void stand(self, totals, int rounds_left) except *
    cdef void _mix(self, int size) noexcept
    @cython.locals(at=int, kind=int, seat=int)
    cpdef void start(self, int dealer) except *
    @cython.locals(other=Table, at=int, kind=int, seat=int)
    cpdef Table twin(self)
    cpdef void step(self, Policy policy) except *
    @cython.locals(
        position=Position, mine=int, kind=int, seat=int, theirs=int, at=int
    )
    cpdef void see(self) except *
    @cython.locals(position=Position, mine=int, total=int, kind=int, count=int)
    cdef void _see_unseen(self) noexcept
    @cython.locals(position=Position, seat=int, at=int, more=int)
    cdef void _see_standing(self) noexcept
    @cython.locals(position=Position, kind=int, at=int)
    cdef void _see_discards(self, int below) noexcept
    @cython.locals(position=Position, points=int, count=int, back=int, kind=int, cost=int)
    cdef void _see_recent(self, int seat, int at) noexcept
    @cython.locals(position=Position, seat=int, takes=bint, kind=int)
    cdef void _draw(self, Policy policy) except *
    @cython.locals(top=int, at=int, order=list)
    cdef void _reshuffle(self) except *
    @cython.locals(position=Position, seat=int, last=bint, kind=int, mine=int)
    cdef void _discard(self, Policy policy) except *
    cdef void _lay(self, int kind) noexcept
    cdef void _let_go(self, int seat, int kind) noexcept
    @cython.locals(hand=Hand, mine=int, groups=list, group=list, kind=int, _=int)
    cdef void _lay_down(self, int seat) except *
    cdef void _show(self, int seat, int kind) noexcept
    @cython.locals(hand=Hand, seat=int, kind=int)
    cdef void _stall(self) except *
    cdef int _following(self, int seat) noexcept
    cdef void _record_draw(self, Policy policy, bint takes) except *
    cdef void _record_discard(self, Policy policy, int kind) except *
