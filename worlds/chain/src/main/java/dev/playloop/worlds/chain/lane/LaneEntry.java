package dev.playloop.worlds.chain.lane;

import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.worlds.chain.backend.BlockMark;
import dev.playloop.worlds.chain.backend.SignedAttempt;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One intent's transaction from its signing until it is deep in the chain: one nonce, and all the
/// attempts that have it. Used by whoever holds the account.
final class LaneEntry {
  private final ActionId action;
  private final AgentId agent;
  private final LocalDate day;
  private final List<SignedAttempt> attempts;

  /// Whether somebody may have taken in one of the attempts. Whoever did not sign it can't know.
  private boolean out;

  private @Nullable Instant sentAt;
  private boolean tooCheap;
  private boolean maxedOut;
  private int suspicions;
  private @Nullable Landing landing;
  private boolean seen;

  /// The newest block when its nonce was first seen to be somebody else's; null where it is not.
  private @Nullable Long foreignAt;

  /// Where it has landed.
  ///
  /// @param attempt its number
  /// @param block null where it is in none, or where only its number is known
  record Landing(int attempt, boolean reverted, @Nullable BlockMark block) {}

  private LaneEntry(ActionId action, LocalDate day, List<SignedAttempt> attempts, boolean out) {
    this.action = action;
    this.agent = action.run().agent();
    this.day = day;
    this.attempts = new ArrayList<>(attempts);
    this.out = out;
  }

  /// Signed here, and not sent.
  static LaneEntry signed(ActionId action, LocalDate day, SignedAttempt attempt) {
    return new LaneEntry(action, day, List.of(attempt), false);
  }

  /// What the ledger has: any of it may have been sent.
  static LaneEntry found(ActionId action, AttemptJson.Kept.Signed kept) {
    return new LaneEntry(action, kept.day(), kept.attempts(), true);
  }

  ActionId action() {
    return action;
  }

  AgentId agent() {
    return agent;
  }

  LocalDate day() {
    return day;
  }

  long nonce() {
    return attempts.getFirst().nonce();
  }

  List<SignedAttempt> attempts() {
    return List.copyOf(attempts);
  }

  SignedAttempt attempt(int number) {
    return attempts.get(number);
  }

  SignedAttempt newest() {
    return attempts.getLast();
  }

  /// What all of it can cost: only one attempt can land.
  BigInteger ceiling() {
    return attempts.stream().map(SignedAttempt::ceiling).reduce(BigInteger.ZERO, BigInteger::max);
  }

  void add(SignedAttempt attempt) {
    attempts.add(attempt);
    sentAt = null;
    tooCheap = false;
  }

  boolean isOut() {
    return out;
  }

  /// Said before it is sent: a reply that never comes must not make it look as if it was not.
  void sending(Instant now) {
    out = true;
    sentAt = now;
    suspicions = 0;
  }

  /// The node has said that it took nothing in, and nobody else was given it.
  void notTaken() {
    out = false;
  }

  void tooCheap() {
    tooCheap = true;
  }

  /// No dearer attempt is allowed.
  void maxedOut() {
    maxedOut = true;
  }

  boolean isTooCheap() {
    return tooCheap;
  }

  /// When the newest attempt was sent first by us; null where it was not.
  @Nullable Instant sentAt() {
    return sentAt;
  }

  boolean mayGrow(int most) {
    return !maxedOut && landing == null && attempts.size() < most;
  }

  int suspicions() {
    return suspicions;
  }

  void suspicious(boolean once) {
    suspicions = once ? suspicions + 1 : 0;
  }

  @Nullable Landing landing() {
    return landing;
  }

  /// As the ledger has it; where, the chain must tell.
  void toldToHaveLanded(int attempt, boolean reverted) {
    landing = new Landing(attempt, reverted, null);
  }

  void landed(Landing at) {
    landing = at;
    seen = true;
    suspicions = 0;
  }

  /// It is not where it had landed any more: nothing is deep by a block of another fork.
  void vanished() {
    if (landing != null) {
      landing = new Landing(landing.attempt(), landing.reverted(), null);
    }
  }

  /// Whether its nonce has been somebody else's for so many blocks: until then the stranger's block
  /// may go, and one of the attempts land after all.
  boolean isForeignFor(long depth, BlockMark head) {
    if (foreignAt == null) {
      foreignAt = head.number();
    }
    return head.number() >= foreignAt + depth;
  }

  void notForeign() {
    foreignAt = null;
  }

  /// Whether it was seen to land since the account was taken over.
  boolean isSeen() {
    return seen;
  }

  /// The attempt to send where the chain knows none.
  int best() {
    return landing == null ? attempts.size() - 1 : landing.attempt();
  }
}
