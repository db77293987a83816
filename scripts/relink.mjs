// Documents that move to another place, with their links.
import { posix } from "node:path";

/** A link of Markdown, or an image, to a file; not to an address, and not within the page. */
const link = /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\((?!\w+:|#)([^)#\s]+)(#[^)\s]*)?\)/g;

/**
 * A document with its links as they are where it goes.
 * @param {string} text Markdown.
 * @param {string} from where it is, by its path in the repository.
 * @param {string} to where it goes.
 * @param {(file: string) => string | undefined} placeOf where another file of the repository goes. A link to one that
 * goes nowhere becomes its text. What begins with `/` is left as it is.
 */
export function relinked(text, from, to, placeOf) {
  return text.replaceAll(link, (whole, image, label, target, fragment = "") => {
    const place = placeOf(posix.join(posix.dirname(from), target));
    if (place === undefined) return image === "!" ? whole : label;
    const path = place.startsWith("/") ? place : posix.relative(posix.dirname(to), place);
    return path === "" ? whole : `${image}[${label}](${path}${fragment})`;
  });
}
