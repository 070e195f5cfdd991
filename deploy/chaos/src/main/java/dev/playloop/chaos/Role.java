package dev.playloop.chaos;

import java.util.List;
import java.util.Locale;

/// The four workers, and the places in each where it may be made to die.
enum Role {
  INGEST(List.of()),
  PROJECTOR(List.of("projector.after-fold")),
  REASONER(
      List.of(
          "reasoner.before-call",
          "reasoner.after-call",
          "commit.before",
          "commit.sent",
          "commit.done")),
  EXECUTOR(
      List.of(
          "executor.before-intent",
          "executor.after-intent",
          "executor.before-act",
          "executor.after-act",
          "executor.after-outcome",
          "commit.before",
          "commit.sent",
          "commit.done"));

  private final List<String> points;

  Role(List<String> points) {
    this.points = points;
  }

  List<String> points() {
    return points;
  }

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
