"""One process, because the plants are kept in its memory; threads, because requests come at the same time."""

import os

bind = f"127.0.0.1:{os.environ['PORT']}"
threads = 4
keepalive = 120
graceful_timeout = 1
