/** Shows the beginning of long text from the chain, which may have millions of characters. */
import { useState } from "preact/hooks";
import { grouped } from "../format/amounts.js";
import { Copy } from "./copy.js";

/** The characters of a text that are shown unless all of it is requested. */
export const shownMax = 1_000;

/** Returns the beginning of a text, without half of a character at its end. */
export const beginningOf = (text: string): string =>
  text.slice(0, shownMax).replace(/[\ud800-\udbff]$/, "");

interface BoundedProps {
  readonly text: string;
  /** The description of the text, for the name of the button that copies it. */
  readonly what: string;
  /** Is true if another button copies the text. */
  readonly isCopied?: boolean;
}

/** Shows text, if it is long with its length and buttons that show all of it and copy it. */
export function Bounded({ text, what, isCopied = false }: BoundedProps) {
  const [isWhole, setWhole] = useState(false);
  if (text.length <= shownMax) return <>{text}</>;
  return (
    <>
      {isWhole ? text : `${beginningOf(text)}…`}{" "}
      <span class="more">
        {grouped(text.length)} characters{" "}
        <button
          type="button"
          class="copy"
          aria-expanded={isWhole}
          aria-label={`Show ${isWhole ? "less" : "all"} of ${what}`}
          onClick={() => setWhole(!isWhole)}
        >
          Show {isWhole ? "less" : "all"}
        </button>{" "}
        {!isCopied && <Copy text={text} what={what} />}
      </span>
    </>
  );
}
