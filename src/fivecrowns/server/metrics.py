"""What is counted for Prometheus. No label names a table, a person or a card."""

from __future__ import annotations

from typing import Final

from prometheus_client import Counter, Gauge, Histogram

_FINE: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)

COMMANDS: Final = Counter(
    "fivecrowns_commands", "Commands by kind and outcome", ["kind", "outcome"]
)
COMMAND_SECONDS: Final = Histogram(
    "fivecrowns_command_seconds", "From a command's arrival to its answer", buckets=_FINE
)
COMMIT_SECONDS: Final = Histogram(
    "fivecrowns_commit_seconds", "Durable commits of a batch", buckets=_FINE
)
BATCH: Final = Histogram(
    "fivecrowns_batch_rows", "Rows in a commit", buckets=(1, 2, 5, 10, 25, 50, 100, 250, 500)
)
OPPONENT_SECONDS: Final = Histogram(
    "fivecrowns_opponent_seconds", "Time an opponent thinks", buckets=_FINE
)
CONFLICTS: Final = Counter("fivecrowns_conflicts", "Sequence numbers that another process took")
SLOW_SOCKETS: Final = Counter("fivecrowns_slow_sockets", "Sockets closed for not keeping up")
SOCKETS: Final = Gauge("fivecrowns_sockets", "Open sockets", multiprocess_mode="livesum")
TABLES: Final = Gauge("fivecrowns_tables", "Tables in memory", multiprocess_mode="livesum")
STORE_UP: Final = Gauge(
    "fivecrowns_store_up", "Whether what is played can be saved", multiprocess_mode="livemin"
)
DELETED: Final = Counter("fivecrowns_tables_deleted", "Tables deleted for their age")
