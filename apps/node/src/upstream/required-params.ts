/** Adds the parameters that clients may leave out on this node, and that the forked node may require. */
import type { RemoteNode } from "../fork/remote-node.js";

type Node = Pick<RemoteNode, "address" | "call">;

/** The parameters that Ethereum's specification requires, with what this node takes in their place. */
const requiredParams: Readonly<Record<string, { readonly at: number; readonly value: unknown }>> = {
  eth_getBlockByHash: { at: 1, value: false },
  eth_getBlockByNumber: { at: 1, value: false },
  eth_feeHistory: { at: 2, value: [] },
};

export const withRequiredParams = (node: Node): Node => ({
  get address() {
    return node.address;
  },
  call(method, params) {
    const required = Object.hasOwn(requiredParams, method) ? requiredParams[method] : undefined;
    if (required === undefined || params[required.at] != null) return node.call(method, params);
    const { at, value } = required;
    return node.call(method, [...params.slice(0, at), value, ...params.slice(at + 1)]);
  },
});
