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
  /// Awake at once on all tasks of one machine, some 100 inputs a second; a machine that is busy
  /// with other work still commits more often than that.
  private static final int FEW = 8;

  private static final int LEAST = 2;

  private static final long WINDOW_MILLIS = 50;

  private final Runnable commit;
  private final int few;
  private Set<Object> before = Set.of();
  private Set<Object> awake = new HashSet<>();
  private long windowFrom;

  /// `commit` asks Streams to commit when it has handed out what it is at.
  ///
  /// @param tasks how many partitions share the agents
  public CommitPace(Runnable commit, int tasks) {
    this.commit = commit;
    this.few = Math.max(LEAST, FEW / tasks);
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
    if (before.size() <= few && awake.size() <= few) {
      commit.run();
    }
  }
}
