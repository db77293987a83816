/** Keeps how far each entry of the browser's history was scrolled. */

/** The item of the session's storage that outlives the document, as pairs of an entry and its position. */
const item = "tandem-scrolled";

/** Returns the stored positions by entry; none if storage is unavailable. */
function restore(window: Window): Map<number, number> {
  try {
    return new Map(JSON.parse(window.sessionStorage.getItem(item) ?? "[]"));
  } catch {
    return new Map();
  }
}

/** Stores the positions, if storage is available. */
function store(window: Window, positions: ReadonlyMap<number, number>): void {
  try {
    window.sessionStorage.setItem(item, JSON.stringify([...positions]));
  } catch {
    // A page that is loaded again begins at its top.
  }
}

/**
 * Returns a function that must be called when another page is shown: it scrolls to where the reader left the entry,
 * and to the top of a new one. The browser would scroll before the content is there.
 */
export function keepScrolled(window: Window): () => void {
  const { history } = window;
  history.scrollRestoration = "manual";
  const positions = restore(window);
  let last = window.performance.timeOrigin;
  let stop = () => {};
  const enter = (): number => {
    // The state has those of `useKept` too.
    const { entry = ++last } = history.state ?? {};
    history.replaceState({ ...history.state, entry }, "");
    stop = scrollWhenThere(window, positions.get(entry) ?? 0);
    return entry;
  };
  let entry = enter();
  const leave = () => {
    stop();
    positions.set(entry, window.scrollY);
  };
  window.addEventListener("pagehide", () => {
    leave();
    store(window, positions);
  });
  return () => {
    leave();
    entry = enter();
  };
}

/** Events by which a reader begins to scroll, or to use the page. */
const inputs = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/**
 * Scrolls to a position as soon as the content reaches so far, unless the reader does something before.
 * @returns a function that ends it.
 */
function scrollWhenThere(window: Window, top: number): () => void {
  const { documentElement } = window.document;
  const observer = new ResizeObserver(() => {
    window.scrollTo(0, top);
    // The browser may round a position.
    if (window.scrollY > top - 1) stop();
  });
  const stop = () => {
    observer.disconnect();
    for (const input of inputs) window.removeEventListener(input, stop);
  };
  window.scrollTo(0, top);
  if (top > 0) {
    observer.observe(documentElement);
    for (const input of inputs) window.addEventListener(input, stop, { passive: true });
  }
  return stop;
}
