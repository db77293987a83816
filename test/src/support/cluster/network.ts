/** Creates networks for nodes that can be cut: Linux network namespaces, which require root. */
import { execFileSync } from "node:child_process";
import { atEndSignal } from "../processes/at-end-signal.js";

const ip = (...args: string[]) => execFileSync("ip", args, { stdio: "ignore" });

/** Returns whether namespaces can be created here. */
export function hasNetworks(): boolean {
  try {
    ip("netns", "add", `tandem-${process.pid}`);
    ip("netns", "del", `tandem-${process.pid}`);
    return true;
  } catch {
    return false;
  }
}

export class CuttableNetwork {
  /** The address of this machine in the network, and that of the network. */
  readonly outside: string;
  readonly inside: string;
  readonly #name: string;
  readonly #link: string;
  readonly #forget: () => void;

  /** @param index distinguishes the networks of a test. */
  constructor(index: number) {
    // Concurrent tests need networks of different numbers.
    const number = process.pid % 200;
    this.#name = `tandem-${process.pid}-${index}`;
    this.#link = `td${process.pid}-${index}`;
    this.outside = `10.${number + 20}.${index}.1`;
    this.inside = `10.${number + 20}.${index}.2`;
    ip("netns", "add", this.#name);
    this.#forget = atEndSignal(() => ip("netns", "del", this.#name));
    const peer = ["peer", "name", "eth0", "netns", this.#name];
    ip("link", "add", this.#link, "type", "veth", ...peer);
    ip("addr", "add", `${this.outside}/30`, "dev", this.#link);
    ip("-n", this.#name, "addr", "add", `${this.inside}/30`, "dev", "eth0");
    ip("-n", this.#name, "link", "set", "lo", "up");
    ip("-n", this.#name, "link", "set", "eth0", "up");
    this.mend();
  }

  /** Returns the command that runs another one in the network. */
  get around(): readonly string[] {
    return ["ip", "netns", "exec", this.#name];
  }

  /** Drops all packets from now on. */
  cut(): void {
    ip("link", "set", this.#link, "down");
  }

  mend(): void {
    ip("link", "set", this.#link, "up");
  }

  remove(): void {
    this.#forget();
    ip("netns", "del", this.#name);
  }
}
