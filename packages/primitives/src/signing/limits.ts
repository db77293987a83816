/** Limits of typed data that the node signs. */
export const typedDataLimits = {
  /** The number of members of all declared structs. */
  membersMax: 1024,
  /** The number of characters of typed data that are a text: it is parsed at once. */
  charactersMax: 512 * 1024,
  /** The number of characters of all texts, bytes in hexadecimal included: each is hashed at once. */
  textCharactersMax: 4 * 1024 * 1024,
  /** The number of encoded values, those inside arrays and structs included. */
  valuesMax: 4096,
  /** The depth of structs and arrays inside each other. */
  depthMax: 64,
} as const;
