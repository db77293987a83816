/** Copies text to the clipboard. */
import { useState } from "preact/hooks";

interface CopyProps {
  readonly text: string;
  /** The description of the text, for the button's name. */
  readonly what: string;
}

export function Copy({ text, what }: CopyProps) {
  const [outcome, setOutcome] = useState("Copy");
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setOutcome("Copied"),
      () => setOutcome("Not copied"),
    );
  return (
    <button type="button" class="copy" aria-label={`${outcome} ${what}`} onClick={copy}>
      {outcome}
    </button>
  );
}
