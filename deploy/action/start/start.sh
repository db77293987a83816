#!/usr/bin/env bash
# Installs the package, starts a node, waits until it is ready, and exports its address to the steps that follow.
set -euo pipefail

folder="$RUNNER_TEMP/tandem"
url="http://127.0.0.1:$TANDEM_ACTION_PORT"
mkdir -p "$folder"
npm install --no-audit --no-fund --ignore-scripts --prefix "$folder" "$TANDEM_ACTION_PACKAGE"

# Not seen by the node, which refuses variables that it does not know.
read -r -a args <<<"$TANDEM_ACTION_ARGS"
package_port="$TANDEM_ACTION_PORT"
unset TANDEM_ACTION_PACKAGE TANDEM_ACTION_ARGS TANDEM_ACTION_PORT
nohup "$folder/node_modules/.bin/tandem" run --port "$package_port" "${args[@]}" \
  >"$folder/node.log" 2>&1 </dev/null &
pid=$!
echo "$pid" >"$folder/node.pid"

for ((tries = 0; tries < 600; tries++)); do
  if curl --silent --fail --output /dev/null "$url/health"; then
    echo "url=$url" >>"$GITHUB_OUTPUT"
    echo "TANDEM_RPC_URL=$url" >>"$GITHUB_ENV"
    exit 0
  fi
  if ! kill -0 "$pid" 2>/dev/null; then break; fi
  sleep 0.1
done
echo "::error::the node is not ready"
cat "$folder/node.log"
exit 1
