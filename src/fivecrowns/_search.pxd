# cython: annotation_typing=False
# The C types of _search.py. They make it fast and change nothing that it answers.

cimport cython

cdef int _MAX_HAND, _MOST_WIDE_ROWS, _MANY, _COUNTED, _MOST_COUNTED
cdef int _POWERS[22]
cdef list _rows, _throw_rows
cdef dict _wide_rows, _wide_throw_rows

# A row is handed about as a pointer into its bytes object, which the list or dict above keeps
# alive: nothing is taken from them during a search, and a search does not let go of the GIL.
cdef int _power(int base, int rank) noexcept
@cython.locals(row=bytes)
cdef unsigned char* _row(int content, int base) except NULL
@cython.locals(row=bytes)
cdef unsigned char* _throw_row(int content, int base) except NULL
@cython.locals(
    best=bytearray, row=bytes, after=cython.p_uchar, low=int, high=int, rest=int, gain=int,
    holes=int, power=int, cost=int, j=int, counted=bint,
)
cdef bytes _new_row(int content, int base)
@cython.locals(best=bytearray, row=bytes, after=cython.p_uchar, rank=int, power=int, j=int)
cdef bytes _new_throw_row(int content, int base)


@cython.final
cdef class Hand:
    cdef unsigned char counts[56]
    cdef int size, wild_rank
    cdef bint natural_needed, counting

    cdef int wilds, naturals, natural_points, highest
    cdef int totals[11]
    cdef int contents[5]
    cdef unsigned char* rows[5]
    cdef int bases[5]
    cdef int held[5]
    cdef int linked[5]
    cdef int book_ranks[11]
    cdef int books, book_points

    cdef bint throwing
    cdef unsigned char taken[56]
    cdef int best, best_wilds
    cdef unsigned char best_taken[56]

    @cython.locals(held=list, kind=int, most=int, sets=int)
    cdef void load(self, cards) except *
    @cython.locals(suit=int, rank=int)
    cdef void _sort(self) except *
    @cython.locals(rank=int, total=int, points=int)
    cdef void _sort_ranks(self) noexcept
    cdef int _worth(self, int rank) noexcept
    @cython.locals(content=int, base=int, ranks=int, rank=int, count=int)
    cdef void _sort_suit(self, int suit) except *
    @cython.locals(near=int, distance=int, lowest=int)
    cdef void _note_suit(self, int suit, int content, int base, int ranks) except *
    @cython.locals(hope=int, suit=int)
    cdef int _cover(self, int least) except -2
    @cython.locals(total=int)
    cdef bint _choose_book(self, int at, int wilds, int booked, int breaking) except -1
    @cython.locals(
        rank=int, kind=int, count=int, fewest=int, content=int, row=cython.p_uchar, power=int,
        take=int, done=bint,
    )
    cdef bint _choose_cards(
        self, int at, int suit, int size, int others, int wilds, int booked, int breaking
    ) except -1
    @cython.locals(hope=int, total=int, suit=int, kind=int)
    cdef bint _choose_runs(self, int wilds, int booked, int breaking) except -1
    @cython.locals(most=int[16], row=cython.p_uchar, suit=int, i=int, j=int, best=int)
    cdef int _most(self, int wilds) except -2
    @cython.locals(
        most=int[16], thrown=int[16], row=cython.p_uchar, throw=cython.p_uchar, suit=int, i=int,
        j=int, best=int, best_thrown=int,
    )
    cdef int _most_thrown(self, int wilds, int breaking) except -2
    @cython.locals(cover=int)
    cdef int points(self) except -1
    @cython.locals(cover=int)
    cdef int cards_left(self, int more_wilds) except -1
    @cython.locals(jokers=int)
    cdef int _wild_points(self) except -1
    cdef int points_after_discard(self) except -1
    @cython.locals(suit=int, rank=int, points=int, content=int, base=int, ranks=int)
    cdef int points_after_draw(self, int kind, int now) except -1
    @cython.locals(least=int, cover=int, melds=bint, wild_left=int)
    cdef int _points_after_discard(self, int known) except -1
    @cython.locals(rank=int, suit=int, kind=int, i=int, j=int, wilds=int, spent=int)
    cdef list groups(self)
    @cython.locals(
        content=int, base=int, low=int, high=int, points=int, left=int, rest=int, gain=int,
        holes=int, spent=int, cost=int,
    )
    cdef list _suit_groups(self, int suit, int wilds)


cpdef check_options(wild, naturals)
cdef Hand _loaded(cards, wild, naturals)
cpdef int fewest_points(cards, wild, naturals) except -1
@cython.locals(hand=Hand)
cpdef int fewest_left(cards, wild, int more_wilds) except -1
@cython.locals(hand=Hand, fewest=list)
cpdef list fewest_points_of_many(hands, wild, naturals)
@cython.locals(hand=Hand, kind=int, fewest=int)
cpdef tuple discards(cards, wild, naturals)
@cython.locals(hand=Hand, now=int, kind=int)
cpdef tuple outs(cards, wild, naturals)
