/** Shows the search field. The key `/` moves the focus to it from anywhere. */
import { isUnknownMethod } from "@tandem/rpc/client";
import type { RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { lackOf, messageOf } from "../parts/states.js";
import { route } from "../router.js";
import { useSession } from "../session/use-session.js";
import { find } from "./find.js";

const isTextField = (target: EventTarget | null) =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement;

/** Moves the focus to a field by the key `/`. */
function useFocusKey(field: RefObject<HTMLInputElement | null>): void {
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
}

/** Searches, and leads to what the newest search finds. */
function useSearch() {
  const { client } = useSession();
  const [told, setTold] = useState("");
  const searches = useRef(0);
  const shown = route.value;
  // The reader went elsewhere: the answer of an earlier search would lead away from there.
  useLayoutEffect(() => {
    searches.current += 1;
    setTold("");
  }, [shown]);
  const search = async (text: string) => {
    searches.current += 1;
    const number = searches.current;
    setTold("Searching…");
    const found = await find(client, text).catch((error) => ({
      why: isUnknownMethod(error) ? lackOf("the search") : messageOf(error),
    }));
    // An earlier search may be answered later.
    if (number !== searches.current) return;
    setTold("why" in found ? found.why : "");
    if ("link" in found) window.location.hash = found.link;
  };
  return { told, search };
}

export function SearchBox() {
  const field = useRef<HTMLInputElement>(null);
  const { told, search } = useSearch();
  useFocusKey(field);
  const submit = (event: Event) => {
    event.preventDefault();
    void search(field.current?.value ?? "");
  };
  return (
    <search>
      <form class="search" onSubmit={submit}>
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
