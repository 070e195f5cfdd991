package dev.playloop.worlds.chain.evm;

import dev.playloop.testkit.Await;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.account.SigningPool;
import dev.playloop.worlds.chain.evm.EthReplies.EthCall;
import dev.playloop.worlds.chain.lane.ChainPlace;
import dev.playloop.worlds.chain.lane.LaneBench;
import dev.playloop.worlds.chain.node.FaultProxy;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.web3j.crypto.Bip32ECKeyPair;
import org.web3j.crypto.MnemonicUtils;
import tools.jackson.databind.JsonNode;

/// A [ChainPlace] of the EVM, on which accounts give the gold of `GameLedger.sol`.
final class AnvilPlace implements ChainPlace {
  /// Known to everybody: whoever sends it money loses it.
  private static final String MNEMONIC =
      "test test test test test test test test test test test junk";

  private static final int DEPLOYER = 29;
  private static final int BANK = 28;
  private static final BigInteger WHOLE = BigInteger.TEN.pow(18);
  private static final BigInteger START = WHOLE.multiply(BigInteger.valueOf(1_000));
  private static final String MUCH_GAS = "0x200000";

  private final Path program;
  private final boolean onDemand;
  private final EvmStyle style;
  private final Felt contract;
  private final SigningPool pool = SigningPool.of(1, 16);
  private final FaultProxy proxy;
  private final EvmChain harmed;
  private final ContractAbi abi = ContractAbi.read(LedgerFiles.abi());
  private AnvilProcess anvil;
  private EthNode direct;
  private int given;

  AnvilPlace(Path program, boolean onDemand, EvmStyle style) throws InterruptedException {
    this.program = program;
    this.onDemand = onDemand;
    this.style = style;
    this.anvil = AnvilProcess.start(program, 0, onDemand);
    this.direct = EthNode.at(anvil.rpc());
    this.contract = deploy();
    this.proxy = FaultProxy.before(anvil.rpc());
    this.harmed = EvmChain.at(proxy.uri(), abis(), style);
  }

  private Map<Felt, JsonNode> abis() {
    return Map.of(contract, LedgerFiles.abi());
  }

  private Felt deploy() throws InterruptedException {
    String hash = byAccount(DEPLOYER, null, LedgerFiles.code());
    return Felt.hex(anvil.ask("eth_getTransactionReceipt", hash).field("contractAddress").text());
  }

  /// In a block of its own.
  private String byAccount(int account, @Nullable String to, String data)
      throws InterruptedException {
    String from = EvmAddress.text(key(account).address());
    Map<String, String> call =
        to == null
            ? Map.of("from", from, "data", data, "gas", MUCH_GAS)
            : Map.of("from", from, "to", to, "data", data, "gas", MUCH_GAS);
    String hash = anvil.ask("eth_sendTransaction", call).text();
    if (onDemand) {
      block();
    }
    mined();
    return hash;
  }

  /// With a block for each transaction, a node has taken one before its block is there.
  private void mined() {
    if (!onDemand) {
      Await.until("blocks of all that waits", this::isIdle);
    }
  }

  private boolean isIdle() {
    try {
      return anvil.ask("txpool_status").field("pending").u64() == 0;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  EvmKey key(int account) {
    Bip32ECKeyPair master =
        Bip32ECKeyPair.generateKeyPair(MnemonicUtils.generateSeed(MNEMONIC, null));
    int hard = Bip32ECKeyPair.HARDENED_BIT;
    Bip32ECKeyPair pair =
        Bip32ECKeyPair.deriveKeyPair(master, new int[] {44 | hard, 60 | hard, hard, 0, account});
    return EvmKey.of(pair.getPrivateKey(), pool);
  }

  AnvilProcess anvil() {
    return anvil;
  }

  EthNode node() {
    return direct;
  }

  Felt contract() {
    return contract;
  }

  String data(String entrypoint, Felt... words) {
    return ((ContractAbi.Encoding.Encoded) abi.encode(entrypoint, List.of(words))).data();
  }

  @Override
  public FaultProxy proxy() {
    return proxy;
  }

  @Override
  public String sending() {
    return "eth_sendRawTransaction";
  }

  @Override
  public int nextAccount() {
    return given++;
  }

  @Override
  public long nonce(int account) throws InterruptedException {
    mined();
    return direct.count(key(account).address(), EthNode.LATEST);
  }

  @Override
  public LaneBench bench(int account) throws InterruptedException {
    EvmKey key = key(account);
    try (EvmChain unharmed = EvmChain.at(anvil.rpc(), abis(), style)) {
      return new LaneBench(
          harmed.acting(unharmed.mark()), new LaneBench.Owner(key.address(), key, contract));
    }
  }

  @Override
  public String giving(Felt to, BigInteger amount) {
    return "give " + to + " " + Felt.of(amount);
  }

  @Override
  public BigInteger given(Felt to) throws InterruptedException {
    mined();
    EthCall call =
        new EthCall(
            EvmAddress.text(Felt.ZERO), EvmAddress.text(contract), data("balanceOf", to), null);
    return new BigInteger(direct.call(call, EthNode.LATEST).substring(2), 16).subtract(START);
  }

  @Override
  public void enrich(int account) throws InterruptedException {
    Felt two = Felt.of(WHOLE.multiply(BigInteger.TWO));
    byAccount(BANK, EvmAddress.text(contract), data("give", key(account).address(), two));
  }

  @Override
  public void strangerWrites(int account) throws InterruptedException {
    byAccount(account, EvmAddress.text(contract), data("deposit", Felt.ONE));
  }

  @Override
  public boolean knows(String hash) throws InterruptedException {
    return direct.transaction(hash) != null;
  }

  @Override
  public void block() throws InterruptedException {
    anvil.ask("evm_mine");
  }

  @Override
  public long head() throws InterruptedException {
    return direct.latest().number();
  }

  @Override
  public void abortFrom(long block) throws InterruptedException {
    anvil.ask("anvil_rollback", head() - block + 1);
  }

  @Override
  public void raisePrices() throws InterruptedException {
    BigInteger dear =
        Objects.requireNonNull(direct.latest().baseFee()).multiply(BigInteger.valueOf(20));
    anvil.ask("anvil_setNextBlockBaseFeePerGas", "0x" + dear.toString(16));
    block();
  }

  @Override
  public void replaceByEmpty() {
    int port = anvil.rpc().getPort();
    direct.close();
    anvil.close();
    anvil = AnvilProcess.start(program, port, onDemand);
    direct = EthNode.at(anvil.rpc());
  }

  /// What it had before it was killed is what its next one is given.
  @Override
  public void restart() throws InterruptedException {
    String kept = anvil.ask("anvil_dumpState").text();
    replaceByEmpty();
    anvil.ask("anvil_loadState", kept);
  }

  @Override
  public void close() {
    direct.close();
    harmed.close();
    proxy.close();
    anvil.close();
    pool.close();
  }
}
