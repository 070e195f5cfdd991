package dev.playloop.launcher.role;

import dev.playloop.executor.ExecutorRole;
import dev.playloop.http.EdgeOptions;
import dev.playloop.http.EdgeRoutes;
import dev.playloop.http.HttpEdge;
import dev.playloop.ingest.IngestSettings;
import dev.playloop.kit.Role;
import dev.playloop.kit.RoleContext;
import dev.playloop.kit.RoleSpec;
import dev.playloop.kit.WallClock;
import dev.playloop.kit.access.PrincipalTable;
import dev.playloop.launcher.GameKeys;
import dev.playloop.launcher.declared.PulledGames;
import dev.playloop.settings.Settings;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An executor alone in its process, where games fetch their actions, too: it listens for them, by
/// the rules of the gateway, with tokens of `principals`.
///
/// @param edge null: it does not listen
public record PullingExecutor(ExecutorRole executor, PulledGames games, @Nullable EdgeOptions edge)
    implements RoleSpec {
  /// As the settings say.
  static PullingExecutor of(ExecutorRole executor, PulledGames games, Settings settings) {
    return new PullingExecutor(
        executor, games, settings.isSet(GameKeys.PULL_PORT) ? edge(settings) : null);
  }

  private static EdgeOptions edge(Settings settings) {
    return IngestSettings.from(settings)
        .edge()
        .withPurpose("the executor's edge for games")
        .withPortSetting(GameKeys.PULL_PORT.name())
        .withHost(settings.text(GameKeys.PULL_HOST))
        .withPort(settings.number(GameKeys.PULL_PORT, 0, 65_535))
        .withToken((String) null);
  }

  /// Throws [dev.playloop.http.CannotListen].
  @Override
  public Role start(RoleContext context) throws InterruptedException {
    if (edge == null) {
      return executor.start(context);
    }
    HttpEdge bound = HttpEdge.bind(edge);
    PrincipalTable principals =
        PrincipalTable.start(
            context.kafka(), new PrincipalTable.Given(List.of(), null), WallClock.system());
    Role acting = null;
    try {
      acting = executor.start(context);
      bound.serve(games.on(new EdgeRoutes()).knowing(principals));
      return new Listening(acting, games, bound, principals);
    } finally {
      if (acting == null) {
        bound.close();
        principals.close();
      }
    }
  }

  record Listening(Role acting, PulledGames games, HttpEdge edge, PrincipalTable principals)
      implements Role {
    /// Where games ask.
    URI address() {
      return edge.address();
    }

    @Override
    public boolean awaitReady(Duration timeout) throws InterruptedException {
      return principals.awaitLoaded(timeout) && acting.awaitReady(timeout);
    }

    @Override
    public @Nullable String problem() {
      String unknown = principals.problem();
      return unknown == null ? acting.problem() : unknown;
    }

    @Override
    public boolean isAlive() {
      return acting.isAlive();
    }

    /// Games first: what they were handed is on the ledger.
    @Override
    public void close() {
      games.close();
      edge.close();
      acting.close();
      principals.close();
    }
  }
}
