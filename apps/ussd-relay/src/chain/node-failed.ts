import { ConnectionError } from "@tandem/rpc/client";

/** Thrown when the node answers that it has failed, or is overloaded: it may answer the same request later. */
export class NodeFailed extends ConnectionError {}
