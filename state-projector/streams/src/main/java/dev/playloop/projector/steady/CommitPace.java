package dev.playloop.projector.steady;

import java.util.HashSet;
import java.util.Set;
import java.util.function.BooleanSupplier;

/// Decides when a task asks for a commit before the commit interval is over. While few agents are
/// awake, each of their inputs is committed at once, since nothing else is worth waiting for. While
/// many are, their inputs gather for some times as long as a transaction takes: one costs as much
/// as dozens of inputs, and committing each would use up the CPU that folding them needs. Counted
/// are agents, not inputs, so that a lone one stays fast however fast its world and model are.
/// Owned by the task's thread.
public final class CommitPace {
  /// Awake at once on all tasks of one machine, some 100 inputs a second; a machine that is busy
  /// with other work still commits more often than that.
  private static final int FEW = 8;

  private static final int LEAST = 2;

  private static final long WINDOW_MILLIS = 50;

  private final Runnable commit;
  private final int few;
  private final BooleanSupplier due;
  private Set<Object> before = Set.of();
  private Set<Object> awake = new HashSet<>();
  private long windowFrom;
  private boolean gathering;

  /// `commit` asks Streams to commit when it has handed out what it is at.
  ///
  /// @param tasks how many partitions share the agents
  /// @param due whether many may commit again, see [Commits]
  CommitPace(Runnable commit, int tasks, BooleanSupplier due) {
    this.commit = commit;
    this.due = due;
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
    gathering = true;
    if (before.size() <= few && awake.size() <= few) {
      commit();
    } else {
      tick();
    }
  }

  /// What has gathered is committed, once it is time; nothing more may come for a while.
  public void tick() {
    if (gathering && due.getAsBoolean()) {
      commit();
    }
  }

  private void commit() {
    gathering = false;
    commit.run();
  }
}
