// Rewrites the links of documents that move to another path.
import { posix } from "node:path";

/** Matches a Markdown link or image to a file, but not to an address or within the page. */
const link = /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\((?!\w+:|#)([^)#\s]+)(#[^)\s]*)?\)/g;

/**
 * Returns a document with the links for its new path.
 * @param {string} text Markdown.
 * @param {string} from its path in the repository.
 * @param {string} to its new path.
 * @param {(file: string) => string | undefined} placeOf returns the new path of another file of the
 * repository. A link to a file without one becomes text. A target that begins with `/` is not
 * changed.
 */
export function relinked(text, from, to, placeOf) {
  return text.replaceAll(link, (whole, image, label, target, fragment = "") => {
    const place = placeOf(posix.join(posix.dirname(from), target));
    if (place === undefined) return image === "!" ? whole : label;
    const path = place.startsWith("/") ? place : posix.relative(posix.dirname(to), place);
    return path === "" ? whole : `${image}[${label}](${path}${fragment})`;
  });
}
