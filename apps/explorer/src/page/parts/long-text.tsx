/** Shows long text in a box that scrolls. */
import { Bounded } from "./bounded.js";

interface LongTextProps {
  readonly text: string;
  /** The description of the text, which another button copies. */
  readonly what: string;
}

export function LongText({ text, what }: LongTextProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long text is scrolled by keyboard.
    <pre class="bytes" tabIndex={0}>
      <Bounded text={text} what={what} isCopied />
    </pre>
  );
}
