/** Shows the controls of a development chain: blocks, branches, snapshots, time, accounts. */
import { isUnknownMethod } from "@tandem/rpc/client";
import { useState } from "preact/hooks";
import { messageOf } from "../parts/states.js";
import { useControls } from "../session/use-controls.js";
import { useSession } from "../session/use-session.js";
import { allControls, type Control, type ControlField, type Outcome } from "./all-controls.js";

interface Told extends Outcome {
  readonly id: number;
  readonly title: string;
  readonly isFailure: boolean;
}

/** The maximum number of outcomes that are listed. */
const toldMax = 20;

export function ControlsPage() {
  const access = useControls();
  const [told, setTold] = useState<readonly Told[]>([]);
  const tell = (title: string, outcome: Outcome, isFailure: boolean) =>
    setTold((before) =>
      [{ ...outcome, title, isFailure, id: (before[0]?.id ?? 0) + 1 }, ...before].slice(0, toldMax),
    );
  // Another failure, such as a lost connection, does not say that the node has none.
  if (access.state === "failed" && isUnknownMethod(access.error)) {
    return (
      <>
        <h1>Controls</h1>
        <p class="card bad" role="alert">
          This node has no controls: {messageOf(access.error)}
        </p>
      </>
    );
  }
  return (
    <>
      <h1>Controls</h1>
      <section class="card" aria-labelledby="told-title">
        <h2 id="told-title">What was done</h2>
        <Log told={told} />
      </section>
      <div class="controls">
        {allControls.map((control) => (
          <ControlForm key={control.id} control={control} tell={tell} />
        ))}
      </div>
    </>
  );
}

function Log({ told }: { readonly told: readonly Told[] }) {
  return (
    <div role="log" class="controls-log">
      {told.length === 0 && <p class="note">Nothing yet.</p>}
      {told.map(({ id, title, isFailure, ...outcome }) => (
        <p key={id} class={isFailure ? "bad" : ""}>
          <strong>{title}:</strong> <OutcomeText {...outcome} />
        </p>
      ))}
    </div>
  );
}

const OutcomeText = ({ text, link }: Outcome) => (
  <>
    {text} {link !== undefined && <a href={link.href}>{link.name}</a>}
  </>
);

interface FormProps {
  readonly control: Control;
  tell(title: string, outcome: Outcome, isFailure: boolean): void;
}

function ControlForm({ control, tell }: FormProps) {
  const { client } = useSession();
  const { id, title, action, about, fields } = control;
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(fields.map(({ name, initial }) => [name, initial])),
  );
  const [isBusy, setBusy] = useState(false);
  // The list of outcomes is out of sight on a narrow screen.
  const [last, setLast] = useState<Omit<Told, "id" | "title">>();
  const finish = (outcome: Outcome, isFailure: boolean) => {
    tell(title, outcome, isFailure);
    setLast({ ...outcome, isFailure });
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    try {
      finish(await control.run(client, texts), false);
    } catch (error) {
      finish({ text: messageOf(error) }, true);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      class="card control"
      id={`control-${id}`}
      onSubmit={submit}
      aria-labelledby={`${id}-name`}
    >
      <h2 id={`${id}-name`}>{title}</h2>
      <p class="note">{about}</p>
      {fields.map((field) => (
        <FieldInput
          key={field.name}
          field={field}
          text={texts[field.name] ?? ""}
          change={(text) => setTexts({ ...texts, [field.name]: text })}
        />
      ))}
      <button type="submit" disabled={isBusy} aria-describedby={`${id}-name`}>
        {action}
      </button>
      {last !== undefined && (
        <p class={last.isFailure ? "outcome bad" : "outcome"}>
          <OutcomeText {...last} />
        </p>
      )}
    </form>
  );
}

interface FieldInputProps {
  readonly field: ControlField;
  readonly text: string;
  change(text: string): void;
}

function FieldInput({ field: { name, isLong, choices }, text, change }: FieldInputProps) {
  if (choices !== undefined) {
    return (
      <label>
        {name}
        <select name={name} value={text} onChange={(event) => change(event.currentTarget.value)}>
          {choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      </label>
    );
  }
  return (
    <label class={isLong ? "long" : ""}>
      {name}
      <input
        type="text"
        name={name}
        value={text}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => change(event.currentTarget.value)}
      />
    </label>
  );
}
