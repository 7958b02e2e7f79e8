"""Judge VASSAL saves, logs and positions in JSON: which are illegal, and why."""
