/** Provides the node under attack, with its meter and with calls that prepare a scene. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fromHex, keccak256, toHex } from "@tandem/primitives";
import { developmentAccounts } from "../development.js";
import { eventually } from "../eventually.js";
import { createLoopHoldMeter, type LoopHoldMeter } from "../loop-hold/loop-hold.js";
import { type NodeProcess, startNodeProcess } from "../node-process.js";
import { call } from "../rpc.js";
import { type LegacyFields, signLegacy } from "../signer.js";
import type { Hex } from "../wire.js";

/** The settings of the attacked node, with the node's defaults. */
export interface Settings {
  readonly flags?: readonly string[];
  /** API key that the attacker does not know. */
  readonly key?: string;
  /** Contents of the `--chain` file. */
  readonly chain?: object;
}

/** The maximum characters of an answer in a report. */
const shownCharacters = 120;
const chainId = 31;
const gasPrice = 1_000_000_000n;

export class Target {
  /** The folder of the node's files: a killed process does not remove them. */
  readonly folder: string;
  readonly node: NodeProcess;
  readonly meter: LoopHoldMeter;
  /** The path of a client with a key. */
  readonly #ownPath: string;
  readonly #nonces = new Map<number, number>();
  /** The connections of requests that are not answered. */
  readonly #agents = new Set<Agent>();

  constructor(folder: string, node: NodeProcess, meter: LoopHoldMeter, key: string) {
    this.folder = folder;
    this.node = node;
    this.meter = meter;
    this.#ownPath = `/${key}`;
  }

  get url(): string {
    return this.node.url;
  }

  /** Calls a method with a key, if keys are set. */
  call<T>(method: string, params: readonly unknown[] = []): Promise<T> {
    return call<T>(new URL(this.#ownPath, this.url).href, method, params);
  }

  /** Returns the gas of a transaction that leaves little of the next block's. */
  async blockGas(): Promise<bigint> {
    const { gasLimit } = await this.call<{ gasLimit: Hex }>("eth_getBlockByNumber", ["latest"]);
    return (BigInt(gasLimit) * 99n) / 100n;
  }

  /** Deploys a contract of any size at an address derived from a number. */
  async deploy(n: number, code: Uint8Array): Promise<Hex> {
    const address: Hex = `0x${n.toString(16).padStart(40, "c0de")}`;
    await this.call("hardhat_setCode", [address, toHex(code)]);
    return address;
  }

  /** Returns a raw transaction of a development account, with its next nonce. */
  sign(account: number, fields: Partial<LegacyFields>): Hex {
    const { key } = developmentAccounts[account] as (typeof developmentAccounts)[number];
    const nonce = this.#nonces.get(account) ?? 0;
    this.#nonces.set(account, nonce + 1);
    const stated = { nonce, gasPrice, gasLimit: 21_000n, ...fields };
    return signLegacy(Buffer.from(key.privateKey.slice(2), "hex"), chainId, stated) as Hex;
  }

  /** Waits for the block of a raw transaction, which may come long after the answer. Returns its hash. */
  async blockOf(raw: Hex): Promise<Hex> {
    const hash = toHex(keccak256(fromHex(raw)));
    const { blockHash } = await eventually(
      "block of a transaction",
      async () =>
        (await this.call<{ blockHash: Hex } | null>("eth_getTransactionReceipt", [hash])) ??
        undefined,
    );
    return blockHash;
  }

  /** Closes the connections of all posts that are not answered. */
  disconnect(): void {
    for (const agent of this.#agents) agent.destroy();
  }

  /** Posts a body and returns a description of the answer, whatever its status. */
  post(body: string | Uint8Array, path = "/", headers: object = {}): Promise<string> {
    return new Promise((resolve) => {
      const agent = new Agent();
      this.#agents.add(agent);
      const ended = (words: string) => {
        agent.destroy();
        this.#agents.delete(agent);
        resolve(words);
      };
      const sent = request(
        new URL(path, this.url),
        { method: "POST", agent, headers: { "content-type": "application/json", ...headers } },
        (response) => {
          let [shown, length] = ["", 0];
          response.on("data", (chunk: Buffer) => {
            length += chunk.length;
            if (shown.length < shownCharacters) shown += chunk.toString("latin1");
          });
          response.on("error", () => ended("the answer broke off"));
          response.on("end", () => {
            const text = shown.slice(0, shownCharacters);
            ended(`${response.statusCode}, ${length} bytes: ${text}`);
          });
        },
      );
      sent.on("error", ({ message }) => ended(`no answer: ${message}`));
      sent.end(body);
    });
  }
}

export async function stopTarget({ folder, meter, node }: Target): Promise<void> {
  meter.close();
  await node.stop("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
}

/** Starts a node with the settings of an attack. */
export async function startTarget({ flags = [], key, chain }: Settings): Promise<Target> {
  const meter = createLoopHoldMeter();
  const folder = mkdtempSync(join(tmpdir(), "tandem-attack-"));
  try {
    const file = join(folder, "chain.json");
    if (chain !== undefined) writeFileSync(file, JSON.stringify(chain));
    const all = [
      ...(chain === undefined ? [] : ["--chain", file]),
      ...(key === undefined ? [] : ["--api-key", key]),
      ...flags,
    ];
    const node = await startNodeProcess(all, { ...meter.environment, TMPDIR: folder });
    await meter.open();
    return new Target(folder, node, meter, key ?? "");
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}
