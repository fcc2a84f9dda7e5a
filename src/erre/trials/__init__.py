"""Programs that try to break a server: soak, fuzz, cluster failures, latency."""
