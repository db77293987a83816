/** Lists methods of other development nodes that this node lacks by design, with their replacements. */

/** The end of the error message that follows the method's name. */
export const absentMethods: ReadonlyMap<string, string> = new Map([
  ["anvil_setChainId", "does not exist: --chain-id sets the id of a chain when the node starts"],
]);
