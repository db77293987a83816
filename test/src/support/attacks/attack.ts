/** Defines an attack: its data, and its requests to a node that is not prepared for it. */
import type { Settings, Target } from "./target.js";

/** Sends expensive requests. @returns a short description of the answer. */
export type Strike = () => Promise<string>;

export interface Attack extends Settings {
  readonly name: string;
  /** Set if it takes too long for every run of the tests. */
  readonly isLong?: boolean;
  /** Creates the state that the attack needs. Attacks of one scene can run on the same node in turn. */
  readonly scene?: Prepare;
  /** The scene that exists after the attack. */
  readonly leaves?: Prepare;
  /** Prepares what is not measured, after the scene exists. */
  prepare(target: Target): Promise<Strike>;
}

/** Declares an attack of one request with the same parameters on every node. */
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
/** Called when the node is ready. */
export type Params = (target: Target) => Promise<readonly unknown[]> | readonly unknown[];

/** Declares one request in a state in which it is expensive. */
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
