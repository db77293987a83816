/** A suite as projects write it for Hardhat's own network, with the accounts of the node. */
const { expect } = require("chai");
const { ethers, network } = require("hardhat");
const helpers = require("@nomicfoundation/hardhat-network-helpers");
const { createSign, generateKeyPairSync, createHash } = require("node:crypto");
const { loadFixture, time, mine } = helpers;

describe("a suite written for Hardhat", () => {
  async function deployed() {
    const [owner, other] = await ethers.getSigners();
    const counter = await ethers.deployContract("Counter");
    const nest = await ethers.deployContract("Nest");
    const verifier = await ethers.deployContract("Verifier");
    return { owner, other, counter, nest, verifier };
  }

  it("fails in Hardhat's ways", async () => {
    const { counter, owner } = await loadFixture(deployed);
    await expect(counter.failWithText()).to.be.revertedWith("a reason");
    await expect(counter.failWithError())
      .to.be.revertedWithCustomError(counter, "TooHigh")
      .withArgs(9, owner.address);
    await expect(counter.failPlain()).to.be.revertedWithCustomError(counter, "Plain");
    await expect(counter.failSilently()).to.be.revertedWithoutReason(ethers);
    await expect(counter.failWithPanic(0)).to.be.revertedWithPanic(0x12);
    await expect(counter.failWithText({ gasLimit: 100000 })).to.be.revertedWith("a reason");
    await expect(counter.failWithError({ gasLimit: 100000 })).to.be.revertedWithCustomError(
      counter,
      "TooHigh",
    );
    await expect(counter.viewFails()).to.be.revertedWith("view");
    await expect(counter.spin({ gasLimit: 200000 })).to.be.reverted;
    await expect(owner.sendTransaction({ to: counter, data: "0x12345678" })).to.be.reverted;
    await expect(ethers.deployContract("Leaf", [true])).to.be.revertedWith("leaf fails");
    await expect(counter.increase.staticCall()).not.to.be.reverted;
    expect(await counter.number()).to.equal(0n);
  });

  it("asks as plain requests do that name no block, and estimates as Hardhat does", async () => {
    const { counter, owner, other } = await loadFixture(deployed);
    const ask = (method, ...params) => network.provider.send(method, params);
    const to = await counter.getAddress();
    expect(await ask("eth_getCode", to)).to.equal(await ethers.provider.getCode(to));
    expect(await ask("eth_getStorageAt", to, "0x0")).to.equal(`0x${"00".repeat(32)}`);
    const data = counter.interface.encodeFunctionData("number");
    expect(await ask("eth_call", { to, data })).to.equal(`0x${"00".repeat(32)}`);
    expect(await owner.estimateGas({ to: other, value: 1n })).to.equal(21001n);
    await expect(ask("eth_call", { to, gas: "0x1" })).to.be.rejectedWith(
      "Transaction requires at least 21000 gas but got 1",
    );
  });

  it("reads struct logs as Hardhat writes them", async () => {
    const { counter } = await loadFixture(deployed);
    const { hash } = await counter.increase();
    const trace = await network.provider.send("debug_traceTransaction", [hash]);
    expect(trace.failed).to.equal(false);
    const { stack, memory, storage } = trace.structLogs.at(-1);
    for (const word of [...stack, ...memory, ...Object.entries(storage).flat()]) {
      expect(word).to.match(/^[0-9a-f]{64}$/);
    }
    expect(Object.values(storage).map(Number)).to.include(1);
    const bare = { disableMemory: true, disableStack: true, disableStorage: true };
    const plain = await network.provider.send("debug_traceTransaction", [hash, bare]);
    expect(Object.keys(plain.structLogs[0])).to.have.members([
      "depth",
      "gas",
      "gasCost",
      "op",
      "pc",
    ]);
  });

  it("mines what waits with the next transaction once automine is on, as Hardhat does", async () => {
    const { owner, other } = await loadFixture(deployed);
    const height = await ethers.provider.getBlockNumber();
    await network.provider.send("evm_setAutomine", [false]);
    await owner.sendTransaction({ to: other, gasLimit: 30000 });
    await network.provider.send("evm_setAutomine", [true]);
    expect(await ethers.provider.getBlockNumber()).to.equal(height);
    await owner.sendTransaction({ to: other, gasLimit: 30000 });
    expect((await ethers.provider.getBlock(height + 1)).transactions.length).to.equal(2);
    await helpers.setNextBlockBaseFeePerGas(0);
    for (let sent = 0; sent < 4; sent++) {
      await (await owner.sendTransaction({ to: other, gasPrice: 1, gasLimit: 30000 })).wait();
    }
    await helpers.setPrevRandao(12345);
    await mine();
    const { mixHash } = await network.provider.send("eth_getBlockByNumber", ["latest", false]);
    expect(mixHash).to.equal(ethers.toBeHex(12345, 32));
    await expect(helpers.setNonce(owner.address, 0)).to.be.rejectedWith(
      "must not be smaller than the existing nonce",
    );
  });

  it("changes the gas limit with the next block, and numbers snapshots from 1 after a reset", async () => {
    await helpers.reset();
    const first = await helpers.takeSnapshot();
    for (const limit of [100_000, 50_000_000]) {
      await helpers.setBlockGasLimit(limit);
      await mine();
      expect((await ethers.provider.getBlock("latest")).gasLimit).to.equal(limit);
    }
    await expect(helpers.setBlockGasLimit(0)).to.be.rejectedWith("must be greater than 0");
    await helpers.reset();
    const { gasLimit } = await ethers.provider.getBlock("latest");
    expect(gasLimit).to.equal(60_000_000);
    expect((await helpers.takeSnapshot()).snapshotId).to.equal(first.snapshotId);
  });

  it("mines what fails, with its nonce", async () => {
    const { counter, owner } = await loadFixture(deployed);
    const before = await owner.getNonce();
    await expect(counter.failWithText({ gasLimit: 100000 })).to.be.revertedWith("a reason");
    expect(await owner.getNonce()).to.equal(before + 1);
  });

  it("emits, and changes balances", async () => {
    const { counter, owner, other } = await loadFixture(deployed);
    await expect(counter.connect(other).increase())
      .to.emit(counter, "Increased")
      .withArgs(other.address, 1);
    await expect(() => counter.increase({ value: 5n })).to.changeEtherBalances(
      [owner, counter],
      [-5n, 5n],
    );
    await expect(counter.pay(other.address)).to.changeEtherBalances([counter, other], [-5n, 5n]);
    await expect(owner.sendTransaction({ to: other, value: 3n })).to.changeEtherBalance(other, 3n);
  });

  it("sends in parallel without waiting", async () => {
    const { counter } = await loadFixture(deployed);
    const sent = await Promise.all(Array.from({ length: 20 }, () => counter.increase()));
    await Promise.all(sent.map((tx) => tx.wait()));
    expect(await counter.number()).to.equal(20n);
  });

  it("mines a batch in one block", async () => {
    const { counter } = await loadFixture(deployed);
    await network.provider.send("evm_setAutomine", [false]);
    const sent = [];
    for (let i = 0; i < 5; i++) sent.push(await counter.increase({ gasLimit: 100000 }));
    await network.provider.send("evm_mine");
    await network.provider.send("evm_setAutomine", [true]);
    const blocks = new Set(
      (await Promise.all(sent.map((tx) => tx.wait()))).map(({ blockNumber }) => blockNumber),
    );
    expect(blocks.size).to.equal(1);
  });

  it("moves the clock between fixtures", async () => {
    for (let i = 0; i < 3; i++) {
      const { counter } = await loadFixture(deployed);
      const now = await time.latest();
      await time.increaseTo(now + 1000);
      expect(await time.latest()).to.equal(now + 1000);
      await time.setNextBlockTimestamp(now + 2000);
      await counter.increase();
      expect(await time.latest()).to.equal(now + 2000);
      await time.increase(86400);
      await mine(3);
      await helpers.mineUpTo((await time.latestBlock()) + 10);
    }
  });

  it("impersonates a contract", async () => {
    const { counter, nest } = await loadFixture(deployed);
    const signer = await ethers.getImpersonatedSigner(nest.target);
    await helpers.setBalance(nest.target, ethers.parseEther("1"));
    await counter.connect(signer).increase();
    expect(await counter.last()).to.equal(nest.target);
    await expect(counter.connect(signer).failWithText()).to.be.revertedWith("a reason");
    await helpers.stopImpersonatingAccount(nest.target);
  });

  it("creates contracts inside contracts, whose failures are swallowed", async () => {
    const { counter, nest } = await loadFixture(deployed);
    await nest.create();
    expect(await nest.leaf()).not.to.equal(ethers.ZeroAddress);
    await nest.createDeep();
    await nest.tryCreate(true);
    expect(await nest.failures()).to.equal(1n);
    await nest.tryCreate(false);
    expect(await nest.failures()).to.equal(1n);
    await nest.trySpend(counter, 5);
    expect(await nest.failures()).to.equal(1n);
    expect(await counter.number()).to.equal(5n);
  });

  it("signs messages, typed data and forwarded requests", async () => {
    const { owner, other, verifier } = await loadFixture(deployed);
    const recipient = await ethers.deployContract("Recipient", [verifier.target]);
    const { chainId } = await ethers.provider.getNetwork();
    const domain = { name: "Forwarder", version: "1", chainId, verifyingContract: verifier.target };
    const types = {
      Request: [
        { name: "from", type: "address" },
        { name: "to", type: "address" },
        { name: "data", type: "bytes" },
      ],
    };
    const data = recipient.interface.encodeFunctionData("touch");
    const request = { from: other.address, to: recipient.target, data };
    const signature = await other.signTypedData(domain, types, request);
    expect(ethers.verifyTypedData(domain, types, request, signature)).to.equal(other.address);
    await verifier.connect(owner).execute(other.address, recipient.target, data, signature);
    expect(await recipient.sender()).to.equal(other.address);
    await expect(
      verifier.execute(owner.address, recipient.target, data, signature),
    ).to.be.revertedWith("bad signature");
    const message = await other.signMessage("hello");
    expect(ethers.verifyMessage("hello", message)).to.equal(other.address);
  });

  it("verifies P-256", async () => {
    const { verifier } = await loadFixture(deployed);
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
    const { x, y } = publicKey.export({ format: "jwk" });
    const signature = createSign("sha256")
      .update("hello")
      .sign({ key: privateKey, dsaEncoding: "ieee-p1363" });
    const parts = [
      createHash("sha256").update("hello").digest(),
      signature,
      Buffer.from(x, "base64url"),
      Buffer.from(y, "base64url"),
    ];
    expect(await verifier.p256(Buffer.concat(parts))).to.equal(ethers.toBeHex(1, 32));
  });

  it("reports what the sender cannot pay", async () => {
    const { owner, other } = await loadFixture(deployed);
    const value = (await ethers.provider.getBalance(owner)) + 1n;
    await expect(owner.sendTransaction({ to: other, value })).to.be.rejectedWith(
      "Sender doesn't have enough funds to send tx",
    );
  });
});
