/** Reads a file that a user selects or drops. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { messageOf } from "./states.js";

/** The maximum bytes of a file. */
const bytesMax = 32_000_000;

interface FileInputProps {
  readonly id: string;
  readonly legend: string;
  /** The extensions that are offered, as in `.json`. */
  readonly accept: string;
  /** Returns the message after a read. A thrown error is shown as a failure. */
  take(text: string, name: string): string | undefined;
  readonly children: ComponentChildren;
}

export function FileInput({ id, legend, accept, take, children }: FileInputProps) {
  const [told, setTold] = useState<{ readonly text: string | undefined; isFailure: boolean }>();
  const read = async (file: File | undefined) => {
    if (file === undefined) return;
    try {
      if (file.size > bytesMax) throw new Error("The file is too large.");
      setTold({ text: take(await file.text(), file.name), isFailure: false });
    } catch (error) {
      setTold({ text: messageOf(error), isFailure: true });
    }
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    void read(event.dataTransfer?.files[0]);
  };
  return (
    <fieldset class="drop" onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
      <legend>{legend}</legend>
      {children}
      <label for={id}>File</label>
      <input
        id={id}
        type="file"
        accept={accept}
        // A browser reports no change when the file of the field is chosen again.
        onClick={(event) => {
          event.currentTarget.value = "";
        }}
        onChange={(event) => void read(event.currentTarget.files?.[0])}
      />
      <p class={told?.isFailure ? "bad" : ""} role="status">
        {told?.text}
      </p>
    </fieldset>
  );
}
