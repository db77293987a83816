/**
 * Reads JSON-RPC 2.0 requests and writes responses. Responses are joined as text, since their results
 * are text already.
 */

import { isJsonObject } from "@tandem/primitives";
import { RpcError } from "../../contract/errors.js";
import { idCharactersMax } from "../../limits.js";
import { JsonBytes } from "../../written-json.js";
import { isRounded } from "./json-slices.js";
import type { ParsedText } from "./json-text.js";
import { entryOf } from "./method-table.js";
import { limitExceeded } from "./to-rpc-error.js";

/** The text of an answer, in pieces if it is large; undefined if there is no answer. */
export type ResponseText = string | JsonBytes | undefined;

/** A valid request. `idText` is undefined for a notification. */
export interface Request {
  readonly method: string;
  readonly params: readonly unknown[];
  readonly idText: string | undefined;
}

/** Returns the JSON text of an id, or undefined if the value is not a valid id. */
function idTextOf(id: unknown): string | undefined {
  if (Number.isSafeInteger(id)) return `${id}`;
  if (typeof id === "string" || typeof id === "number" || id === null) return JSON.stringify(id);
  return undefined;
}

const invalid = (message: string) => new RpcError("request", message);

/** An invalid request: the error and the id of its response. */
export interface Refusal {
  readonly refusal: RpcError;
  readonly idText: string;
}

const longId: Refusal = {
  refusal: limitExceeded({ limit: "id-characters", max: idCharactersMax }),
  idText: "null",
};

/**
 * Reads a request.
 * @param at index of the request in its batch; 0 for a single request.
 */
export function readRequest(
  value: unknown,
  { idNumbers }: Pick<ParsedText, "idNumbers">,
  at: number,
): Request | Refusal {
  if (!isJsonObject(value)) {
    return { refusal: invalid("a request must be an object"), idText: "null" };
  }
  const { jsonrpc, method, params, id } = value;
  if (typeof id === "string" && id.length > idCharactersMax) return longId;
  const idText = isRounded(id) ? idNumbers.get(at) : idTextOf(id);
  if (isRounded(id) && (idText?.length ?? 0) > idCharactersMax) return longId;
  if (id !== undefined && idText === undefined) {
    return { refusal: invalid("id must be a string, a number or null"), idText: "null" };
  }
  const refuse = (refusal: RpcError) => ({ refusal, idText: idText ?? "null" });
  if (jsonrpc !== "2.0") return refuse(invalid('jsonrpc must be "2.0"'));
  if (typeof method !== "string") return refuse(invalid("method must be a string"));
  if (params === undefined || params === null) return { method, params: [], idText };
  if (Array.isArray(params)) return { method, params, idText };
  const listed = listedMembers(method, params);
  if (listed !== undefined) return { method, params: listed, idText };
  return refuse(new RpcError("params", "params must be an array: parameters are positional"));
}

/** Returns the parameters in an object in their order; undefined if the method takes an array only. */
function listedMembers(method: string, params: unknown): readonly unknown[] | undefined {
  const names = isJsonObject(params) ? entryOf(method)?.method.memberNames : undefined;
  return names?.map((name) => (params as Readonly<Record<string, unknown>>)[name]);
}

const noParameters: readonly unknown[] = [];
const plain =
  /^\{"jsonrpc":"2\.0","id":(0|[1-9][0-9]{0,14}),"method":"(\w{1,64})"(?:,"params":\[\])?\}$/;
const plainCharactersMax = 140;

/**
 * Reads a request without parameters in the exact form that most clients write: it is frequent, and
 * this takes a third of the time of `JSON.parse`. Returns undefined for any other text.
 */
export function readPlainRequest(text: string): Request | undefined {
  if (text.length > plainCharactersMax) return undefined;
  const [, idText, method] = plain.exec(text) ?? [];
  if (idText === undefined || method === undefined) return undefined;
  return { method, params: noParameters, idText };
}

export function resultText(idText: string, result: string): string;
export function resultText(idText: string, result: string | JsonBytes): string | JsonBytes;
export function resultText(idText: string, result: string | JsonBytes): string | JsonBytes {
  const head = `{"jsonrpc":"2.0","id":${idText},"result":`;
  if (typeof result === "string") return `${head}${result}}`;
  const [before, after] = [Buffer.from(head), Buffer.from("}")];
  return new JsonBytes(before.length + result.length + after.length, function* (isReused) {
    yield before;
    yield* result.pieces(isReused);
    yield after;
  });
}

export function errorText(idText: string, error: RpcError): string {
  const data = error.data === undefined ? "" : `,"data":${JSON.stringify(error.data)}`;
  const members = `"code":${error.code},"message":${JSON.stringify(error.message)}${data}`;
  return `{"jsonrpc":"2.0","id":${idText},"error":{${members}}}`;
}

export const notificationHead = '{"jsonrpc":"2.0","method":"eth_subscription","params":';
