/** Shows a function of a contract with fields for its arguments. */
import { useEffect, useMemo, useState } from "preact/hooks";
import type { AbiFunction } from "viem";
import { formatAbiItem } from "viem/utils";
import { Bounded } from "../parts/bounded.js";
import { TransactionLink } from "../parts/links.js";
import { useSession } from "../session/use-session.js";
import { type FunctionResult, isRead, runFunction } from "./run-function.js";

interface FunctionFormProps {
  readonly item: AbiFunction;
  readonly address: string;
  /** Reads it when it is shown. It must have no arguments. */
  readonly isReadAtOnce?: boolean;
  /** As of `Typed`. */
  readonly sender?: string;
}

export function FunctionForm({
  item,
  address,
  isReadAtOnce = false,
  sender = "",
}: FunctionFormProps) {
  const { client } = useSession();
  const [texts, setTexts] = useState<readonly string[]>(() => item.inputs.map(() => ""));
  const [value, setValue] = useState("0");
  const [result, setResult] = useState<FunctionResult>();
  const [isBusy, setBusy] = useState(false);
  const signature = useMemo(() => formatAbiItem(item), [item]);
  const run = async () => {
    setBusy(true);
    setResult(await runFunction(client, item, address, { texts, value, sender }));
    setBusy(false);
  };
  useEffect(() => {
    if (isReadAtOnce) void run();
  }, []);
  const submit = (event: Event) => {
    event.preventDefault();
    void run();
  };
  const verb = isRead(item) ? "Read" : "Send";
  return (
    <form class="function" data-function={item.name} onSubmit={submit}>
      <h4>
        <code>{signature}</code>
      </h4>
      {item.inputs.map(({ name, type }, i) => (
        <TextInput
          key={`${name}-${i}`}
          name={name === "" || name === undefined ? `argument ${i}` : name}
          type={type}
          text={texts[i] ?? ""}
          change={(text) => setTexts(texts.with(i, text))}
        />
      ))}
      {item.stateMutability === "payable" && (
        <TextInput name="Coins" type="sent with it" text={value} change={setValue} />
      )}
      <button type="submit" disabled={isBusy} aria-label={`${verb} ${item.name}`}>
        {verb}
      </button>
      <p class={result?.isFailure ? "bad result" : "result"} role="status">
        {result !== undefined && <Bounded text={result.text} what="the result" />}{" "}
        {result?.hash !== undefined && <TransactionLink value={result.hash} whole />}
      </p>
    </form>
  );
}

interface TextInputProps {
  readonly name: string;
  readonly type: string;
  readonly text: string;
  change(text: string): void;
}

export function TextInput({ name, type, text, change }: TextInputProps) {
  return (
    <label>
      {name} <small>{type}</small>
      <input
        type="text"
        value={text}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => change(event.currentTarget.value)}
      />
    </label>
  );
}
