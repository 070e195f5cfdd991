package dev.playloop.worlds.chain.simulator.chain;

import dev.playloop.testkit.TurnedClock;
import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.GasBound;
import dev.playloop.worlds.chain.InvokeTransaction;
import dev.playloop.worlds.chain.ResourceBounds;
import dev.playloop.worlds.chain.SignedInvoke;
import dev.playloop.worlds.chain.Signer;
import dev.playloop.worlds.chain.crypto.KeySigner;
import dev.playloop.worlds.chain.simulator.Broadcast;
import dev.playloop.worlds.chain.simulator.TokenProgram;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// A simulated chain in memory with three accounts, a vault, and a clock that stands.
public final class TestChain implements AutoCloseable {
  public static final Felt STRK = TokenProgram.ADDRESS;
  public static final Instant START = Instant.parse("2026-11-25T00:00:00Z");
  private static final long PRICE = 2_000_000_000L;
  private static final List<KeySigner> SIGNERS =
      IntStream.rangeClosed(1, 3)
          .mapToObj(i -> KeySigner.of(BigInteger.valueOf(0x1234_5678_9abcL + i)))
          .toList();

  private static final List<GenesisAccount> ACCOUNTS =
      IntStream.range(0, SIGNERS.size())
          .mapToObj(i ->
              GenesisAccount.of(SIGNERS.get(i).publicKey(), Felt.of(0x1234_5678_9abcL + i + 1)))
          .toList();

  private final SimulatedChain chain;
  private final TurnedClock clock;
  private final Felt vault;

  private TestChain(SimulatedChain chain, TurnedClock clock) {
    this.chain = chain;
    this.clock = clock;
    this.vault = chain.controls().deploy(VaultProgram.NAME, Felt.ONE, List.of());
  }

  public static TestChain start() {
    TurnedClock clock = TurnedClock.at(START);
    return start(settings(clock), clock);
  }

  public static TestChain start(ChainSettings settings, TurnedClock clock) {
    return new TestChain(SimulatedChain.start(settings), clock);
  }

  /// Always the same chain.
  public static ChainSettings settings(TurnedClock clock) {
    return ChainSettings.standard()
        .with()
        .accounts(ACCOUNTS)
        .programs(List.of(new VaultProgram()))
        .clock(clock)
        .seed(Felt.of(15))
        .build();
  }

  public SimulatedChain chain() {
    return chain;
  }

  public ChainControls controls() {
    return chain.controls();
  }

  public ChainQueries queries() {
    return chain.queries();
  }

  public TurnedClock clock() {
    return clock;
  }

  public Felt vault() {
    return vault;
  }

  public Felt account(int number) {
    return chain.accounts().get(number).address();
  }

  public Signer signer(int number) {
    return SIGNERS.get(number);
  }

  public static ResourceBounds bounds(long l2Gas, long price) {
    return new ResourceBounds(
        GasBound.of(0, PRICE), GasBound.of(l2Gas, price), GasBound.of(10_000, PRICE));
  }

  public static ResourceBounds bounds() {
    return bounds(50_000_000, PRICE);
  }

  /// Signed by the account's owner.
  public Broadcast signed(int account, long nonce, ResourceBounds bounds, ContractCall... calls) {
    InvokeTransaction transaction =
        InvokeTransaction.of(account(account), Felt.of(nonce), bounds, List.of(calls));
    try {
      return Broadcast.of(SignedInvoke.of(transaction, chain.queries().chainId(), signer(account)));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /// With the account's next nonce.
  public Broadcast signed(int account, ContractCall... calls) {
    return signed(account, nonce(account), bounds(), calls);
  }

  /// Sends calls with the account's next nonce.
  public Felt send(int account, ContractCall... calls) {
    return chain.add(signed(account, calls));
  }

  public long nonce(int account) {
    return queries().nonce(BlockRef.PRE_CONFIRMED, account(account)).toLong();
  }

  public ContractCall put(long key, long value) {
    return vaultCall("put", Felt.of(key), Felt.of(value));
  }

  public ContractCall vaultCall(String entrypoint, Felt... words) {
    return new ContractCall(vault, entrypoint, List.of(words));
  }

  public static ContractCall transfer(Felt to, long amount) {
    return new ContractCall(STRK, "transfer", List.of(to, Felt.of(amount), Felt.ZERO));
  }

  public long kept(BlockRef ref, long key) {
    return queries().storage(ref, vault, Felt.of(key)).toLong();
  }

  public long kept(long key) {
    return kept(BlockRef.LATEST, key);
  }

  public BigInteger balance(Felt account) {
    Felt key = TokenProgram.balanceOf(account).key();
    return queries().storage(BlockRef.PRE_CONFIRMED, STRK, key).value();
  }

  public ChainQueries.@Nullable Known known(Felt hash) {
    return queries().transaction(hash);
  }

  public Executed executed(Felt hash) {
    return Objects.requireNonNull(Objects.requireNonNull(known(hash)).executed());
  }

  @Override
  public void close() {
    chain.close();
  }
}
