/** Collects listeners to one kind of event. */
export function listeners<Event>() {
  const all = new Set<(event: Event) => void>();
  return {
    on(listener: (event: Event) => void) {
      all.add(listener);
      return () => void all.delete(listener);
    },
    tell(event: Event) {
      for (const listener of all) listener(event);
    },
  };
}
