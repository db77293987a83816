// Runs the servers of the log: several of Debian's nats-server that form a cluster, or one.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../free-port.mjs";
import { findNats } from "../nats.mjs";

const configuration = (
  { name, port, folder, routePort, monitorPort },
  routes,
) => `server_name: ${name}
listen: "127.0.0.1:${port}"
http: "127.0.0.1:${monitorPort}"
max_payload: 8388608
jetstream { store_dir: "${folder}" }
${routes.length < 2 ? "" : `cluster { name: tandem, listen: "127.0.0.1:${routePort}", routes: [${routes.join(", ")}] }`}
`;

/** Starts them. @returns the value of `--log`. */
export async function startNatsServers(parts, folder, count) {
  const servers = [];
  for (let i = 1; i <= count; i++) {
    const name = `nats-${i}`;
    const own = join(folder, name);
    mkdirSync(own, { recursive: true });
    const [port, routePort, monitorPort] = [await freePort(), await freePort(), await freePort()];
    servers.push({ name, port, routePort, monitorPort, folder: own });
  }
  const routes = servers.map(({ routePort }) => `"nats://127.0.0.1:${routePort}"`);
  const started = servers.map((server) => {
    const file = join(folder, `${server.name}.conf`);
    writeFileSync(file, configuration(server, routes));
    const at = `nats://127.0.0.1:${server.port}`;
    return parts.start({ name: server.name, command: findNats(), args: ["-c", file], at });
  });
  for (const [i, { monitorPort }] of servers.entries()) {
    await parts.ready(started[i], async () => {
      const state = await (await fetch(`http://127.0.0.1:${monitorPort}/jsz`)).json();
      return count === 1 || (state.meta_cluster?.leader ?? "") !== "";
    });
  }
  return servers.map(({ port }) => `nats://127.0.0.1:${port}`).join(",");
}
