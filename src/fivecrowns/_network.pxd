# cython: annotation_typing=False
# The C types of _network.py.

cimport cython
from fivecrowns._position cimport Position


@cython.final
cdef class Network:
    cdef readonly int inputs, first, second
    cdef double weights[8385]

    @cython.locals(
        weights=cython.p_double, one=cython.p_double, two=cython.p_double, at=int, unit=int,
        number=int, bias=int, value=double, total=double,
    )
    cpdef double answer(self, Position position) except? -1e30
