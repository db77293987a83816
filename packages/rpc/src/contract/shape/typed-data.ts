/** Defines the typed data of EIP-712: an object, or its JSON text, as some clients send it. */
import { Fault, type TypedData, typedDataLimits } from "@tandem/primitives";
import * as z from "@tandem/schema";
import { type DecodePart, sliced } from "../codec/slices.js";

const member = z.object({ name: z.string(), type: z.string() });

const expected = "expected typed data: types, primaryType, domain and message";

const typedDataObject = z.object(
  {
    types: z.record(z.string(), z.array(member)),
    primaryType: z.string(),
    domain: z.record(z.string(), z.unknown()),
    message: z.record(z.string(), z.unknown()).optional(),
  },
  expected,
);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type Limit = "typed-data-characters" | "typed-data-members" | "typed-data-values";

const exceeded = (limit: Limit, max: number) => new Fault({ code: "limit-exceeded", limit, max });

const membersOf = (value: unknown): Readonly<Record<string, unknown>> => Object(value);
const countIn = (value: unknown): number => Object.keys(Object(value)).length;

/**
 * Checks what the schema would go through at once.
 * @throws {Fault} `limit-exceeded` for more types, members or values than can be signed.
 */
function assertSmall(value: unknown): void {
  const { types, domain, message } = membersOf(value);
  const { membersMax, valuesMax } = typedDataLimits;
  const lists = countIn(types) > membersMax ? [] : Object.values(Object(types)).map(countIn);
  const members = lists.reduce((sum, count) => sum + count, 0);
  if (lists.length < countIn(types) || members > membersMax) {
    throw exceeded("typed-data-members", membersMax);
  }
  if (countIn(domain) + countIn(message) > valuesMax) {
    throw exceeded("typed-data-values", valuesMax);
  }
}

/** Decodes what may be large, after its size is checked. */
function* decodeSteps(value: unknown, decode: DecodePart): Generator<void, unknown> {
  if (typeof value !== "string") {
    assertSmall(value);
    return decode(value);
  }
  const { charactersMax } = typedDataLimits;
  if (value.length > charactersMax) throw exceeded("typed-data-characters", charactersMax);
  yield;
  const object = parsed(value);
  assertSmall(object);
  return decode(object ?? value);
}

export const typedData = sliced(
  z
    .codec(z.union([typedDataObject, z.string()], expected), z.custom<TypedData>(), {
      decode(wire, context) {
        if (typeof wire === "object") return wire;
        const result = typedDataObject.safeParse(parsed(wire));
        if (result.success) return result.data;
        context.issues.push({ code: "custom", input: wire, message: expected });
        return z.NEVER;
      },
      encode: (typed) => typed as z.output<typeof typedDataObject>,
    })
    .meta({ id: "TypedData" }),
  decodeSteps,
);
