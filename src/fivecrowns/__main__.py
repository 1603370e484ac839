"""`python -m fivecrowns` is `fivecrowns`."""

import sys

from fivecrowns_command import main

sys.exit(main())
