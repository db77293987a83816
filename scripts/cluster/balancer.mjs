// Runs the load balancer of a cluster on this machine: Debian's HAProxy. It checks the health of
// each node, sends requests to the node with the fewest, and repeats a request at another node if
// one cannot answer yet.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { findProgram, installPackage } from "../debian-package.mjs";
import { freePort } from "../free-port.mjs";

/** Debian installs it in a folder that is only in root's path. */
export const findBalancer = () => findProgram("haproxy", "/usr/sbin/haproxy");

/** Installs the balancer. The caller reports it if that fails. */
export function ensureBalancer() {
  if (findBalancer() === undefined) installPackage("haproxy");
}

const unanswered =
  "the node that had the request ended, or was taken out, before its answer: it may be done or not; " +
  "sending the same raw transaction again is safe";

/** The reasons for which the balancer answers itself, by the status of HTTP. */
const reasons = [
  [502, unanswered],
  [503, "no node of the cluster answers at present"],
  [504, unanswered],
];

/** An answer of the balancer itself, as JSON for clients. */
const ownAnswer = ([status, message]) =>
  `  http-error status ${status} content-type application/json string '{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"${message}"}}'`;

/** Returns a set of nodes whose answer to a check meets a condition. */
const backend = (name, expected, nodes) => `backend ${name}
  balance leastconn
  option httpchk
  http-check send meth GET uri /health ver HTTP/1.1 hdr Host localhost
  http-check expect ${expected}
  default-server check inter 1s fall 3 rise 1 on-marked-down shutdown-sessions
${nodes.map((node) => `  server ${node.name} ${node.address}`).join("\n")}`;

/**
 * A status 503 means that nothing of a request was executed: the node has not reached the height
 * that its client requires, or is at a limit. It can be sent to another node, like one whose
 * connection failed. Others are not repeated.
 */
const configuration = (port, statusPort, nodes) => `global
  maxconn 4096
  tune.bufsize 65536
defaults
  mode http
  timeout connect 1s
  timeout client 60s
  timeout server 60s
  timeout tunnel 1h
  timeout check 10s
${reasons.map(ownAnswer).join("\n")}
  option http-buffer-request
  option redispatch 1
  retries 3
  retry-on conn-failure 503
frontend rpc
  bind 127.0.0.1:${port}
  use_backend behind if { nbsrv(nodes) eq 0 }
  default_backend nodes
${backend("nodes", "status 200", nodes)}
# All nodes are behind while the servers of the log do not answer: they answer reads all the same.
${backend("behind", `rstring '"status":"(ready|lagging)"'`, nodes)}
listen status
  bind 127.0.0.1:${statusPort}
  stats enable
  stats uri /
`;

/**
 * Returns whether a check of each node has succeeded. Until its first check the balancer assumes
 * that a node is healthy.
 */
async function hasChecked(statusUrl, nodes) {
  const rows = (await (await fetch(`${statusUrl}/;csv`)).text()).split("\n");
  return nodes.every(({ name }) =>
    rows.some((row) => row.startsWith(`nodes,${name},`) && row.includes(",L7OK,")),
  );
}

/**
 * Starts it on a port.
 * @param parts starts processes; see `parts.mjs`.
 * @param nodes name and `host:port` of each.
 * @returns the address for clients, and the address of the page with the state of each node.
 */
export async function startBalancer(parts, folder, port, nodes) {
  const file = join(folder, "haproxy.cfg");
  const statusPort = await freePort();
  const statusUrl = `http://127.0.0.1:${statusPort}`;
  writeFileSync(file, configuration(port, statusPort, nodes));
  const url = `http://127.0.0.1:${port}`;
  const args = ["-db", "-f", file];
  const balancer = parts.start({ name: "balancer", command: findBalancer(), args, at: url });
  await parts.ready(balancer, () => hasChecked(statusUrl, nodes));
  return { url, statusUrl };
}
