/** Runs three log servers that form a cluster, each of which can be killed and restarted. */
import { rmSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually } from "../eventually.js";
import { atEndSignal } from "../processes/at-end-signal.js";
import { freePort } from "../processes/free-port.js";
import { startNatsServer } from "../processes/nats-process.js";

const names = ["one", "two", "three"] as const;

/** Attempts to remove a folder in which a server that is ending still writes. */
const removalsMax = 10;

interface Server {
  readonly name: string;
  readonly port: number;
  readonly monitorPort: number;
  readonly more: string;
}

interface StreamDetail {
  readonly name: string;
  readonly cluster?: { readonly leader?: string };
  readonly consumer_detail?: readonly unknown[];
}

/** The used part of the servers' report on their streams. */
interface Report {
  readonly meta_cluster?: { readonly leader?: string };
  readonly account_details?: readonly { readonly stream_detail?: readonly StreamDetail[] }[];
}

export class NatsCluster {
  readonly #folder: string;
  readonly #servers: readonly Server[];
  readonly #running = new Map<string, { stop(): Promise<void> }>();
  readonly #forget: () => void;

  private constructor(folder: string, servers: readonly Server[]) {
    this.#folder = folder;
    this.#servers = servers;
    const removal = { recursive: true, force: true, maxRetries: removalsMax };
    this.#forget = atEndSignal(() => rmSync(folder, removal));
  }

  /** Starts the servers, which listen on every address, and waits until they have elected a leader. */
  static async start(): Promise<NatsCluster> {
    const folder = await mkdtemp(join(tmpdir(), "tandem-nats-"));
    const ports: [number, number, number][] = [];
    for (const _ of names) ports.push([await freePort(), await freePort(), await freePort()]);
    const routes = ports.map(([, route]) => `"nats://127.0.0.1:${route}"`).join(", ");
    const servers = names.map((name, i) => {
      const [port, route, monitorPort] = ports[i] as [number, number, number];
      const cluster = `cluster { name: log, listen: "127.0.0.1:${route}", routes: [${routes}] }`;
      return { name, port, monitorPort, more: `http: "127.0.0.1:${monitorPort}"\n${cluster}` };
    });
    const started = new NatsCluster(folder, servers);
    await started.#startAll();
    return started;
  }

  get url(): string {
    return this.urlFor("127.0.0.1");
  }

  /** Returns the value of `--log`. @param host the address at which a node reaches the servers. */
  urlFor(host: string): string {
    return this.#servers.map(({ port }) => `nats://${host}:${port}`).join(",");
  }

  /** Kills the server that leads the log of blocks by SIGKILL, and starts it again. */
  async killLeader(): Promise<void> {
    const leader = await eventually("leader of the log", () => this.#leaderOfLog());
    await this.#running.get(leader)?.stop();
    await eventually("another leader", async () => {
      const next = await this.#leaderOfLog();
      return next !== undefined && next !== leader;
    });
    await this.#start(this.#servers.find(({ name }) => name === leader) as Server);
  }

  /**
   * Returns the names of the servers that have the consumers of a stream, which are those of its
   * readers. Each server reports its own.
   */
  async consumersOf(stream: RegExp): Promise<string[]> {
    const places = await Promise.all(
      this.#servers.map(async (server) => {
        const accounts = (await this.#report(server))?.account_details ?? [];
        const streams = accounts.flatMap(({ stream_detail = [] }) => stream_detail);
        const consumers = streams.find(({ name }) => stream.test(name))?.consumer_detail ?? [];
        return consumers.map(() => server.name);
      }),
    );
    return places.flat();
  }

  /** Kills a server by SIGKILL. */
  async kill(name: string): Promise<void> {
    await this.#running.get(name)?.stop();
  }

  /** Returns the value of `--log` with one server only. */
  urlOf(name: string): string {
    return `nats://127.0.0.1:${this.#servers.find((server) => server.name === name)?.port}`;
  }

  /** Kills all servers by SIGKILL, and starts them again with or without their data. */
  async restart(): Promise<void> {
    await this.#stopAll();
    await this.#startAll();
  }

  async restartEmpty(): Promise<void> {
    await this.#stopAll();
    for (const { name } of this.#servers) {
      await rm(this.#folderOf(name), { recursive: true, force: true });
    }
    await this.#startAll();
  }

  async stop(): Promise<void> {
    await this.#stopAll();
    this.#forget();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #startAll(): Promise<void> {
    await Promise.all(this.#servers.map((server) => this.#start(server)));
    await eventually("leader of the servers", async () => {
      const report = await this.#report(this.#servers[0] as Server);
      return (report?.meta_cluster?.leader ?? "") !== "";
    });
  }

  async #start({ name, port, more }: Server): Promise<void> {
    const folder = this.#folderOf(name);
    await mkdir(folder, { recursive: true });
    const server = await startNatsServer({ folder, port, name, more, address: "0.0.0.0" });
    if (server === undefined) throw new Error(`the server ${name} does not start`);
    this.#running.set(name, server);
  }

  async #stopAll(): Promise<void> {
    for (const server of this.#running.values()) await server.stop();
  }

  #folderOf(name: string): string {
    return join(this.#folder, name);
  }

  async #report({ monitorPort }: Server): Promise<Report | undefined> {
    const answer = await fetch(`http://127.0.0.1:${monitorPort}/jsz?consumers=true`).catch(
      () => undefined,
    );
    return answer?.json() as Promise<Report | undefined>;
  }

  async #leaderOfLog(): Promise<string | undefined> {
    for (const server of this.#servers) {
      const report = await this.#report(server);
      for (const { stream_detail: streams = [] } of report?.account_details ?? []) {
        const leader = streams.find(({ name }) => /^TANDEM_\d+$/.test(name))?.cluster?.leader;
        if (leader !== undefined && leader !== "") return leader;
      }
    }
    return undefined;
  }
}
