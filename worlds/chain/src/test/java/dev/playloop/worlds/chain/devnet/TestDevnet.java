package dev.playloop.worlds.chain.devnet;

import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.GasBound;
import dev.playloop.worlds.chain.InvokeTransaction;
import dev.playloop.worlds.chain.ResourceBounds;
import dev.playloop.worlds.chain.SignedInvoke;
import dev.playloop.worlds.chain.declare.DeclareTransaction;
import dev.playloop.worlds.chain.declare.SierraClass;
import dev.playloop.worlds.chain.declare.SignedDeclare;
import dev.playloop.worlds.chain.node.BlockTag;
import dev.playloop.worlds.chain.node.JsonRpcNode;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A devnet with all that a test asks of it. One thread.
public final class TestDevnet implements AutoCloseable {
  /// The token that fees are paid in, and that each account of a devnet has.
  public static final Felt STRK =
      Felt.hex("0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d");

  private final DevnetProcess process;
  private final JsonRpcNode node;
  private final DevnetControl control;
  private final List<DevnetAccount> accounts;
  private final Felt chainId;

  private TestDevnet(DevnetProcess process) throws InterruptedException {
    this.process = process;
    this.node = JsonRpcNode.at(process.rpc());
    this.control = new DevnetControl(node.wire());
    this.accounts = control.accounts();
    this.chainId = node.chainId();
  }

  /// With a block for each transaction. Ends the test as not run where there is no devnet.
  public static TestDevnet start() throws InterruptedException {
    return start(DevnetOptions.of(DevnetProgram.found()));
  }

  public static TestDevnet start(DevnetOptions options) throws InterruptedException {
    return new TestDevnet(DevnetProcess.start(options));
  }

  DevnetProcess process() {
    return process;
  }

  public URI rpc() {
    return process.rpc();
  }

  public JsonRpcNode node() {
    return node;
  }

  public DevnetControl control() {
    return control;
  }

  public DevnetAccount account(int index) {
    return accounts.get(index);
  }

  public Felt chainId() {
    return chainId;
  }

  /// Enough for any call of a test, and below an account's 1,000 STRK.
  public static ResourceBounds bounds() {
    return new ResourceBounds(
        GasBound.of(100_000, 10_000_000_000L),
        GasBound.of(500_000_000, 10_000_000_000L),
        GasBound.of(100_000, 10_000_000_000L));
  }

  /// The next transaction of an account.
  public SignedInvoke signed(int account, List<ContractCall> calls) throws InterruptedException {
    return signed(account, nonce(account), calls);
  }

  public SignedInvoke signed(int account, Felt nonce, List<ContractCall> calls)
      throws InterruptedException {
    DevnetAccount from = account(account);
    return SignedInvoke.of(
        InvokeTransaction.of(from.address(), nonce, bounds(), calls), chainId, from.signer());
  }

  /// The declaration of a class as the next transaction of an account.
  public SignedDeclare declare(int account, SierraClass declared, Felt compiled)
      throws InterruptedException {
    DevnetAccount from = account(account);
    return SignedDeclare.of(
        new DeclareTransaction(from.address(), nonce(account), bounds(), declared, compiled),
        chainId,
        from.signer());
  }

  public Felt nonce(int account) throws InterruptedException {
    @Nullable Felt nonce = node.nonce(account(account).address(), BlockTag.PRE_CONFIRMED);
    return Objects.requireNonNull(nonce);
  }

  /// Moves so many FRI.
  public static ContractCall transfer(Felt to, long fri) {
    return new ContractCall(STRK, "transfer", List.of(to, Felt.of(fri), Felt.ZERO));
  }

  @Override
  public void close() {
    node.close();
    process.close();
  }
}
