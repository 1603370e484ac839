"""Training of `expert`: it plays rounds against itself and learns what positions are worth.

`python -m fivecrowns.training` makes the weights that the package ships; docs/expert.md says how.
It needs NumPy, which the game does not.
"""

import os

# Asked for before NumPy comes: these matrices are small, so that several threads of the linear
# algebra would mostly wait for each other, and one thread always adds in the same order.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
