package dev.playloop.worlds.eternum.index;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.lane.NoNode;
import dev.playloop.worlds.chain.node.BlockHeader;
import dev.playloop.worlds.chain.node.BlockTag;
import dev.playloop.worlds.chain.node.ChainEvent;
import dev.playloop.worlds.chain.node.EventPage;
import dev.playloop.worlds.chain.node.EventQuery;
import dev.playloop.worlds.chain.node.NodeUnavailable;
import dev.playloop.worlds.chain.node.TransactionStatus;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A chain of blocks as a test writes it, behind a node that may fail, or change while it is asked.
/// Each block's hash is a number that no block had before, unless [#hashesSayNothing]. Used by one
/// thread.
public final class ScriptedChain extends NoNode {
  public static final Felt WORLD = Felt.of(0x77);
  public static final long BEGAN = 1_700_000_000L;

  private final List<BlockHeader> headers = new ArrayList<>();
  private final List<List<EventPage.Placed>> events = new ArrayList<>();
  private final Deque<Runnable> atCalls = new ArrayDeque<>();
  private final Map<Felt, Long> nonces = new HashMap<>();
  private final Map<Felt, TransactionStatus> statuses = new HashMap<>();
  private final Map<Felt, Felt> sent = new HashMap<>();
  private final int page;
  private long hashes;
  private boolean tellNothing;
  private int calls;

  /// A first block of that hash. `page` is how many events a page has.
  public ScriptedChain(long genesis, int page) {
    this.hashes = genesis;
    this.page = page;
    add(List.of());
  }

  /// The next block, with these events of the world, each of a transaction of its own.
  public BlockHeader add(List<ChainEvent> emitted) {
    return add(emitted, BEGAN + headers.size() * 10L);
  }

  public BlockHeader add(List<ChainEvent> emitted, long at) {
    Felt parent = headers.isEmpty() ? Felt.ZERO : headers.getLast().hash();
    long number = headers.size();
    Felt contents = Felt.of(++hashes);
    Felt hash = tellNothing ? Felt.of(number) : contents;
    BlockHeader header = new BlockHeader(number, hash, parent, Instant.ofEpochSecond(at), contents);
    List<EventPage.Placed> placed = new ArrayList<>();
    for (ChainEvent event : emitted) {
      placed.add(new EventPage.Placed(event, Felt.of(++hashes), header.number(), header.hash()));
    }
    headers.add(header);
    events.add(placed);
    return header;
  }

  /// From now on a block's hash is its number, and says as little as on a starknet-devnet.
  void hashesSayNothing() {
    tellNothing = true;
  }

  /// The last `count` blocks are gone, but never the first one.
  public void abort(int count) {
    for (int i = 0; i < count && headers.size() > 1; i++) {
      headers.removeLast();
      events.removeLast();
    }
  }

  /// The call after the next `calls` does this first; one at a time, in order.
  public void before(int calls, Runnable action) {
    for (int i = 0; i < calls; i++) {
      atCalls.add(() -> {});
    }
    atCalls.add(action);
  }

  /// Nothing of [#before] happens any more.
  public void quiet() {
    atCalls.clear();
  }

  /// What a call does of which there is no answer.
  public static Runnable away() {
    return () -> {
      throw new NodeUnavailable("away", null);
    };
  }

  public void setNonce(Felt account, long nonce) {
    nonces.put(account, nonce);
  }

  /// With which nonce a transaction was sent; it tells as long as it knows the transaction.
  public void setNonceOf(Felt transaction, long nonce) {
    sent.put(transaction, Felt.of(nonce));
  }

  /// Null: it does not know the transaction any more.
  public void setStatus(Felt transaction, @Nullable TransactionStatus status) {
    if (status == null) {
      statuses.remove(transaction);
    } else {
      statuses.put(transaction, status);
    }
  }

  public int calls() {
    return calls;
  }

  public int size() {
    return headers.size();
  }

  private void called() {
    calls++;
    Runnable action = atCalls.poll();
    if (action != null) {
      action.run();
    }
  }

  @Override
  public Felt chainId() {
    return Felt.shortString("SCRIPTED");
  }

  @Override
  public @Nullable BlockHeader block(long number) {
    called();
    return number < headers.size() ? headers.get((int) number) : null;
  }

  @Override
  public BlockHeader latest() {
    called();
    return headers.getLast();
  }

  @Override
  public EventPage events(EventQuery query) {
    called();
    List<EventPage.Placed> all = new ArrayList<>();
    for (long n = query.fromBlock(); n <= Math.min(query.toBlock(), headers.size() - 1L); n++) {
      all.addAll(events.get((int) n));
    }
    String next = query.next();
    int from = next == null ? 0 : Integer.parseInt(next);
    int to = Math.min(all.size(), from + page);
    return new EventPage(
        from >= to ? List.of() : all.subList(from, to),
        to < all.size() ? Integer.toString(to) : null);
  }

  @Override
  public @Nullable Felt nonce(Felt account, BlockTag tag) {
    called();
    Long nonce = nonces.get(account);
    return nonce == null ? null : Felt.of(nonce);
  }

  @Override
  public @Nullable TransactionStatus status(Felt transaction) {
    called();
    return statuses.get(transaction);
  }

  @Override
  public @Nullable Felt nonceOf(Felt transaction) {
    called();
    return statuses.containsKey(transaction) ? sent.get(transaction) : null;
  }
}
