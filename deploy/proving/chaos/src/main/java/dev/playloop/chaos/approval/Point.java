package dev.playloop.chaos.approval;

import dev.playloop.chaos.system.WorkerKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// Where one worker dies: so many milliseconds after a stage was reached, or, where `failpoint` is
/// given as `name:nth`, at that named place in the process that is started then.
record Point(WorkerKind role, Stage stage, int delayMs, @Nullable String failpoint) {
  private static final Stage[] OF_PROJECTOR = {
    Stage.ASKED, Stage.ANSWERING, Stage.ANSWERED, Stage.DECIDED, Stage.RELEASED, Stage.DONE
  };
  private static final int FOLD_MS = 40;
  private static final int ACT_MS = 250;
  private static final int POST_MS = 60;

  /// As many as `count`, the same for the same seed.
  static List<Point> of(long seed, int count) {
    Random random = new Random(seed);
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      points.add(one(random, i));
    }
    return List.copyOf(points);
  }

  /// The kinds in turns, so that a short table has each.
  private static Point one(Random random, int number) {
    return switch (number % 5) {
      case 0 -> new Point(WorkerKind.INGEST, Stage.ANSWERING, random.nextInt(POST_MS), null);
      case 1 ->
          named(
              WorkerKind.PROJECTOR, OF_PROJECTOR[random.nextInt(3)], 1 + random.nextInt(6), random);
      case 2 -> named(WorkerKind.EXECUTOR, Stage.RELEASED, 1 + random.nextInt(2), random);
      case 3 ->
          new Point(
              WorkerKind.PROJECTOR,
              OF_PROJECTOR[random.nextInt(OF_PROJECTOR.length)],
              random.nextInt(FOLD_MS),
              null);
      default -> new Point(WorkerKind.EXECUTOR, Stage.RELEASED, random.nextInt(ACT_MS), null);
    };
  }

  private static Point named(WorkerKind role, Stage stage, int nth, Random random) {
    List<String> names = role.points();
    String name = names.get(random.nextInt(names.size()));
    return new Point(role, stage, 0, name + ":" + nth);
  }

  @Override
  public String toString() {
    return role.word()
        + " at "
        + (failpoint == null ? stage + "+" + delayMs + "ms" : failpoint + " from " + stage + " on");
  }
}
