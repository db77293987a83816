/** Lays out named values, each with its meaning. */
import type { ComponentChildren } from "preact";

interface FieldProps {
  readonly name: string;
  readonly meaning?: string | undefined;
  readonly children: ComponentChildren;
}

/** Shows one value of a list of `Fields`. */
export function Field({ name, meaning, children }: FieldProps) {
  return (
    <div class="field">
      <dt>
        {name}
        {meaning !== undefined && <small>{meaning}</small>}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

export function Fields({ children }: { readonly children: ComponentChildren }) {
  return <dl class="fields">{children}</dl>;
}

interface SectionProps {
  readonly title: string;
  readonly id: string;
  readonly children: ComponentChildren;
}

/** Shows a part of a page under a heading. */
export function Section({ title, id, children }: SectionProps) {
  return (
    <section class="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
