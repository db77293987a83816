#!/usr/bin/env bash
# Stops the node, and tells where its log is.
set -euo pipefail

folder="$RUNNER_TEMP/tandem"
echo "log=$folder/node.log" >>"$GITHUB_OUTPUT"
pid=$(cat "$folder/node.pid")
kill "$pid" 2>/dev/null || true
for ((tries = 0; tries < 100; tries++)); do
  if ! kill -0 "$pid" 2>/dev/null; then break; fi
  sleep 0.1
done
