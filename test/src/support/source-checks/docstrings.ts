/** Finds docstrings of exports whose first sentence has no verb, by the words that such sentences begin with. */

const openings = [
  ..."After Also And As At Before Beside By Default For From How If In Left Like Neither".split(
    " ",
  ),
  ..."None Not Of On Once Out Past So Such That Those To Undefined Under Until Up".split(" "),
  ..."What When Where Whether Which Who Whose Why With Without".split(" "),
  "One who",
  "The same",
];
const exported = /\/\*\*\s*(?:\* )?((?:(?!\*\/)[\s\S])*?)\s*\*\/\nexport /g;
const verbless = new RegExp(`^(?:${openings.join("|")})\\b`);

/** Returns the first lines of exported docstrings that begin with words of a sentence without a verb. */
export const verblessIn = (text: string): string[] =>
  [...text.matchAll(exported)]
    .map(([, doc = ""]) => (doc.split("\n")[0] as string).trim())
    .filter((line) => verbless.test(line));
