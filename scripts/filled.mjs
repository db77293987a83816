// Fills in the generated parts, between marks, of documents that are otherwise written by hand.

/** Returns the lines of a code block. */
export const fenced = (language, text) => [`\`\`\`${language}`, ...text.split("\n"), "```"];

/**
 * Returns a document with its generated parts filled in.
 * @param text the current document.
 * @param parts lines by the name that `<!-- generated: NAME -->` has; `<!-- end -->` ends a part.
 */
export function filled(text, parts) {
  return Object.entries(parts).reduce((filling, [name, lines]) => {
    const begin = `<!-- generated: ${name} -->`;
    const end = "<!-- end -->";
    const from = filling.indexOf(begin);
    const to = filling.indexOf(end, from);
    if (from < 0 || to < 0) throw new Error(`there is no part ${begin}`);
    return `${filling.slice(0, from)}${begin}\n${lines.join("\n")}\n${filling.slice(to)}`;
  }, text);
}
