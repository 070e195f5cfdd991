package dev.playloop.worlds.chain.lane;

import dev.playloop.schemas.id.ActionId;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.fee.FeeBook;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// What is known of an account's transactions since its partition is ours. One thread at a time
/// holds it, by its lock, and uses it; a stopped one stays stopped.
final class AccountLane {
  private final ReentrantLock lock = new ReentrantLock();
  private final Felt account;
  private final FeeBook fees = new FeeBook();

  /// By nonce: what is open, and what has landed and is not deep yet.
  private final TreeMap<Long, LaneEntry> entries = new TreeMap<>();

  /// Nonces below it have landed for good.
  private long floor;

  /// The nonce behind the newest one that landed here; null where none did.
  private @Nullable Long expected;

  private volatile @Nullable String stopped;

  AccountLane(Felt account) {
    this.account = account;
  }

  Felt account() {
    return account;
  }

  FeeBook fees() {
    return fees;
  }

  void hold() throws InterruptedException {
    lock.lockInterruptibly();
  }

  boolean tryHold() {
    return lock.tryLock();
  }

  void release() {
    lock.unlock();
  }

  /// Adds an entry. Throws [IllegalStateException] where its nonce belongs to another intent.
  void add(LaneEntry entry) {
    LaneEntry other = entries.putIfAbsent(entry.nonce(), entry);
    if (other != null) {
      throw new IllegalStateException(
          "nonce %d of %s belongs to %s for ever, and not to %s"
              .formatted(entry.nonce(), account, other.action(), entry.action()));
    }
  }

  @Nullable LaneEntry find(ActionId action) {
    for (LaneEntry entry : entries.values()) {
      if (entry.action().equals(action)) {
        return entry;
      }
    }
    return null;
  }

  /// As it is known here; else as the ledger has it, from whoever was before us.
  LaneEntry entry(ActionId action, AttemptJson.Kept.Signed signed) {
    LaneEntry known = find(action);
    if (known != null) {
      return known;
    }
    LaneEntry found = LaneEntry.found(action, signed);
    add(found);
    fees.found(action.value(), found.day(), found.ceiling());
    return found;
  }

  /// What is open or not deep yet, by nonce.
  List<LaneEntry> entries() {
    return new ArrayList<>(entries.values());
  }

  /// What must be there before this entry's transaction can land.
  List<LaneEntry> before(LaneEntry entry) {
    return new ArrayList<>(entries.headMap(entry.nonce()).values());
  }

  /// It was never sent, or can't land: its nonce is free, or somebody else's.
  void forget(LaneEntry entry) {
    entries.remove(entry.nonce(), entry);
    fees.release(entry.action().value());
  }

  /// What was signed and surely not sent. Its intent has ended otherwise.
  void forgetUnsent() {
    for (LaneEntry entry : entries()) {
      if (!entry.isOut()) {
        forget(entry);
      }
    }
  }

  /// It has landed: the next one gets a nonce behind it.
  void landed(LaneEntry entry) {
    expected = expected == null ? entry.nonce() + 1 : Math.max(expected, entry.nonce() + 1);
  }

  @Nullable Long expected() {
    return expected;
  }

  long floor() {
    return floor;
  }

  void raiseFloor(long nonce) {
    floor = Math.max(floor, nonce);
  }

  /// Lets go of what has landed in this block or before it, which is deep enough.
  void deepUpTo(long block) {
    Iterator<LaneEntry> all = entries.values().iterator();
    while (all.hasNext()) {
      LaneEntry entry = all.next();
      LaneEntry.Landing landing = entry.landing();
      if (landing == null || landing.block() == null || landing.block().number() > block) {
        return; // later nonces lie in the same or later blocks
      }
      all.remove();
      raiseFloor(entry.nonce() + 1);
    }
  }

  /// Nothing is sent for this account any more, for this reason.
  void stop(String why) {
    if (stopped == null) {
      stopped = why;
    }
  }

  @Nullable String stopped() {
    return stopped;
  }
}
