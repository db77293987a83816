/** Describes requests as spans of a trace, with OpenTelemetry's attributes for JSON-RPC. */
import { loggedReason } from "@tandem/primitives";
import type { Span, SpanOptions } from "@tandem/runtime";
import type { RpcError } from "../../contract/errors.js";
import type { Request } from "../request/envelope.js";

/** @param traceparent the client's span, if it has one. */
export const spanOf = (
  { method, idText }: Request,
  traceparent: string | undefined,
): SpanOptions => ({
  name: method,
  kind: "server",
  traceparent,
  attributes: {
    "rpc.system": "jsonrpc",
    "rpc.method": method,
    "rpc.jsonrpc.version": "2.0",
    "rpc.jsonrpc.request_id": idText,
  },
});

export function failSpan(span: Span, { code, message }: RpcError): void {
  const reason = loggedReason(message);
  span.set({ "rpc.jsonrpc.error_code": code, "rpc.jsonrpc.error_message": reason });
  span.fail(reason);
}
