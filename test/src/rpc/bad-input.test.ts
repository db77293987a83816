/**
 * Tests that every method refuses what its schemas in the OpenRPC document refuse with -32602, and
 * a missing parameter too.
 */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { createNode, type InProcessNode } from "@tandem/node";
import { Ajv, type AnySchemaObject, type ValidateFunction } from "ajv";

const invalidParameters = -32602;

interface Param {
  readonly name: string;
  readonly required: boolean;
  readonly schema: AnySchemaObject;
}

interface Described {
  readonly name: string;
  readonly description?: string;
  readonly params: readonly Param[];
  readonly examples: readonly [{ readonly params: readonly { readonly value: unknown }[] }];
}

interface Document {
  readonly methods: readonly Described[];
  readonly components: object;
}

/** Values of every type: too short, too long, too large, and almost valid. */
const candidates: readonly unknown[] = [
  true,
  -1,
  1.5,
  2 ** 60,
  "",
  "nothing",
  "0x",
  "0x0g",
  "0x1",
  "1",
  `0x${"f".repeat(39)}`,
  `0x${"f".repeat(41)}`,
  `0x${"f".repeat(63)}`,
  `0x${"f".repeat(66)}`,
  `0x${"f".repeat(600)}`,
  [],
  ["nothing"],
  [[]],
  {},
  { nothing: 1 },
];

/** Yields the value with each of its members in turn replaced by a candidate, as deep as its example. */
function* damaged(value: unknown): Generator<unknown> {
  yield* candidates;
  if (typeof value !== "object" || value === null) return;
  for (const key of Object.keys(value)) {
    const own = (value as Readonly<Record<string, unknown>>)[key];
    for (const member of damaged(own)) {
      const copy: Record<string, unknown> | unknown[] = Array.isArray(value)
        ? [...value]
        : { ...value };
      (copy as Record<string, unknown>)[key] = member;
      yield copy;
    }
  }
}

describe("bad input", () => {
  let node: InProcessNode;
  let document: Document;
  const ajv = new Ajv({ strict: false, validateFormats: false });
  before(async () => {
    node = await createNode({ unlocked: true, mining: "manual", isListening: false });
    document = (await node.request("rpc_discover")) as Document;
    ajv.addSchema({ $id: "document", components: document.components });
  });
  after(() => node.close());

  const validators = new Map<string, ValidateFunction>();
  function validatorOf(schema: AnySchemaObject): ValidateFunction {
    const text = JSON.stringify(schema).replaceAll("#/components/", "document#/components/");
    const known = validators.get(text) ?? ajv.compile(JSON.parse(text) as AnySchemaObject);
    validators.set(text, known);
    return known;
  }
  const codeOf = (method: string, params: readonly unknown[]) =>
    node.request(method, params).then(
      () => "a result",
      (error: { readonly code?: number }) => error.code,
    );
  const asked = () =>
    document.methods.filter(({ description = "" }) => !/WebSocket and IPC only/.test(description));

  it("that a parameter's schema refuses is answered -32602 by every method", async () => {
    let count = 0;
    for (const { name, params, examples } of asked()) {
      const good = examples[0].params.map(({ value }) => value);
      for (const [at, param] of params.entries()) {
        const validate = validatorOf(param.schema);
        const tried = [...damaged(good[at])].filter((value) => !validate(value));
        assert.ok(tried.length > 0, `${name}: ${param.name} takes everything`);
        for (const value of tried) {
          const given = [...params.keys()].map((i) => (i === at ? value : (good[i] ?? null)));
          const about = `${name} ${param.name}: ${JSON.stringify(value).slice(0, 200)}`;
          assert.equal(await codeOf(name, given), invalidParameters, about);
          count++;
        }
      }
    }
    assert.ok(count > 1_000, String(count));
  });

  it("without a required parameter, or with one too many, is answered -32602 by every method", async () => {
    for (const { name, params, examples } of asked()) {
      const good = examples[0].params.map(({ value }) => value);
      const required = params.filter((param) => param.required).length;
      if (required > 0) {
        assert.equal(await codeOf(name, good.slice(0, required - 1)), invalidParameters, name);
        assert.equal(await codeOf(name, Array(required).fill(null)), invalidParameters, name);
      }
      const many = [...good, ...Array(params.length + 1 - good.length).fill(null)];
      assert.equal(await codeOf(name, many), invalidParameters, name);
    }
  });
});
