/** Refuses the creation of a contract without code as Hardhat's network does. */
import type { CallRequest } from "@tandem/primitives";
import { withoutOutput } from "../../errors/hardhat-errors.js";
import type { Call } from "../handler.js";

/**
 * Checks that a request has a recipient or data, on a node in Hardhat's form: there a missing recipient is
 * an error of the caller, not a contract without code.
 * @throws {RpcError} `refused`
 */
export function assertNoEmptyCreation(
  { to, data }: Pick<CallRequest, "to" | "data">,
  { errorForm }: Pick<Call, "errorForm">,
): void {
  if (errorForm !== "hardhat" || to !== undefined || (data?.length ?? 0) > 0) return;
  throw withoutOutput("refused", "Contract creation without any data provided");
}
