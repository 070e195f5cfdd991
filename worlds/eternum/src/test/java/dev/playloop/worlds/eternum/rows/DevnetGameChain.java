package dev.playloop.worlds.eternum.rows;

import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.GasBound;
import dev.playloop.worlds.chain.InvokeTransaction;
import dev.playloop.worlds.chain.ResourceBounds;
import dev.playloop.worlds.chain.SignedInvoke;
import dev.playloop.worlds.chain.devnet.DevnetAccount;
import dev.playloop.worlds.chain.devnet.TestDevnet;
import dev.playloop.worlds.chain.node.BlockTag;
import dev.playloop.worlds.chain.node.Receipt;
import dev.playloop.worlds.eternum.deploy.AdminAccount;
import dev.playloop.worlds.eternum.deploy.DeployedGame;
import dev.playloop.worlds.eternum.deploy.GameDeployment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The game on a real node.
final class DevnetGameChain implements GameChain, AutoCloseable {
  private static final List<String> NAMES = List.of("admin", "alice", "bob", "carol");

  /// Enough for any row, and cheap enough for thousands of them.
  private static final ResourceBounds BOUNDS =
      new ResourceBounds(
          GasBound.of(100_000, 1_000_000_000L),
          GasBound.of(1_000_000_000, 1_000_000_000L),
          GasBound.of(100_000, 1_000_000_000L));

  private final TestDevnet devnet;
  private final DeployedGame game;
  private final Map<String, Long> nonces = new HashMap<>();

  private DevnetGameChain(TestDevnet devnet, DeployedGame game) {
    this.devnet = devnet;
    this.game = game;
  }

  static DevnetGameChain start() throws InterruptedException {
    TestDevnet devnet = TestDevnet.start();
    DevnetAccount admin = devnet.account(0);
    DeployedGame game =
        GameDeployment.by(AdminAccount.on(devnet.node(), admin.address(), admin.signer()));
    return new DevnetGameChain(devnet, game);
  }

  @Override
  public Felt account(String name) {
    return devnet.account(NAMES.indexOf(name)).address();
  }

  @Override
  public Felt contract(String name) {
    return game.address(name);
  }

  @Override
  public Transacted invoke(String account, List<ContractCall> calls) throws InterruptedException {
    int index = NAMES.indexOf(account);
    DevnetAccount from = devnet.account(index);
    if (!nonces.containsKey(account)) {
      nonces.put(account, devnet.nonce(index).toLong());
    }
    long nonce = Objects.requireNonNull(nonces.get(account));
    SignedInvoke signed =
        SignedInvoke.of(
            InvokeTransaction.of(from.address(), Felt.of(nonce), BOUNDS, calls),
            devnet.chainId(),
            from.signer());
    devnet.node().invoke(signed);
    nonces.put(account, nonce + 1);
    Receipt receipt = Objects.requireNonNull(devnet.node().receipt(signed.hash()));
    return Boolean.TRUE.equals(receipt.status().reverted())
        ? new Transacted.Undone(String.valueOf(receipt.status().reason()))
        : new Transacted.Landed(receipt.events());
  }

  @Override
  public List<Felt> read(ContractCall call) throws InterruptedException {
    return devnet.node().call(call, BlockTag.LATEST);
  }

  @Override
  public long now() throws InterruptedException {
    return devnet.node().latest().at().getEpochSecond();
  }

  @Override
  public void pass(long seconds) throws InterruptedException {
    devnet.control().increaseTime(seconds);
  }

  @Override
  public void close() {
    devnet.close();
  }
}
