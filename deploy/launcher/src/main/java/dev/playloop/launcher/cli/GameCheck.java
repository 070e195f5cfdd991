package dev.playloop.launcher.cli;

import dev.playloop.kit.WallClock;
import dev.playloop.launcher.AllSettings;
import dev.playloop.launcher.GameKeys;
import dev.playloop.launcher.UserProblem;
import dev.playloop.schemas.Printable;
import dev.playloop.settings.Settings;
import dev.playloop.worlds.declared.conformance.Conformance;
import dev.playloop.worlds.declared.conformance.ConformanceFinding;
import dev.playloop.worlds.declared.conformance.ConformanceFinding.Outcome;
import dev.playloop.worlds.declared.conformance.RestartCommand;
import dev.playloop.worlds.declared.game.GameAddress;
import dev.playloop.worlds.declared.game.GameLimits;
import dev.playloop.worlds.declared.game.GameSecret;
import dev.playloop.worlds.declared.game.HttpGame;
import dev.playloop.worlds.model.CannotOpenWorld;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Holds somebody's game to the contract, for [WorldsCommand].
final class GameCheck {
  private static final Duration RESTART_LIMIT = Duration.ofSeconds(30);

  private GameCheck() {}

  /// Tells `out` what came of each check; the exit code.
  static int of(String url, @Nullable Path key, @Nullable String restart, PrintWriter out)
      throws InterruptedException {
    if (key == null) {
      throw UserProblem.usage("no --key to sign with", "name the file that the game has, too.");
    }
    Settings settings = AllSettings.read(System.getenv(), null);
    List<ConformanceFinding> findings;
    try (HttpGame game =
        HttpGame.at(GameAddress.of(url, GameKeys.listed(settings)), GameLimits.USUAL)) {
      findings =
          new Conformance(
                  game,
                  secret(key),
                  restart == null ? null : new RestartCommand(restart, RESTART_LIMIT),
                  WallClock.system())
              .run();
    }
    Map<Outcome, Integer> counts = new EnumMap<>(Outcome.class);
    for (ConformanceFinding finding : findings) {
      counts.merge(finding.outcome(), 1, Integer::sum);
      out.printf(
          "%-8s %-28s %s%n",
          finding.outcome().name().replace('_', ' '),
          finding.check(),
          Printable.line(finding.sentence()));
    }
    int failed = counts.getOrDefault(Outcome.FAILED, 0);
    out.printf(
        "%d passed, %d failed, %d not run%n",
        counts.getOrDefault(Outcome.PASSED, 0), failed, counts.getOrDefault(Outcome.NOT_RUN, 0));
    return failed == 0 ? 0 : UserProblem.FAILED;
  }

  private static GameSecret secret(Path key) {
    try {
      return GameSecret.of(GameKeys.read(key));
    } catch (CannotOpenWorld e) {
      throw UserProblem.usage(String.valueOf(e.getMessage()), e.nextStep());
    }
  }
}
