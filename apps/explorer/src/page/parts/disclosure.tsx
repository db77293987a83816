/** Shows a part of a page when its title is opened. Nothing of it is read before. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

interface DisclosureProps {
  readonly title: string;
  readonly id: string;
  readonly isOpen?: boolean;
  children(): ComponentChildren;
}

export function Disclosure({ title, id, isOpen = false, children }: DisclosureProps) {
  const [open, setOpen] = useState(isOpen);
  return (
    <details
      class="card disclosure"
      id={id}
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <h2>{title}</h2>
      </summary>
      {open && children()}
    </details>
  );
}
