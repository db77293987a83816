/** Renders XML as text. All escaping is done here. */

/** A piece of XML, already escaped. */
export interface Markup {
  readonly xml: string;
}

type Attributes = Readonly<Record<string, string | number>>;

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/** Returns whether XML 1.0 cannot represent a code point, even escaped. */
const isUnwritable = (code: number) =>
  (code < 0x20 && code !== 0x09 && code !== 0x0a) ||
  (code >= 0xd800 && code <= 0xdfff) ||
  code === 0xfffe ||
  code === 0xffff;

const escaped = (text: string) =>
  [...text]
    .map((one) => (isUnwritable(one.codePointAt(0) as number) ? "\ufffd" : (escapes[one] ?? one)))
    .join("");

/**
 * Renders an element with its attributes in the given order. Text is on the element's line and
 * child elements have a line each, so that two versions of a chart can be compared.
 */
export function element(
  name: string,
  attributes: Attributes,
  ...children: readonly (Markup | string)[]
): Markup {
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escaped(String(value))}"`,
  );
  const open = `<${name}${written.join("")}`;
  if (children.length === 0) return { xml: `${open}/>` };
  const inner = children.map((child) => (typeof child === "string" ? escaped(child) : child.xml));
  const isLines = children.some((child) => typeof child !== "string");
  return {
    xml: isLines
      ? `${[`${open}>`, ...inner].join("\n")}\n</${name}>`
      : `${open}>${inner.join("")}</${name}>`,
  };
}
