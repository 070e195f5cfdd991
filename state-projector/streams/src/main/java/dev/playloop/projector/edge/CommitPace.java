package dev.playloop.projector.edge;

import java.util.HashSet;
import java.util.Set;

/// Decides when a task asks for a commit before the commit interval is over. While few agents are
/// awake, each of their inputs is committed at once, since nothing else is worth waiting for. While
/// many are, the interval gathers their inputs: a transaction over all partitions costs as much as
/// dozens of inputs, and committing each would use up the CPU that folding them needs. Counted are
/// agents, not inputs, so that a lone one stays fast however fast its world and model are. Owned by
/// the task's thread.
public final class CommitPace {
  /// Awake at once on one task. With 4 tasks some 100 inputs a second; a machine that is busy with
  /// other work still commits more often than that.
  private static final int FEW = 2;

  private static final long WINDOW_MILLIS = 50;

  private final Runnable commit;
  private Set<Object> before = Set.of();
  private Set<Object> awake = new HashSet<>();
  private long windowFrom;

  /// `commit` asks Streams to commit when it has handed out what it is at.
  public CommitPace(Runnable commit) {
    this.commit = commit;
  }

  /// Something of `owner`, an agent, a scene or a moment, was folded or written at `now` in epoch
  /// milliseconds.
  public void took(Object owner, long now) {
    long passed = now - windowFrom;
    if (passed >= WINDOW_MILLIS || passed < 0) {
      before = passed < 2 * WINDOW_MILLIS ? awake : Set.of();
      awake = new HashSet<>();
      windowFrom = now;
    }
    awake.add(owner);
    if (before.size() <= FEW && awake.size() <= FEW) {
      commit.run();
    }
  }
}
