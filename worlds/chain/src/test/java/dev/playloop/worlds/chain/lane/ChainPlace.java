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
import java.net.URI;
import java.util.List;
import java.util.Objects;

/// A chain behind a node, with a proxy before it that does harm. One thread.
final class ChainPlace implements AutoCloseable {
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

  ChainPlace(Host host) throws InterruptedException {
    this.host = host;
    this.proxy = FaultProxy.before(host.rpc());
    this.direct = JsonRpcNode.at(host.rpc());
    this.harmed = JsonRpcNode.at(proxy.uri());
    this.control = new DevnetControl(direct.wire());
    this.accounts = control.accounts();
  }

  FaultProxy proxy() {
    return proxy;
  }

  JsonRpcNode node() {
    return direct;
  }

  DevnetControl control() {
    return control;
  }

  /// One that no test had yet.
  int nextAccount() {
    return given++;
  }

  Felt account(int index) {
    return accounts.get(index).address();
  }

  void replaceByEmpty() throws InterruptedException {
    host.replaceByEmpty();
  }

  void restart() throws InterruptedException {
    host.restart();
  }

  long nonce(int index) throws InterruptedException {
    return Objects.requireNonNull(direct.nonce(account(index), BlockTag.PRE_CONFIRMED)).toLong();
  }

  /// An account's lane, which calls the token.
  LaneBench bench(int index) throws InterruptedException {
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

  /// What somebody else does who has an account's key.
  void send(int index, ContractCall call) throws InterruptedException {
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
