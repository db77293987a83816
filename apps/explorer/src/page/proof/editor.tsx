/** Shows an editor of the fields of a header, so that the proof can be made invalid. */
import { type Edits, editableFields, faultOf, textOfField } from "./edits.js";
import type { ProofSource } from "./source.js";

interface EditorProps {
  readonly source: ProofSource;
  readonly edits: Edits;
  change(edits: Edits): void;
}

export function Editor({ source, edits, change }: EditorProps) {
  const changed = Object.keys(edits);
  return (
    <details class="editor">
      <summary>Change a field, and see where the proof fails</summary>
      {editableFields.map((name) => (
        <FieldInput
          key={name}
          name={name}
          text={edits[name] ?? textOfField(source.header, name)}
          isChanged={name in edits}
          change={(text) => change({ ...edits, [name]: text })}
        />
      ))}
      <button type="button" disabled={changed.length === 0} onClick={() => change({})}>
        Restore {changed.length === 0 ? "all" : changed.join(", ")}
      </button>
    </details>
  );
}

interface FieldInputProps {
  readonly name: string;
  readonly text: string;
  readonly isChanged: boolean;
  change(text: string): void;
}

function FieldInput({ name, text, isChanged, change }: FieldInputProps) {
  const fault = isChanged ? faultOf(name, text) : undefined;
  const id = `edit-${name}`;
  return (
    <div class={isChanged ? "edit changed" : "edit"}>
      <label for={id}>
        {name}
        {isChanged && " (changed)"}
      </label>
      <textarea
        id={id}
        rows={text.length > 100 ? 3 : 1}
        value={text}
        spellcheck={false}
        autocapitalize="none"
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-fault`}
        onInput={(event) => change(event.currentTarget.value)}
      />
      <p id={`${id}-fault`} class="bad">
        {fault}
      </p>
    </div>
  );
}
