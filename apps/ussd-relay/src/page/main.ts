/** Composes the phone page. */
import { Conversation } from "./conversation.js";
import { DetailsPanel } from "./details-panel.js";
import { isPhoneNumber, readServiceCode } from "./dialogue.js";
import { Handset } from "./handset.js";
import { Measures } from "./measures.js";
import { part } from "./parts.js";
import { readSettings } from "./relay.js";
import { loadPhoneNumber, storePhoneNumber } from "./storage.js";
import { TransactionList } from "./transaction-list.js";

const firstPhoneNumber = "+254700000001";

/** @returns a function that returns the current number, or undefined when it is invalid. */
function openNumberField(): () => string | undefined {
  const field = part("phone-number", HTMLInputElement);
  const note = part("phone-number-note", HTMLParagraphElement);
  field.value = loadPhoneNumber() ?? firstPhoneNumber;
  field.addEventListener("input", () => {
    const isRight = isPhoneNumber(field.value);
    field.ariaInvalid = String(!isRight);
    note.classList.toggle("wrong", !isRight);
    if (isRight) storePhoneNumber(field.value);
  });
  return () => (isPhoneNumber(field.value) ? field.value : undefined);
}

/** Returns the service code of the page's URL, or the relay's setting. */
async function findServiceCode(): Promise<string> {
  const given = new URLSearchParams(location.search).get("code");
  const fromAddress = given === null ? undefined : readServiceCode(given);
  return fromAddress ?? (await readSettings()).serviceCode;
}

async function open(): Promise<void> {
  const phoneNumber = openNumberField();
  const details = new DetailsPanel();
  // Without the settings the details are shown as JSON alone.
  readSettings().then(
    ({ explorerUrl }) => details.linkTo(explorerUrl),
    () => {},
  );
  const transactions = new TransactionList((before, hash) => details.refresh(before, hash));
  let conversation: Conversation | undefined;
  const handset = new Handset({
    send: (entry) => conversation?.send(entry),
    cancel: () => conversation?.cancel(),
  });
  try {
    const serviceCode = await findServiceCode();
    const onPosted = (sessionId: string, isAnswered: boolean) =>
      transactions.follow(sessionId, isAnswered);
    const measures = new Measures();
    conversation = new Conversation({ handset, measures, serviceCode, phoneNumber, onPosted });
  } catch (error) {
    handset.show({ line: "Failed", text: error instanceof Error ? error.message : String(error) });
  }
}

void open();
