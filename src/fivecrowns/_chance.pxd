# cython: annotation_typing=False
# The C types of _chance.py.

cimport cython

cdef unsigned int LOW


@cython.final
cdef class Chance:
    cdef unsigned int a, b, c, d

    @cython.locals(turned=cython.uint, word=cython.uint, moved=cython.uint)
    cpdef unsigned int word(self) noexcept
    @cython.locals(wide=cython.ulonglong)
    cpdef int below(self, int most) noexcept
    cpdef double share(self) noexcept
