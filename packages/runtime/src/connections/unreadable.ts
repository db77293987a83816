/** Says why Node's parser cannot read a request, to which Node would write its own answer before those to earlier requests. */

/** The cause for which the rest of a connection is not read. */
export type UnreadableCause =
  | "client left"
  | "malformed"
  | "head too long"
  | "chunk extensions too long"
  | "too slow";

const causes: ReadonlyMap<string | undefined, UnreadableCause> = new Map([
  // The client has ended its side within a request.
  ["HPE_INVALID_EOF_STATE", "client left"],
  ["HPE_HEADER_OVERFLOW", "head too long"],
  ["HPE_CHUNK_EXTENSIONS_OVERFLOW", "chunk extensions too long"],
  ["ERR_HTTP_REQUEST_TIMEOUT", "too slow"],
]);

/** Returns the cause of the event `clientError` of Node's server. */
export const unreadableCause = ({ code }: NodeJS.ErrnoException): UnreadableCause =>
  causes.get(code) ?? "malformed";
