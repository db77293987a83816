/** Decodes what calls and logs contain by ABIs, in the page and in commands. */
export { type AbiItem, decodeRevert, functionOf, reasonText } from "./decode.js";
export { abiItemsOf, readAbi } from "./read-abi.js";
