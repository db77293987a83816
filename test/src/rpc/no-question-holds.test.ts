/** Tests that large requests share the event loop: bodies, batches, filters, answers, states, blocks. */
import { describe } from "node:test";
import { questions } from "../support/attacks/chosen.js";
import { probe } from "../support/attacks/probe.js";

describe("the loop is not held by large requests:", () => probe(questions));
