/** Forks the node by Hardhat's own network, which wants every log to say whether it is removed. */
import { expect } from "chai";
import { network } from "hardhat";

describe("a fork of the node by Hardhat's own network", () => {
  it("has the node's state, receipts, logs and traces, and goes on with its own", async () => {
    const { ethers } = await network.create();
    const counter = await ethers.deployContract("Counter");
    const { hash } = await counter.increase();
    const { blockNumber } = await ethers.provider.getTransactionReceipt(hash);

    const fork = await network.create({ network: "fork" });
    const address = await counter.getAddress();
    const forked = await fork.ethers.getContractAt("Counter", address);
    expect(await forked.number()).to.equal(1n);
    expect(await forked.number({ blockTag: blockNumber - 1 })).to.equal(0n);
    const receipt = await fork.ethers.provider.getTransactionReceipt(hash);
    expect(receipt.blockNumber).to.equal(blockNumber);
    const trace = await fork.provider.request({ method: "debug_traceTransaction", params: [hash] });
    expect(trace.failed).to.equal(false);

    await forked.increase();
    expect(await forked.number()).to.equal(2n);
    const logs = await fork.ethers.provider.getLogs({ address, fromBlock: 0 });
    expect(logs.map((log) => log.blockNumber)).to.deep.equal([blockNumber, blockNumber + 1]);
    expect(await counter.number()).to.equal(1n);
  });
});
