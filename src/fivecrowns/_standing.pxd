# cython: annotation_typing=False
# The C types of _standing.py.

cimport cython

cdef int STEPS


@cython.final
cdef class Standing:
    cdef public int players
    cdef public double own_spread
    cdef double lead[14]
    cdef double spread[14]

    cpdef void set_lead(self, int at, double lead, double spread)
    @cython.locals(total=double, weights=double, step=int, z=double, weight=double)
    cpdef double chance(self, double own)
    @cython.locals(chance=double, at=int, more=double)
    cdef double _first(self, double own) noexcept


@cython.locals(x=double, tail=double)
cpdef double normal(double z)
