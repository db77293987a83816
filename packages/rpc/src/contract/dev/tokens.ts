/** Declares changes of ERC-20 balances and allowances, by the names that other development nodes use. */
import { address } from "../codec/wire.js";
import { exampleAddress, exampleRecipient } from "../example.js";
import { method } from "../method.js";
import { anyAmount, nothing } from "../shape/control.js";

const token = address.describe("Contract of the token.");
const amount = anyAmount.describe("Units of the token, below 2^256.");
const exampleToken = "0x5fbdb2315678afecb367f032d93f642f64180aa3";

export const dealToken = method("anvil_dealERC20", {
  isBeyondBlocks: true,
  summary:
    "Sets the balance that an ERC-20 token returns for an account. The slot is found among those that " +
    "`balanceOf` reads; the total supply does not change.",
  aliases: ["hardhat_dealERC20", "tenderly_setErc20Balance"],
  isControl: true,
  params: { account: address.describe("Account that gets the balance."), token, amount },
  result: nothing,
  faults: ["params", "limit"],
  example: { params: [exampleAddress, exampleToken, "0xde0b6b3a7640000"], result: null },
});

export const setTokenAllowance = method("anvil_setERC20Allowance", {
  isBeyondBlocks: true,
  summary:
    "Sets the allowance that an ERC-20 token returns for an owner and a spender. The slot is found " +
    "among those that `allowance` reads.",
  isControl: true,
  params: {
    owner: address.describe("Account that owns the tokens."),
    spender: address.describe("Account that may spend them."),
    token,
    amount,
  },
  result: nothing,
  faults: ["params", "limit"],
  example: {
    params: [exampleAddress, exampleRecipient, exampleToken, "0xde0b6b3a7640000"],
    result: null,
  },
});
