package dev.playloop.launcher;

import dev.playloop.reasoner.wire.Keys;
import dev.playloop.rehearsal.Rehearsal;
import dev.playloop.rehearsal.RehearsalServer;
import dev.playloop.schemas.event.Route;
import dev.playloop.settings.Settings;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The rehearsal model of a local system, served over HTTP so that the real client path runs. It
/// hears that system alone: what it is sent lies on the heap of all roles.
record LocalModel(RehearsalServer server) implements AutoCloseable {
  static final String PROVIDER = "rehearsal";

  /// What routes call its key; no environment has it, as it is known within the process only.
  private static final String KEY_REF = "PLAYLOOP_REHEARSAL_KEY";

  private static final Rehearsal SILENT =
      Rehearsal.parse("no rules", "rules: [{name: nothing to do, say: Nothing to do.}]");

  /// With the rules of an example; without rules it has nothing to do.
  static LocalModel start(@Nullable Rehearsal rules, String key) {
    return new LocalModel(
        RehearsalServer.start(rules == null ? SILENT : rules, Duration.ZERO, key));
  }

  /// Where a reasoner finds its key beside those of other models.
  static Keys keys(String key) {
    Keys others = Keys.environment();
    return keyRef -> keyRef.equals(KEY_REF) ? key : others.find(keyRef);
  }

  Route.Candidate candidate(Settings settings) {
    return candidate(server.baseUrl(), settings);
  }

  /// The rehearsal model behind `url`: free unless prices are set, so that an example can rehearse
  /// what a cap does.
  static Route.Candidate candidate(URI url, Settings settings) {
    return Route.Candidate.of(url.toString(), "rehearsal")
        .provider(PROVIDER, Route.Wire.OPENAI)
        .keyRef(KEY_REF)
        .prices(Routes.prices(settings, true))
        .maxInFlight(RehearsalServer.CALLS_MAX)
        .timeout(Duration.ofSeconds(30));
  }

  @Override
  public void close() {
    server.close();
  }
}
