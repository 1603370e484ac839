"""Without the index of when tables were last used.

Every move changed it, and only the search for old tables, every ten minutes, asked for it.
"""

from __future__ import annotations

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the layout of version 2."""
    op.drop_index("tables_touched", "tables")
