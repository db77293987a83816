/** Shows the search field. The key `/` moves the focus to it from anywhere. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { messageOf } from "../parts/states.js";
import { useSession } from "../session/use-session.js";
import { find } from "./find.js";

const isTextField = (target: EventTarget | null) =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement;

export function SearchBox() {
  const { client } = useSession();
  const field = useRef<HTMLInputElement>(null);
  const [told, setTold] = useState("");
  // A layout effect runs before the first paint of the field.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTextField(event.target)) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  const search = async (event: Event) => {
    event.preventDefault();
    setTold("Searching…");
    try {
      const found = await find(client, field.current?.value ?? "");
      setTold("why" in found ? found.why : "");
      if ("link" in found) window.location.hash = found.link;
    } catch (error) {
      setTold(messageOf(error));
    }
  };
  return (
    <search>
      <form class="search" onSubmit={search}>
        <label class="unseen" for="search">
          Height, hash or address
        </label>
        <input
          id="search"
          ref={field}
          type="text"
          inputMode="search"
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          placeholder="Height, hash, address"
          aria-describedby="search-told"
          aria-keyshortcuts="/"
        />
        <button type="submit">Search</button>
      </form>
      <p id="search-told" class="told" role="status">
        {told}
      </p>
    </search>
  );
}
