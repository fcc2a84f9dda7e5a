"""Several workers: leases, relayed connections, questions to peers."""
