"""The tables and their facts."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the layout of version 1."""
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("code", sa.Text, nullable=False, unique=True),
        sa.Column("last", sa.BigInteger, nullable=False),
        sa.Column("touched", sa.BigInteger, nullable=False),
        sa.Column("due", sa.BigInteger),
        sa.Column("finished", sa.BigInteger),
    )
    op.create_index("tables_due", "tables", ["due"], sqlite_where=sa.text("due IS NOT NULL"),
                    postgresql_where=sa.text("due IS NOT NULL"))  # fmt: skip
    op.create_index("tables_touched", "tables", ["touched"])
    op.create_table(
        "facts",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("seq", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("command", sa.Text),
        sa.Column("body", sa.Text, nullable=False),
        sa.UniqueConstraint("table_id", "command"),
        sqlite_with_rowid=False,
    )
