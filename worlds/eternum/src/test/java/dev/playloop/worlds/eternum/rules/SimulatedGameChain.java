package dev.playloop.worlds.eternum.rules;

import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.GasBound;
import dev.playloop.worlds.chain.InvokeTransaction;
import dev.playloop.worlds.chain.ResourceBounds;
import dev.playloop.worlds.chain.SignedInvoke;
import dev.playloop.worlds.chain.crypto.KeySigner;
import dev.playloop.worlds.chain.simulator.Broadcast;
import dev.playloop.worlds.chain.simulator.Execution;
import dev.playloop.worlds.chain.simulator.chain.BlockRef;
import dev.playloop.worlds.chain.simulator.chain.ChainSettings;
import dev.playloop.worlds.chain.simulator.chain.Executed;
import dev.playloop.worlds.chain.simulator.chain.GenesisAccount;
import dev.playloop.worlds.chain.simulator.chain.SimulatedChain;
import dev.playloop.worlds.eternum.deploy.DeployedGame;
import dev.playloop.worlds.eternum.rows.GameChain;
import dev.playloop.worlds.eternum.rows.Transacted;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/// The game on the simulated chain, by signed transactions.
final class SimulatedGameChain implements GameChain, AutoCloseable {
  private static final List<String> NAMES = List.of("admin", "alice", "bob", "carol");
  private static final ResourceBounds BOUNDS =
      new ResourceBounds(
          GasBound.of(0, 10_000_000_000L),
          GasBound.of(1_000_000_000, 10_000_000_000L),
          GasBound.of(100_000, 10_000_000_000L));

  private final List<KeySigner> signers =
      NAMES.stream().map(name -> KeySigner.of(BigInteger.valueOf(name.hashCode()))).toList();
  private final SimulatedChain chain;
  private final DeployedGame game;

  SimulatedGameChain() {
    chain =
        SimulatedChain.start(
            ChainSettings.standard()
                .with()
                .accounts(
                    signers.stream()
                        .map(signer -> GenesisAccount.of(signer.publicKey(), null))
                        .map(account -> account.withBalance(BigInteger.TEN.pow(27)))
                        .toList())
                .programs(List.copyOf(GameRules.programs().values()))
                .build());
    game = SimulatedGame.deploy(chain, account("admin"));
  }

  @Override
  public Felt account(String name) {
    return chain.accounts().get(NAMES.indexOf(name)).address();
  }

  @Override
  public Felt contract(String name) {
    return game.address(name);
  }

  @Override
  public Transacted invoke(String account, List<ContractCall> calls) throws InterruptedException {
    Felt from = account(account);
    Felt nonce = chain.queries().nonce(BlockRef.LATEST, from);
    SignedInvoke signed =
        SignedInvoke.of(
            InvokeTransaction.of(from, nonce, BOUNDS, calls),
            chain.queries().chainId(),
            signers.get(NAMES.indexOf(account)));
    Felt hash = chain.add(Broadcast.of(signed));
    Executed executed =
        Objects.requireNonNull(
            Objects.requireNonNull(chain.queries().transaction(hash)).executed());
    return executed.reverted() == null
        ? new Transacted.Landed(executed.events())
        : new Transacted.Undone(executed.reverted());
  }

  @Override
  public List<Felt> read(ContractCall call) {
    Execution.Entry entry = new Execution.Entry(call.to(), call.selector(), call.calldata());
    return switch (chain.queries().call(BlockRef.LATEST, entry)) {
      case Execution.Result.Done(var trace) -> trace.ending().words();
      case Execution.Result.Failed(var revert) -> throw new AssertionError(revert);
    };
  }

  @Override
  public long now() {
    return chain.queries().block(BlockRef.LATEST).context().timestamp();
  }

  @Override
  public void pass(long seconds) {
    chain.controls().increaseTime(Duration.ofSeconds(seconds));
  }

  @Override
  public void close() {
    chain.close();
  }
}
