/** The phone page: puts its parts together. */
import { Conversation } from "./conversation.js";
import { DetailsPanel } from "./details-panel.js";
import { isPhoneNumber, readServiceCode } from "./dialogue.js";
import { Handset } from "./handset.js";
import { keepPhoneNumber, keptPhoneNumber } from "./kept.js";
import { Measures } from "./measures.js";
import { part } from "./parts.js";
import { readSettings } from "./relay.js";
import { TransactionList } from "./transaction-list.js";

const firstPhoneNumber = "+254700000001";

/** @returns the number as it stands now, if it is one. */
function openNumberField(): () => string | undefined {
  const field = part("phone-number", HTMLInputElement);
  const note = part("phone-number-note", HTMLParagraphElement);
  field.value = keptPhoneNumber() ?? firstPhoneNumber;
  field.addEventListener("input", () => {
    const isRight = isPhoneNumber(field.value);
    field.ariaInvalid = String(!isRight);
    note.classList.toggle("wrong", !isRight);
    if (isRight) keepPhoneNumber(field.value);
  });
  return () => (isPhoneNumber(field.value) ? field.value : undefined);
}

/** The address of the page goes before the relay's setting. */
async function findServiceCode(): Promise<string> {
  const given = new URLSearchParams(location.search).get("code");
  const fromAddress = given === null ? undefined : readServiceCode(given);
  return fromAddress ?? (await readSettings()).serviceCode;
}

async function open(): Promise<void> {
  const phoneNumber = openNumberField();
  const details = new DetailsPanel();
  const transactions = new TransactionList((hash) => details.refresh(hash));
  let conversation: Conversation | undefined;
  const handset = new Handset({
    send: (entry) => conversation?.send(entry),
    cancel: () => conversation?.cancel(),
  });
  try {
    const serviceCode = await findServiceCode();
    const heard = (sessionId: string) => transactions.look(sessionId);
    const measures = new Measures();
    conversation = new Conversation({ handset, measures, serviceCode, phoneNumber, heard });
  } catch (error) {
    handset.show({ line: "Failed", text: error instanceof Error ? error.message : String(error) });
  }
}

void open();
