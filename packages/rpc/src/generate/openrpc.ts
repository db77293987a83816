/**
 * Generates the OpenRPC document of the contract. Shapes that several methods share are written once,
 * under `components`. Aliases are methods of their own, as clients call them.
 */
import { createRequire } from "node:module";
import { runSync } from "@tandem/runtime";
import { constructed } from "@tandem/schema";
import * as z from "zod";
import { errorCodes } from "../contract/errors.js";
import { contract, namesOf } from "../contract/index.js";
import { type Method, resultUnder } from "../contract/method.js";

type Json = Readonly<Record<string, unknown>>;

const { version } = createRequire(import.meta.url)("../../../../package.json") as {
  version: string;
};

const methods: readonly Method[] = contract;

/** Returns the JSON Schema of the wire form, draft 7; referenced schemas are moved into `shared`. */
function describe(schema: z.ZodType, shared: Map<string, Json>): Json {
  const all: Json = z.toJSONSchema(constructed(schema), { io: "input", target: "draft-7" });
  const { $schema, definitions, ...own } = all;
  for (const [name, definition] of Object.entries((definitions ?? {}) as Json)) {
    shared.set(name, withReferences(definition) as Json);
  }
  return withReferences(own) as Json;
}

/** Rewrites references within a schema to references within the document. */
function withReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withReferences);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) =>
      key === "$ref" && typeof member === "string"
        ? [key, member.replace("#/definitions/", "#/components/schemas/")]
        : [key, withReferences(member)],
    ),
  );
}

function describeParams(method: Method, shared: Map<string, Json>): Json[] {
  return Object.entries(method.params).map(([name, param]) => {
    const { description, ...schema } = describe(param, shared);
    return {
      name,
      ...(description === undefined ? {} : { description }),
      required: !param.safeParse(undefined).success,
      schema,
    };
  });
}

/** Returns the general errors, then those of the method. */
function errorsOf({ faults = [] }: Method): Json[] {
  return (["params", "internal", ...faults] as const).map((name) => {
    return { $ref: `#/components/errors/${name}` };
  });
}

function exampleOf(method: Method, name: string): Json {
  const { params, example } = method;
  const names = Object.keys(params);
  const result = resultUnder(method, name);
  const shown =
    result === method.result
      ? example.result
      : z.encode(result, z.decode(method.result, example.result as never) as never);
  return {
    name: "example",
    params: example.params.map((value, i) => ({ name: names[i] ?? String(i), value })),
    result: { name: "result", value: shown },
  };
}

function describeMethod(method: Method, name: string, shared: Map<string, Json>): Json {
  return {
    name,
    summary: method.summary,
    ...(method.isWebSocketOnly ? { description: "Over WebSocket and IPC only." } : {}),
    paramStructure: "by-position",
    params: describeParams(method, shared),
    result: { name: "result", schema: describe(resultUnder(method, name), shared) },
    errors: errorsOf(method),
    examples: [exampleOf(method, name)],
  };
}

const sorted = (schemas: Map<string, Json>) =>
  Object.fromEntries([...schemas].sort(([a], [b]) => (a < b ? -1 : 1)));

/** Returns the complete document, which is deterministic. */
export const openRpc = (): Json => runSync(openRpcSteps());

/** Builds the document in steps of one method each: the first build takes about 100 ms. */
export function* openRpcSteps(): Generator<void, Json> {
  const shared = new Map<string, Json>();
  const described: Json[] = [];
  for (const method of methods) {
    for (const name of namesOf(method)) {
      described.push(describeMethod(method, name, shared));
      yield;
    }
  }
  return {
    openrpc: "1.3.2",
    info: {
      title: "Tandem",
      version,
      description: "JSON-RPC of an EVM-compatible node that is merge-mined with Bitcoin.",
    },
    methods: described,
    components: {
      schemas: sorted(shared),
      errors: Object.fromEntries(
        Object.entries(errorCodes).map(([name, { code, when }]) => [name, { code, message: when }]),
      ),
    },
  };
}
