package dev.playloop.local;

import dev.playloop.reasoner.rehearsal.Rehearsal;
import dev.playloop.reasoner.rehearsal.RehearsalServer;
import dev.playloop.schemas.config.InvalidFileException;
import dev.playloop.schemas.event.Route;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The rehearsal model of a local system, served over HTTP so that the real client path runs.
record RehearsalModel(RehearsalServer server) implements AutoCloseable {
  static final String PROVIDER = "rehearsal";
  private static final String SILENT = "rules: [{name: nothing to do, say: Nothing to do.}]";

  /// With the rules of a `rehearsal.yaml`; without rules it has nothing to do.
  static RehearsalModel start(@Nullable String rules) {
    try {
      Rehearsal rehearsal = Rehearsal.parse("rehearsal.yaml", rules == null ? SILENT : rules);
      return new RehearsalModel(RehearsalServer.start(rehearsal));
    } catch (InvalidFileException e) {
      throw UserProblem.usage(
          String.valueOf(e.getMessage()), "mend the named lines; nothing was started.");
    }
  }

  Route.Candidate candidate() {
    return new Route.Candidate(
        PROVIDER,
        Route.Wire.OPENAI,
        Route.Profile.TOOLS,
        server.baseUrl().toString(),
        "rehearsal",
        null,
        Route.Prices.FREE,
        128_000,
        2_000,
        2_000,
        Duration.ofSeconds(30));
  }

  @Override
  public void close() {
    server.close();
  }
}
