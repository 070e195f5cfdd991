package dev.playloop.worlds.chain.lane;

import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.InvokeTransaction;
import dev.playloop.worlds.chain.SignedInvoke;
import dev.playloop.worlds.chain.backend.DirectInvoke;
import dev.playloop.worlds.chain.backend.StarknetBackend;
import dev.playloop.worlds.chain.devnet.DevnetAccount;
import dev.playloop.worlds.chain.devnet.DevnetControl;
import dev.playloop.worlds.chain.devnet.TestDevnet;
import dev.playloop.worlds.chain.node.BlockTag;
import dev.playloop.worlds.chain.node.FaultProxy;
import dev.playloop.worlds.chain.node.JsonRpcNode;
import java.math.BigInteger;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.node.ObjectNode;

/// A [ChainPlace] of Starknet, on which accounts give STRK.
final class StarknetPlace implements ChainPlace {
  private final Host host;
  private final FaultProxy proxy;
  private final JsonRpcNode direct;
  private final JsonRpcNode harmed;
  private final DevnetControl control;
  private final List<DevnetAccount> accounts;
  private int given;

  /// What runs the chain.
  interface Host extends AutoCloseable {
    URI rpc();

    /// Contracts that are not there from the first block on, as those of a game.
    List<Felt> contracts();

    /// Ends it, and has an empty chain answer at the same place.
    void replaceByEmpty() throws InterruptedException;

    /// Kills it, and starts it again with the blocks that it has kept.
    void restart() throws InterruptedException;

    @Override
    void close();
  }

  StarknetPlace(Host host) throws InterruptedException {
    this.host = host;
    this.proxy = FaultProxy.before(host.rpc());
    this.direct = JsonRpcNode.at(host.rpc());
    this.harmed = JsonRpcNode.at(proxy.uri());
    this.control = new DevnetControl(direct.wire());
    this.accounts = control.accounts();
  }

  @Override
  public FaultProxy proxy() {
    return proxy;
  }

  @Override
  public String sending() {
    return "starknet_addInvokeTransaction";
  }

  @Override
  public int nextAccount() {
    return given++;
  }

  /// What only this chain can be told.
  void ask(String method, ObjectNode params) throws InterruptedException {
    direct.wire().ask(method, params);
  }

  private Felt account(int index) {
    return accounts.get(index).address();
  }

  @Override
  public void replaceByEmpty() throws InterruptedException {
    host.replaceByEmpty();
  }

  @Override
  public void restart() throws InterruptedException {
    host.restart();
  }

  @Override
  public long nonce(int index) throws InterruptedException {
    return Objects.requireNonNull(direct.nonce(account(index), BlockTag.PRE_CONFIRMED)).toLong();
  }

  @Override
  public boolean knows(String hash) throws InterruptedException {
    return direct.status(Felt.hex(hash)) != null;
  }

  @Override
  public String giving(Felt to, BigInteger amount) {
    return "transfer " + to + " " + Felt.of(amount) + " 0x0";
  }

  @Override
  public BigInteger given(Felt to) throws InterruptedException {
    return direct
        .call(new ContractCall(StarknetBackend.STRK, "balance_of", List.of(to)), BlockTag.LATEST)
        .getFirst()
        .value();
  }

  @Override
  public void enrich(int index) throws InterruptedException {
    control.mint(account(index), 2_000_000_000_000_000_000L);
  }

  @Override
  public void block() throws InterruptedException {
    control.createBlock();
  }

  @Override
  public long head() throws InterruptedException {
    return direct.latest().number();
  }

  @Override
  public void abortFrom(long block) throws InterruptedException {
    control.abortBlocks(block);
  }

  @Override
  public void raisePrices() throws InterruptedException {
    control.gasPrice(4_000_000_000_000L, 40_000_000_000L, 40_000_000_000L);
    control.createBlock();
  }

  /// An account's lane, which calls the token.
  @Override
  public LaneBench bench(int index) throws InterruptedException {
    DevnetAccount account = accounts.get(index);
    StarknetBackend backend = new StarknetBackend(harmed, StarknetBackend.STRK);
    DirectInvoke submitter = new DirectInvoke(harmed, direct.chainId());
    return new LaneBench(
        new ChainActions.Chain(
            backend,
            submitter,
            new StarknetBackend(direct, StarknetBackend.STRK).markOf(host.contracts())),
        new LaneBench.Owner(account.address(), account.signer(), StarknetBackend.STRK));
  }

  @Override
  public void strangerWrites(int index) throws InterruptedException {
    ContractCall call =
        new ContractCall(
            StarknetBackend.STRK, "approve", List.of(Felt.of(0x51cc), Felt.ONE, Felt.ZERO));
    DevnetAccount from = accounts.get(index);
    direct.invoke(
        SignedInvoke.of(
            InvokeTransaction.of(
                from.address(), Felt.of(nonce(index)), TestDevnet.bounds(), List.of(call)),
            direct.chainId(),
            from.signer()));
  }

  @Override
  public void close() {
    harmed.close();
    direct.close();
    proxy.close();
    host.close();
  }
}
