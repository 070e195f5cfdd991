package dev.playloop.chaos;

import java.util.List;
import java.util.Locale;

/// The four workers, and the places in each where it may be made to die.
enum Role {
  INGEST,
  PROJECTOR,
  REASONER,
  EXECUTOR;

  List<String> points() {
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

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
