"""Several workers: leases, relayed connections, requests between workers."""
