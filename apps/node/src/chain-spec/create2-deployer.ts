/** The account of the proxy of deterministic deployments. */
import { type Address, fromHex, type GenesisAccount } from "@tandem/primitives";

/**
 * Creates a contract with CREATE2 from a salt and its init code, the data of a call. Nobody holds its
 * key: on public chains one signed transaction without a chain id deployed it
 * (https://github.com/Arachnid/deterministic-deployment-proxy). Foundry's scripts create contracts
 * with a salt by it.
 */
export const create2Deployer: GenesisAccount = {
  address: fromHex("0x4e59b44847b379578588920ca78fbf26c0b4956c") as Address,
  balance: 0n,
  nonce: 1n,
  code: fromHex(
    `0x7f${"f".repeat(62)}e03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3`,
  ),
};
