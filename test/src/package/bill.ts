/** Reads the list of parts of the package, which CycloneDX's own schema must find valid. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { ownPackage } from "../support/processes/packed.js";

export interface Component {
  readonly group?: string;
  readonly name: string;
  readonly version: string;
  readonly licenses?: readonly unknown[];
  readonly properties: readonly { readonly value: string }[];
}

const schemas = join(ownPackage("@cyclonedx/cyclonedx-library"), "res/schema");

const schemaOf = (name: string) =>
  JSON.parse(readFileSync(join(schemas, `${name}.SNAPSHOT.schema.json`), "utf8"));

function assertValid(bill: object): void {
  const ajv = new Ajv({ strict: false, validateFormats: false });
  // The schema references the others by file name, relative to its own address.
  for (const name of ["spdx", "jsf-0.82"]) {
    const { $id: _, ...schema } = schemaOf(name);
    ajv.addSchema(schema, `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
  }
  assert.ok(ajv.validate(schemaOf("bom-1.6"), bill), ajv.errorsText());
}

/** @param folder of the package. */
export function readBill(folder: string): { readonly components: readonly Component[] } {
  const bill = JSON.parse(readFileSync(join(folder, "sbom.cdx.json"), "utf8"));
  assertValid(bill);
  return bill;
}
