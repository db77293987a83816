/** A suite as projects write it for Hardhat 3, with the accounts of the node. */
import { expect } from "chai";
import { network } from "hardhat";

const { ethers, networkHelpers, provider } = await network.create();
const { loadFixture, time, mine } = networkHelpers;

describe("a suite written for Hardhat 3", () => {
  async function deployed() {
    const [owner, other] = await ethers.getSigners();
    const counter = await ethers.deployContract("Counter");
    const nest = await ethers.deployContract("Nest");
    return { owner, other, counter, nest };
  }

  it("fails in Hardhat's ways", async () => {
    const { counter, owner } = await loadFixture(deployed);
    await expect(counter.failWithText()).to.be.revertedWith("a reason");
    await expect(counter.failWithError())
      .to.be.revertedWithCustomError(counter, "TooHigh")
      .withArgs(9, owner.address);
    await expect(counter.failSilently()).to.be.revertedWithoutReason(ethers);
    await expect(counter.failWithPanic(0)).to.be.revertedWithPanic(0x12);
    await expect(counter.failWithText({ gasLimit: 100000 })).to.be.revertedWith("a reason");
    await expect(counter.viewFails()).to.be.revertedWith("view");
    await expect(counter.spin({ gasLimit: 200000 })).to.revert(ethers);
    expect(await counter.number()).to.equal(0n);
  });

  it("emits, and changes balances", async () => {
    const { counter, owner, other } = await loadFixture(deployed);
    await expect(counter.connect(other).increase())
      .to.emit(counter, "Increased")
      .withArgs(other.address, 1);
    await expect(counter.increase({ value: 5n })).to.changeEtherBalances(
      ethers,
      [owner, counter],
      [-5n, 5n],
    );
  });

  it("sends in parallel without waiting", async () => {
    const { counter } = await loadFixture(deployed);
    const sent = await Promise.all(Array.from({ length: 20 }, () => counter.increase()));
    await Promise.all(sent.map((tx) => tx.wait()));
    expect(await counter.number()).to.equal(20n);
  });

  it("moves the clock between fixtures", async () => {
    for (let i = 0; i < 3; i++) {
      const { counter } = await loadFixture(deployed);
      const now = await time.latest();
      await time.increaseTo(now + 1000);
      await time.setNextBlockTimestamp(now + 2000);
      await counter.increase();
      expect(await time.latest()).to.equal(now + 2000);
      await mine(3);
      await networkHelpers.mineUpTo((await time.latestBlock()) + 10);
    }
  });

  it("impersonates a contract", async () => {
    const { counter, nest } = await loadFixture(deployed);
    const signer = await ethers.getImpersonatedSigner(nest.target);
    await networkHelpers.setBalance(nest.target, ethers.parseEther("1"));
    await counter.connect(signer).increase();
    expect(await counter.last()).to.equal(nest.target);
    await networkHelpers.stopImpersonatingAccount(nest.target);
  });

  it("goes back to a snapshot, and reads storage", async () => {
    const { counter } = await loadFixture(deployed);
    const snapshot = await networkHelpers.takeSnapshot();
    await counter.increase();
    expect(await networkHelpers.getStorageAt(counter.target, 0)).to.equal(ethers.toBeHex(1, 32));
    await snapshot.restore();
    expect(await counter.number()).to.equal(0n);
    expect(Number(await provider.request({ method: "eth_chainId" }))).to.equal(31337);
  });
});
