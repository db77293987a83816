/** What is large shares the event loop: bodies, batches, filters, answers, states, blocks. */
import { describe } from "node:test";
import { questions } from "../support/attacks/chosen.js";
import { probe } from "../support/attacks/probe.js";

describe("nobody holds the loop by what is large:", () => probe(questions));
