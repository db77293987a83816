/** Generates a page of the contract: a table of methods for each theme, and the table of error codes. */
import { errorCodes } from "../contract/errors.js";
import { namesOf, themes } from "../contract/index.js";
import type { Method } from "../contract/method.js";

const cell = (text: string) => text.replaceAll("|", "\\|");

/** Returns the parameters; optional ones are in brackets. */
function paramsText({ params }: Method): string {
  const names = Object.entries(params).map(([name, schema]) =>
    schema.safeParse(undefined).success ? `[${name}]` : name,
  );
  return names.length === 0 ? "none" : names.map((name) => `\`${name}\``).join(" ");
}

function errorsText({ faults = [] }: Method): string {
  const codes = new Set(faults.map((name) => errorCodes[name].code));
  return [...codes].join(", ");
}

function methodRow(method: Method): string {
  const names = namesOf(method).map((name) => `\`${name}\``);
  const errors = errorsText(method);
  return `| ${names.join(", ")} | ${paramsText(method)} | ${cell(method.summary)} | ${errors} |`;
}

const example = ({ name, example: { params, result } }: Method) => {
  const text = JSON.stringify(result);
  const shown =
    text.length > exampleCharactersMax ? `${text.slice(0, exampleCharactersMax)}…` : text;
  return `- \`${name}\` \`${JSON.stringify(params)}\` → \`${shown}\``;
};

/** The number of characters of an example result on the page. */
const exampleCharactersMax = 160;

function themeText({ title, methods }: (typeof themes)[number]): string {
  const list: readonly Method[] = methods;
  return [
    `## ${title}`,
    "",
    "| method | params | description | own errors |",
    "| --- | --- | --- | --- |",
    ...list.map(methodRow),
    "",
    ...list.map(example),
    "",
  ].join("\n");
}

const errorRow = ({ code, when }: (typeof errorCodes)[keyof typeof errorCodes]) =>
  `| ${code} | ${cell(when)} |`;

/** Returns the whole page; it is deterministic. */
export function methodsPage(): string {
  return [
    "<!-- Generated from packages/rpc/src/contract by `node scripts/generate.mjs`. -->",
    "",
    "# Methods",
    "",
    "Parameters are positional; those in brackets are optional. The result is `null` when nothing is found.",
    "Every method may also return the errors -32602, -32603 and, over a [limit](operations.md#limits), -32005; on a full disk",
    "and where the node of a fork does not answer, -32000. An OpenRPC document has the same content:",
    "[`packages/rpc/openrpc.json`](../packages/rpc/openrpc.json), or the result of `rpc_discover`.",
    "",
    ...themes.map(themeText),
    "## Errors",
    "",
    "| code | when |",
    "| ---: | --- |",
    ...Object.values(errorCodes).map(errorRow),
    "",
  ].join("\n");
}
