/** What an attack is: data, and what it asks of a node that nobody prepared for it. */
import type { Target } from "./target.js";

/** Asks for what is costly. @returns what the attacker was told, in a few words. */
export type Strike = () => Promise<string>;

export interface Attack {
  readonly name: string;
  /** Flags of the node; its default settings when left out. */
  readonly flags?: readonly string[];
  /** API key of the node, which the attacker does not know. */
  readonly key?: string;
  /** Contents of the `--chain` file; the built-in test chain when left out. */
  readonly chain?: object;
  /** Takes too long for every run of the tests. */
  readonly isLong?: boolean;
  /** Makes ready what is not measured. */
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

/** One request after a state was made in which it is costly. */
export const asking = (
  name: string,
  prepare: Prepare,
  method: string,
  params: Params = () => [],
  more: Partial<Attack> = {},
): Attack => ({
  name,
  ...more,
  async prepare(target) {
    await prepare(target);
    const made = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: await params(target) });
    return () => target.post(made);
  },
});
