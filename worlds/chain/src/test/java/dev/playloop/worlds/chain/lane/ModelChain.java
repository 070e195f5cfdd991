package dev.playloop.worlds.chain.lane;

import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.chain.AccountKey;
import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.GasBound;
import dev.playloop.worlds.chain.ResourceBounds;
import dev.playloop.worlds.chain.backend.AccountNonces;
import dev.playloop.worlds.chain.backend.BlockMark;
import dev.playloop.worlds.chain.backend.CallPreview;
import dev.playloop.worlds.chain.backend.ChainBackend;
import dev.playloop.worlds.chain.backend.ChainMark;
import dev.playloop.worlds.chain.backend.ChainOutcome;
import dev.playloop.worlds.chain.backend.SeenAttempt;
import dev.playloop.worlds.chain.backend.SeenAttempt.Stage;
import dev.playloop.worlds.chain.backend.SendAnswer;
import dev.playloop.worlds.chain.backend.SignedAttempt;
import dev.playloop.worlds.chain.backend.Submitter;
import dev.playloop.worlds.chain.node.NodeUnavailable;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// A chain in memory of which a test can have everything: blocks when it says so, evictions,
/// replacements, reorganisations, strangers, empty successors. One account's nonces are those of
/// all its transactions; hashes are numbers. Used by one thread.
final class ModelChain implements ChainBackend, Submitter {
  static final Felt ACCOUNT = Felt.of(0xacc);
  static final String STRANGER = "stranger";

  private record Block(BlockMark mark, List<ModelTx> txs) {}

  private final List<Block> blocks = new ArrayList<>();
  private final List<ModelTx> executed = new ArrayList<>();
  private final TreeMap<Long, ModelTx> mempool = new TreeMap<>();
  private String genesis = "g0";
  private @Nullable String contractClass = "class";
  private int forks;
  private int highest;

  /// All that was ever taken in, by hash, as it was sent.
  final Map<String, SignedAttempt> taken = new LinkedHashMap<>();

  /// The hashes of all that has arrived, taken or not.
  final List<String> arrived = new ArrayList<>();

  /// Which calls are reverted when they run, and at which preview.
  final Set<String> reverting = new HashSet<>();

  final Set<String> sureToRevert = new HashSet<>();
  final List<String> signed = new ArrayList<>();
  private final Map<String, Integer> signatures = new HashMap<>();
  BigInteger price = BigInteger.valueOf(100);
  BigInteger balance = BigInteger.TEN.pow(12);
  boolean deployed = true;
  long base;

  /// What happens to the next calls of the node.
  ModelTrouble trouble = new ModelTrouble() {};

  ModelChain() {
    seal();
  }

  @Override
  public ChainMark mark(ChainMark expected) {
    trouble.asked();
    return new ChainMark(
        "model", genesis, contractClass == null ? Map.of() : Map.of("0x7", contractClass));
  }

  static ChainMark expected() {
    return new ChainMark("model", "g0", Map.of("0x7", "class"));
  }

  @Override
  public BlockMark head() {
    trouble.asked();
    return blocks.getLast().mark();
  }

  @Override
  public @Nullable BlockMark block(long number) {
    trouble.asked();
    return number < blocks.size() ? blocks.get((int) number).mark() : null;
  }

  @Override
  public @Nullable AccountNonces nonces(Felt account) {
    trouble.asked();
    return deployed ? new AccountNonces(pending(), latest()) : null;
  }

  @Override
  public String unit() {
    return "FRI";
  }

  private long latest() {
    return base + canonical().size();
  }

  private long pending() {
    return latest() + executed.size();
  }

  /// What is in blocks, in order.
  List<ModelTx> canonical() {
    return blocks.stream().flatMap(block -> block.txs().stream()).toList();
  }

  boolean isIdle() {
    return mempool.isEmpty() && executed.isEmpty();
  }

  @Override
  public BigInteger balance(Felt account) {
    trouble.asked();
    return balance;
  }

  @Override
  public CallPreview preview(Felt account, long nonce, List<ContractCall> calls) {
    trouble.asked();
    String action = calls.isEmpty() ? "nothing" : calls.getFirst().entrypoint();
    return sureToRevert.contains(action)
        ? new CallPreview.Reverts("not yours")
        : new CallPreview.Fits(
            new ResourceBounds(GasBound.NONE, new GasBound(10, price), GasBound.NONE));
  }

  @Override
  public SeenAttempt status(String hash) {
    trouble.asked();
    return known(hash);
  }

  private SeenAttempt known(String hash) {
    ModelTx tx = find(canonical(), hash);
    if (tx != null) {
      return seen(Stage.ACCEPTED, tx);
    }
    tx = find(executed, hash);
    if (tx != null) {
      return seen(Stage.PRE_CONFIRMED, tx);
    }
    return find(new ArrayList<>(mempool.values()), hash) == null
        ? SeenAttempt.UNKNOWN
        : SeenAttempt.WAITING;
  }

