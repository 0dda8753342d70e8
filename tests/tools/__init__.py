"""Development tools: long runs, benchmarks, screenshots and tuning."""
