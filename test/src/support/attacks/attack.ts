/** What an attack is: data, and what it asks of a node that nobody prepared for it. */
import type { Target } from "./target.js";

/** Asks for what is costly. @returns what the attacker was told, in a few words. */
export type Strike = () => Promise<string>;

/** The settings of the attacked node; its defaults where they are left out. */
export interface Settings {
  readonly flags?: readonly string[];
  /** API key, which the attacker does not know. */
  readonly key?: string;
  /** Contents of the `--chain` file. */
  readonly chain?: object;
}

export interface Attack extends Settings {
  readonly name: string;
  /** Takes too long for every run of the tests. */
  readonly isLong?: boolean;
  /** Makes the state that it needs. Attacks of one scene can strike the same node in turn. */
  readonly scene?: Prepare;
  /** The scene that its strike leaves behind. */
  readonly leaves?: Prepare;
  /** Makes ready what is not measured, when the scene stands. */
  prepare(target: Target): Promise<Strike>;
}

/** One request whose parameters are the same on every node. */
export const requesting = (
  name: string,
  method: string,
  params: () => readonly unknown[],
  more: Partial<Attack> = {},
): Attack => ({
  name,
  ...more,
  async prepare(target) {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: params() });
    return () => target.post(body);
  },
});

export type Prepare = (target: Target) => Promise<unknown>;
/** Asked for when the node is ready. */
export type Params = (target: Target) => Promise<readonly unknown[]> | readonly unknown[];

/** Declares one request in a state in which it is costly. */
export const asking = (
  name: string,
  scene: Prepare | undefined,
  method: string,
  params: Params = () => [],
  more: Partial<Attack> = {},
): Attack => ({
  name,
  ...(scene === undefined ? {} : { scene }),
  ...more,
  async prepare(target) {
    const made = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: await params(target) });
    return () => target.post(made);
  },
});
