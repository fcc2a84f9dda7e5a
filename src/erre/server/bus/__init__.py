"""Messages and shared keys between workers, in one process or over NATS."""
