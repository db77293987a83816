/** Defines the types of the node's answers that the page shows. */
import type { Calls } from "@tandem/rpc/client";

type AnswerOf<Name extends keyof Calls> = NonNullable<Awaited<ReturnType<Calls[Name]>>>;

export type BlockDetails = AnswerOf<"ots_getBlockDetails">;
export type ListedBlock = BlockDetails["block"];
export type Transaction = AnswerOf<"eth_getTransactionByHash">;
export type Receipt = AnswerOf<"eth_getTransactionReceipt">;
export type Log = Receipt["logs"][number];
export type TransactionPage = AnswerOf<"ots_searchTransactionsBefore">;
export type Submissions = AnswerOf<"tandem_getSubmissions">;
export type ForkAlerts = AnswerOf<"tandem_getForkAlerts">;
export type BranchBlock = AnswerOf<"tandem_getBlocksByHeight">[number];
export type Uncle = AnswerOf<"eth_getUncleByBlockHashAndIndex">;
