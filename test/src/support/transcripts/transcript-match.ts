/**
 * Fills in values for `${name}`, and compares answers with the expected ones of a transcript:
 * members in any order and no further ones, exactly or, for `"<form>"`, by form.
 */
import { data, hash, quantity } from "../shape.js";

/** Values by name, as they are written inside a JSON string. */
export type Values = Map<string, string>;

const isNonEmptyText = (value: unknown) => typeof value === "string" && value !== "";

const forms: Readonly<Record<string, (value: unknown) => boolean>> = {
  hash32: hash,
  quantity,
  data,
  address: (value) => typeof value === "string" && /^0x[0-9a-f]{40}$/.test(value),
  text: isNonEmptyText,
  number: (value) => typeof value === "number" && Number.isFinite(value) && value >= 0,
  list: (value) => Array.isArray(value) && value.length > 0,
  object: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
};

/** `<form>`; `<text naming words>` contains those words; `<form as name>` stores the value for later. */
const formPattern = /^<([a-z0-9]+)(?: naming ([^<>]+?))?(?: as (\w+))?>$/;

/** @throws {Error} if there is no such value. */
export const fillIn = (text: string, values: Values): string =>
  text.replace(/\$\{([\w.]+)\}/g, (_, name: string) => {
    const value = values.get(name);
    if (value === undefined) throw new Error(`there is no value ${name}`);
    return value;
  });

/**
 * @param path of the value, for the error.
 * @throws {Error} that names the first difference.
 */
export function assertMatches(found: unknown, wanted: unknown, values: Values, path = "$"): void {
  if (Array.isArray(wanted)) assertList(found, wanted, values, path);
  else if (typeof wanted === "object" && wanted !== null) assertObject(found, wanted, values, path);
  else if (typeof wanted === "string" && formPattern.test(wanted)) {
    assertForm(found, wanted, values, path);
  } else if (found !== wanted) differ(path, wanted, found);
}

function differ(path: string, wanted: unknown, found: unknown): never {
  const shown = (value: unknown) => JSON.stringify(value)?.slice(0, 400) ?? "nothing";
  throw new Error(`${path}: wanted ${shown(wanted)}, found ${shown(found)}`);
}

function assertList(found: unknown, wanted: readonly unknown[], values: Values, path: string) {
  if (!Array.isArray(found)) differ(path, wanted, found);
  if (found.length !== wanted.length) differ(`${path}.length`, wanted.length, found.length);
  for (const [i, item] of wanted.entries()) assertMatches(found[i], item, values, `${path}[${i}]`);
}

function assertObject(found: unknown, wanted: object, values: Values, path: string): void {
  if (typeof found !== "object" || found === null || Array.isArray(found)) {
    differ(path, wanted, found);
  }
  const members = new Map(Object.entries(found));
  for (const [key, item] of Object.entries(wanted)) {
    if (!members.has(key)) differ(`${path}.${key}`, item, undefined);
    assertMatches(members.get(key), item, values, `${path}.${key}`);
    members.delete(key);
  }
  for (const [key, item] of members) differ(`${path}.${key}`, undefined, item);
}

function assertForm(found: unknown, wanted: string, values: Values, path: string): void {
  const [, form = "", word, name] = formPattern.exec(wanted) ?? [];
  const hasForm = forms[form];
  if (hasForm === undefined) throw new Error(`${path}: there is no form ${wanted}`);
  if (!hasForm(found)) differ(path, wanted, found);
  if (word !== undefined && !namesWord(String(found), word)) differ(path, wanted, found);
  if (name !== undefined) values.set(name, String(found));
}

/** Returns whether the text contains the words separately, not as a part of a longer name. */
function namesWord(text: string, words: string): boolean {
  const literal = words.replace(/[.[\]*+?^${}()|\\]/g, "\\$&");
  return new RegExp(`(?<![\\w.[\\]])${literal}(?![\\w[\\]]|\\.\\w)`).test(text);
}