  private static SeenAttempt seen(Stage stage, ModelTx tx) {
    return new SeenAttempt(stage, tx.reverted(), tx.reverted() ? "no stamina" : null);
  }

  private static @Nullable ModelTx find(List<ModelTx> all, String hash) {
    return all.stream().filter(tx -> tx.hash().equals(hash)).findFirst().orElse(null);
  }

  @Override
  public @Nullable ChainOutcome outcome(String hash) {
    trouble.asked();
    for (Block block : blocks) {
      ModelTx tx = find(block.txs(), hash);
      if (tx != null) {
        return outcome(tx, block.mark());
      }
    }
    ModelTx tx = find(executed, hash);
    return tx == null ? null : outcome(tx, null);
  }

  private static ChainOutcome outcome(ModelTx tx, @Nullable BlockMark block) {
    return new ChainOutcome(tx.hash(), tx.reverted(), tx.fee(), block, List.of());
  }

  @Override
  public SignedAttempt sign(Unsigned order, AccountKey key) {
    String action = order.calls().getFirst().entrypoint();
    return signed(order.nonce(), order.bounds(), action);
  }

  @Override
  public SignedAttempt again(SignedAttempt earlier, ResourceBounds bounds, AccountKey key) {
    return signed(earlier.nonce(), bounds, earlier.body().path("action").asString());
  }

  private SignedAttempt signed(long nonce, ResourceBounds bounds, String action) {
    signed.add(action);
    String hash = action + "/" + nonce + "/" + bounds.l2Gas().maxPrice();
    int times = signatures.merge(hash, 1, Integer::sum);
    ObjectNode body = Json.NODES.objectNode().put("action", action).put("signature", times);
    return new SignedAttempt(ACCOUNT, nonce, hash, bounds, body);
  }

  @Override
  public SendAnswer send(SignedAttempt attempt) {
    trouble.asked();
    ModelTrouble.Arrival arrival = trouble.arrives(attempt);
    if (arrival == ModelTrouble.Arrival.LOST_ON_THE_WAY) {
      throw new NodeUnavailable("lost on the way", null);
    }
    SendAnswer answer = take(attempt);
    if (arrival == ModelTrouble.Arrival.TAKEN_REPLY_LOST) {
      throw new NodeUnavailable("the reply was lost", null);
    }
    if (arrival == ModelTrouble.Arrival.TAKEN_AND_DROPPED) {
      mempool.values().removeIf(tx -> tx.hash().equals(attempt.hash()));
    }
    return answer;
  }

  private SendAnswer take(SignedAttempt attempt) {
    arrived.add(attempt.hash());
    if (known(attempt.hash()).reaches(Stage.WAITING)) {
      return new SendAnswer.Taken();
    }
    BigInteger offer = attempt.bounds().l2Gas().maxPrice();
    if (attempt.nonce() != pending()) {
      return new SendAnswer.WrongNonce();
    }
    ModelTx before = mempool.get(attempt.nonce());
    BigInteger least = before == null ? price : before.replacement();
    if (offer.compareTo(least) < 0) {
      return new SendAnswer.TooCheap("pays " + offer + ", asked are " + least);
    }
    String action = attempt.body().path("action").asString();
    taken.put(attempt.hash(), attempt);
    mempool.put(
        attempt.nonce(),
        new ModelTx(attempt.hash(), attempt.nonce(), offer, action, reverting.contains(action)));
    return new SendAnswer.Taken();
  }

  /// Runs what waits with the next nonce and pays enough.
  void execute() {
    ModelTx next = mempool.get(pending());
    if (next != null && next.price().compareTo(price) >= 0) {
      mempool.remove(next.nonce());
      executed.add(next);
    }
  }

  /// Makes a block of what is executed.
  void seal() {
    BlockMark mark = new BlockMark(blocks.size(), "b" + blocks.size() + "." + forks);
    blocks.add(new Block(mark, List.copyOf(executed)));
    executed.clear();
    highest = Math.max(highest, blocks.size());
  }

  void evict() {
    mempool.clear();
  }

  /// Another fork without the newest blocks, as far as they are less deep than `depth`, also in
  /// several steps; the account's transactions are gone.
  void reorganise(int most, int depth) {
    forks++;
    executed.clear();
    mempool.clear();
    for (int i = 0; i < most && blocks.size() > Math.max(1, highest - depth + 1); i++) {
      blocks.removeLast();
    }
  }

  /// Somebody else has the account's key, and is in a block.
  void stranger() {
    mempool.clear();
    executed.clear();
    executed.add(new ModelTx("s" + forks + "." + latest(), latest(), price, STRANGER, false));
    seal();
  }

  /// An empty chain answers on the same port; with the same block 0 only the contract is missing.
  void wipe(boolean sameGenesis) {
    blocks.clear();
    executed.clear();
    mempool.clear();
    forks++;
    genesis = sameGenesis ? genesis : "g" + forks;
    contractClass = sameGenesis ? null : contractClass;
    base = 0;
    seal();
  }
}
