/** Copies text to the clipboard. */
import { useState } from "preact/hooks";

interface CopyProps {
  readonly text: string;
  /** The description of the text, for the button's name. */
  readonly what: string;
}

export function Copy({ text, what }: CopyProps) {
  const [outcome, setOutcome] = useState("Copy");
  const copy = async () => {
    try {
      // Undefined on a page of plain HTTP, except from the same machine.
      const clipboard: Clipboard | undefined = navigator.clipboard;
      await clipboard?.writeText(text);
      setOutcome(clipboard === undefined ? "Not copied" : "Copied");
    } catch {
      setOutcome("Not copied");
    }
  };
  return (
    <button type="button" class="copy" aria-label={`${outcome} ${what}`} onClick={copy}>
      {outcome}
    </button>
  );
}
