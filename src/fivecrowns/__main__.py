"""`python -m fivecrowns` is `fivecrowns`."""

import sys

from fivecrowns.cli import main

sys.exit(main())
