package dev.playloop.local;

import dev.playloop.kit.Settings;
import dev.playloop.reasoner.rehearsal.Rehearsal;
import dev.playloop.reasoner.rehearsal.RehearsalServer;
import dev.playloop.schemas.event.Route;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The rehearsal model of a local system, served over HTTP so that the real client path runs.
record RehearsalModel(RehearsalServer server) implements AutoCloseable {
  static final String PROVIDER = "rehearsal";
  private static final Rehearsal SILENT =
      Rehearsal.parse("no rules", "rules: [{name: nothing to do, say: Nothing to do.}]");

  /// With the rules of an example; without rules it has nothing to do.
  static RehearsalModel start(@Nullable Rehearsal rules) {
    return new RehearsalModel(RehearsalServer.start(rules == null ? SILENT : rules));
  }

  Route.Candidate candidate(Settings settings) {
    return candidate(server.baseUrl(), settings);
  }

  /// The rehearsal model behind `url`: never short of room, and free unless prices are set, so that
  /// an example can rehearse what a cap does.
  static Route.Candidate candidate(URI url, Settings settings) {
    return new Route.Candidate(
        PROVIDER,
        Route.Wire.OPENAI,
        Route.Profile.TOOLS,
        url.toString(),
        "rehearsal",
        null,
        Routes.prices(settings, true),
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
