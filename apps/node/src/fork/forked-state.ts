/**
 * Asks the other node for the state after the forked block. A reorg there must not mix the states
 * of two branches, so the block is named by its hash (EIP-1898). A node that takes no hash is asked
 * by number, and then whether the block at that number still is the forked one.
 */
import { Fault, toQuantity } from "@tandem/primitives";
import { RpcError } from "@tandem/rpc";
import { askHashAt } from "./answers.js";
import type { ForkPoint } from "./fork-point.js";
import type { RemoteNode } from "./remote-node.js";

/** The code of JSON-RPC for parameters of another shape; other errors may pass. */
const invalidParams = -32602;

type AskedNode = Pick<RemoteNode, "address" | "call">;

export class ForkedState {
  readonly #node: AskedNode;
  readonly #point: Pick<ForkPoint, "number" | "hash">;
  /** Is true once the node has refused a hash as a parameter and answered by the number. */
  #isByNumber = false;

  constructor(node: AskedNode, point: Pick<ForkPoint, "number" | "hash">) {
    this.#node = node;
    this.#point = point;
  }

  /**
   * @param params without the block, which is the last one.
   * @throws {RpcError} the error of the node, with the code that it has.
   * @throws {Fault} `execution-failed` if it cannot be reached, or no longer has the block.
   */
  async ask(method: string, params: readonly unknown[]): Promise<unknown> {
    const { hash } = this.#point;
    let isHashRefused = this.#isByNumber;
    if (!isHashRefused) {
      try {
        return await this.#node.call(method, [...params, { blockHash: hash }]);
      } catch (error) {
        // A node that takes no hash and one that lost the block answer differently each.
        if (!(error instanceof RpcError)) throw error;
        isHashRefused = error.code === invalidParams;
      }
    }
    const answer = await this.#askByNumber(method, params);
    await this.#assertSameBlock();
    this.#isByNumber ||= isHashRefused;
    return answer;
  }

  async #askByNumber(method: string, params: readonly unknown[]): Promise<unknown> {
    const { number } = this.#point;
    try {
      return await this.#node.call(method, [...params, toQuantity(number)]);
    } catch (cause) {
      if (!(cause instanceof RpcError)) throw cause;
      const said = `the forked node ${this.#node.address} refused ${method} of the forked block ${number}: ${cause.message}`;
      const hint = "nodes that keep no archive have the state of new blocks only";
      throw new RpcError(cause.code, `${said}; ${hint}`, cause.data, { cause });
    }
  }

  async #assertSameBlock(): Promise<void> {
    const { number, hash } = this.#point;
    const found = await askHashAt(this.#node, number);
    if (typeof found === "string" && found.toLowerCase() === hash) return;
    const message = `the forked node ${this.#node.address} no longer has the forked block ${number}, ${hash}: another block is there since a reorg, so fork again`;
    throw new Fault({ code: "execution-failed", message });
  }
}
