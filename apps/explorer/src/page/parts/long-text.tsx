/** Shows long text in a box that scrolls. */

export function LongText({ text }: { readonly text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long text is scrolled by keyboard.
    <pre class="bytes" tabIndex={0}>
      {text}
    </pre>
  );
}
