package dev.playloop.chaos.system;

import dev.playloop.chaos.world.ChaosWorlds;
import dev.playloop.schemas.topic.Topics;
import java.util.List;
import java.util.Locale;

/// The four workers, and the places in each where it may be made to die.
public enum WorkerKind {
  INGEST,
  PROJECTOR,
  REASONER,
  EXECUTOR;

  public List<String> points() {
    return switch (this) {
      case INGEST -> List.of();
      case PROJECTOR -> List.of("projector.after-fold");
      case REASONER ->
          List.of(
              "reasoner.before-call",
              "reasoner.after-call",
              "commit.before",
              "commit.sent",
              "commit.done");
      case EXECUTOR ->
          List.of(
              "executor.before-intent",
              "executor.after-intent",
              "executor.before-act",
              "executor.after-act",
              "executor.after-outcome",
              "commit.before",
              "commit.sent",
              "commit.done");
    };
  }

  /// Where it counts at which records the JVM broke, in its folder.
  public List<String> strikeFiles() {
    return switch (this) {
      case INGEST -> List.of();
      case PROJECTOR -> applications().stream().map(name -> name + ".suspects").toList();
      case REASONER -> List.of("suspects");
      case EXECUTOR ->
          ChaosWorlds.EVERY.names().stream().map(world -> "suspects-" + world).toList();
    };
  }

  /// The Streams applications in it, each with a folder of its name.
  List<String> applications() {
    return this == PROJECTOR
        ? List.of(Topics.DEFAULT_PREFIX + "world", Topics.DEFAULT_PREFIX + "loop")
        : List.of();
  }

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
