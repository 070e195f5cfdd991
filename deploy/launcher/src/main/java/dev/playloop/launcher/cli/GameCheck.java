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
import dev.playloop.worlds.declared.conformance.FetchConformance;
import dev.playloop.worlds.declared.conformance.RestartCommand;
import dev.playloop.worlds.declared.game.GameAddress;
import dev.playloop.worlds.declared.game.GameLimits;
import dev.playloop.worlds.declared.game.GameSecret;
import dev.playloop.worlds.declared.game.HttpGame;
import dev.playloop.worlds.declared.model.DeclaredWorld;
import dev.playloop.worlds.model.CannotOpenWorld;
import dev.playloop.worlds.model.Catalogue;
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

  /// How long a game may take to come.
  private static final Duration COMING = Duration.ofSeconds(60);

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
    return told(findings, out);
  }

  /// As [#of], of a game that fetches: it is told where, and waited for.
  static int fetching(Catalogue read, PrintWriter out) throws InterruptedException {
    if (!(read.world() instanceof DeclaredWorld world)
        || !world.declaration().actions().isPulled()) {
      throw UserProblem.usage(
          "the game of " + read.name() + " does not fetch its actions",
          "check it by its address, or say 'actions: {pull: true}'.");
    }
    try (FetchConformance kit = new FetchConformance(world, COMING, WallClock.system())) {
      out.printf(
          "start the game in its test mode (GAME_TEST=1) within %d s; it fetches at%n  %s/actions%n",
          COMING.toSeconds(), kit.address());
      out.flush();
      return told(kit.run(), out);
    }
  }

  private static int told(List<ConformanceFinding> findings, PrintWriter out) {
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
