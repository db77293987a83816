/** Declares the forms in which errors of calls and transactions are answered. */
import type { FaultData } from "@tandem/primitives";
import type { RpcError } from "../../contract/errors.js";

/**
 * The form of answers that differ between nodes: that of geth, which the specification uses, or
 * that of another development node.
 */
export type ErrorForm = "standard" | "hardhat" | "anvil";

/** Converts a fault. Returns undefined if the form is the standard one. */
export type FaultConverter = (fault: FaultData) => RpcError | undefined;
