/** Finds and creates elements of the page. */

/** @throws when the document has no such element. */
export function part<T extends HTMLElement>(id: string, kind: new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page has no ${kind.name} ${id}`);
  return found;
}

interface Attributes {
  readonly className?: string;
  readonly text?: string;
}

export function create<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  { className = "", text = "" }: Attributes,
  ...children: readonly Node[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.className = className;
  made.append(text, ...children);
  return made;
}
