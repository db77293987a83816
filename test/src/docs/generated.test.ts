/** Tests the documents that are generated from the RPC contract: current, valid, and correct. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { resolveConfig } from "@tandem/node";
import { Ajv, type AnySchemaObject, type ValidateFunction } from "ajv";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const { staleDocuments } = (await import(
  new URL("../../../scripts/generated-documents.mjs", import.meta.url).href
)) as { staleDocuments(): Promise<readonly (readonly [name: string, text: string])[]> };
const require = createRequire(import.meta.url);
// Its declarations omit the default export, which is the schema.
const openRpcSchema = (require("@open-rpc/meta-schema") as { default: AnySchemaObject }).default;
const draft7 = require("ajv/lib/refs/json-schema-draft-07.json") as AnySchemaObject;

interface Described {
  readonly name: string;
  readonly params: readonly { readonly name: string; readonly schema: AnySchemaObject }[];
  readonly result: { readonly schema: AnySchemaObject };
  readonly errors: readonly { readonly $ref: string }[];
  readonly examples: readonly {
    readonly params: readonly { readonly value: unknown }[];
    readonly result: { readonly value: unknown };
  }[];
}

interface Document {
  readonly methods: readonly Described[];
  readonly components: {
    readonly schemas: Readonly<Record<string, AnySchemaObject>>;
    readonly errors: Readonly<Record<string, { readonly code: number }>>;
  };
}

const document = JSON.parse(
  readFileSync(join(root, "packages/rpc/openrpc.json"), "utf8"),
) as Document;

describe("the generated documents", () => {
  it("are up to date with the contract", async () => {
    const stale = await staleDocuments();
    assert.deepEqual(
      stale.map(([name]) => name),
      [],
      "run node scripts/generate.mjs",
    );
  });
});

it("the schema of a config file accepts what a node accepts, and no other key or value", (t) => {
  const { $schema, ...schema } = JSON.parse(
    readFileSync(join(root, "docs/settings.schema.json"), "utf8"),
  ) as AnySchemaObject;
  const isValid = new Ajv().compile(schema);
  const folder = mkdtempSync(join(tmpdir(), "tandem-schema-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const config = (content: object) => {
    const file = join(folder, "config.json");
    writeFileSync(file, JSON.stringify(content));
    return resolveConfig(["--config", file], {}).config;
  };
  const page = readFileSync(join(root, "docs/settings.md"), "utf8");
  const example = JSON.parse(/```json\n(.*?)```/s.exec(page)?.[1] ?? "") as object;
  const named = { $schema: "settings.schema.json", ...example };
  assert.ok(isValid(named), JSON.stringify(isValid.errors));
  assert.equal(config(named).port, 9545);
  const [misspelt, below] = [{ mining: "atuo" }, { "gas-limit": -1 }];
  for (const wrong of [{ prot: 1 }, { port: 70_000 }, misspelt, below, { "api-key": "one" }]) {
    assert.equal(isValid(wrong), false, JSON.stringify(wrong));
    assert.throws(() => config(wrong), /prot|expected|Invalid/);
  }
});

describe("the OpenRPC document", () => {
  it("is valid by OpenRPC's own schema", () => {
    // OpenRPC names a dialect of schemas whose address returns draft 7 and little else.
    const ajv = new Ajv({ strict: false, validateSchema: false, validateFormats: false });
    const definitions = {
      ...draft7.definitions,
      JSONSchemaObject: { properties: { $ref: { type: "string" } } },
    };
    for (const $id of ["https://meta.json-schema.tools", "https://meta.json-schema.tools/"]) {
      ajv.addSchema({ ...draft7, $id, definitions });
    }
    const { $schema, ...schema } = openRpcSchema;
    const validate = ajv.compile(schema);
    assert.ok(validate(document), JSON.stringify(validate.errors?.slice(0, 3)));
    assert.equal(validate({ ...document, methods: [{}] }), false);
  });

  it("names every method once", () => {
    const names = document.methods.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
    for (const name of ["eth_getLogs", "trace_filter", "rsk_protocolVersion", "rpc.discover"]) {
      assert.ok(names.includes(name), name);
    }
  });

  it("has examples that its own schemas accept", () => {
    const ajv = new Ajv({ strict: false });
    ajv.addSchema({ $id: "document", components: document.components });
    // Many parameters have the same schema, and to compile one takes milliseconds.
    const compiled = new Map<string, ValidateFunction>();
    const check = (schema: AnySchemaObject, value: unknown, what: string) => {
      const text = JSON.stringify(schema).replaceAll("#/components/", "document#/components/");
      const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text) as AnySchemaObject);
      compiled.set(text, validate);
      assert.ok(validate(value), `${what}: ${JSON.stringify(validate.errors?.slice(0, 3))}`);
    };
    for (const { name, params, result, examples } of document.methods) {
      assert.ok(examples.length > 0, name);
      for (const example of examples) {
        for (const [i, { value }] of example.params.entries()) {
          const param = params[i];
          assert.ok(param, `${name} has no parameter ${i}`);
          check(param.schema, value, `${name}, ${param.name}`);
        }
        check(result.schema, example.result.value, name);
      }
    }
  });

  it("has no dangling references", () => {
    const text = JSON.stringify(document);
    const references = new Set([...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, to]) => to));
    assert.ok(references.size > 10);
    for (const reference of references) {
      const [, , kind, name] = (reference as string).split("/");
      const all: Readonly<Record<string, unknown>> =
        kind === "errors" ? document.components.errors : document.components.schemas;
      assert.ok(all[name as string] !== undefined, reference);
    }
  });
});
