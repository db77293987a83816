/** Defines the typed data of EIP-712: an object, or its JSON text, as some clients send it. */
import type { TypedData } from "@tandem/primitives";
import { z } from "zod";

const member = z.object({ name: z.string(), type: z.string() });

const expected = "expected typed data: types, primaryType, domain and message";

const typedDataObject = z.object(
  {
    types: z.record(z.string(), z.array(member)),
    primaryType: z.string(),
    domain: z.record(z.string(), z.unknown()),
    message: z.record(z.string(), z.unknown()),
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

export const typedData = z
  .codec(z.union([typedDataObject, z.string()], expected), z.custom<TypedData>(), {
    decode(wire, context) {
      const result = typedDataObject.safeParse(typeof wire === "string" ? parsed(wire) : wire);
      if (result.success) return result.data;
      context.issues.push({ code: "custom", input: wire, message: expected });
      return z.NEVER;
    },
    encode: (typed) => typed as z.output<typeof typedDataObject>,
  })
  .meta({ id: "TypedData" });
