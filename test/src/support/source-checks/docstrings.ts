/** Finds doc comments whose first sentence has no verb, by the first words of such sentences. */

const openings = [
  ..."After Also And As At Before Beside By Default For From How If In Left Like Neither".split(
    " ",
  ),
  ..."None Not Of On Once Out Past So Such That Those To Undefined Under Until Up".split(" "),
  ..."What When Where Whether Which Who Whose Why With Without".split(" "),
  "One who",
  "The same",
];
/** Openings that a function's sentence must not have either: it would name a result and not an action. */
const nounOpenings = ["A", "All", "An", "The", "RLP", "\\d+"];
/** Openings that no doc comment may have, since a fragment of a sentence follows. */
const fragmentOpenings = "What Who Whose Whom How Where Of That Those By".split(" ");
const exported =
  /\/\*\*\s*(?:\* )?((?:(?!\*\/)[\s\S])*?)\s*\*\/\nexport (?=((?:async )?function\b|const \w+ =\s*(?:async )?(?:<[^>]*>)?\()?)/g;
const beginningWith = (words: readonly string[]) => new RegExp(`^(?:${words.join("|")})\\b`);
const fragment = beginningWith(fragmentOpenings);
const verbless = beginningWith(openings);
const verblessOfFunction = beginningWith([...openings, ...nounOpenings]);

/** Returns the first lines of exported docstrings that begin with these words. */
export const verblessIn = (text: string): string[] =>
  [...text.matchAll(exported)]
    .map(([, doc = "", opensFunction]) => ({
      line: (doc.split("\n")[0] as string).trim(),
      pattern: opensFunction === undefined ? verbless : verblessOfFunction,
    }))
    .filter(({ line, pattern }) => pattern.test(line))
    .map(({ line }) => line);

/** Returns the first lines of doc comments, exported or not, that begin like a fragment. */
export const fragmentsIn = (text: string): string[] =>
  [...text.matchAll(/^[ \t]*\/\*\*\s*(?:\* )?(.*?)(?: ?\*\/)?$/gm)]
    .map(([, line = ""]) => line.trim())
    .filter((line) => fragment.test(line));
