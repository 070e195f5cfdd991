package dev.playloop.launcher.declared;

import dev.playloop.http.Caller;
import dev.playloop.http.EdgeRoutes;
import dev.playloop.http.RouteScope;
import dev.playloop.kit.WallClock;
import dev.playloop.kit.access.AnyScope;
import dev.playloop.kit.access.KnownCaller;
import dev.playloop.schemas.principal.Scope;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.worlds.declared.pull.PullRoutes;
import dev.playloop.worlds.declared.pull.PulledWorlds;
import dev.playloop.worlds.model.Worlds;

/// How games get at their actions that fetch them: whose token is good for it, and where a world's
/// actions lie. For all threads.
public final class PulledGames implements PullRoutes.Guard {
  private final PulledWorlds worlds;

  private PulledGames(PulledWorlds worlds) {
    this.worlds = worlds;
  }

  /// @param known all worlds there are
  public static PulledGames of(Worlds known, Topics topics) {
    return new PulledGames(
        new PulledWorlds(
            known,
            world -> {
              String group = known.group(world);
              return new PulledWorlds.Home(group, topics.actions(group).home(world));
            },
            WallClock.system()));
  }

  /// Where the executor of this process offers their actions.
  public PulledWorlds worlds() {
    return worlds;
  }

  /// Lets no game wait any more; for before the edge closes.
  public void close() {
    worlds.close();
  }

  /// What such games ask, beside the other routes.
  public EdgeRoutes on(EdgeRoutes routes) {
    return new PullRoutes(worlds, this).on(routes);
  }

  @Override
  public RouteScope anywhere() {
    return AnyScope.of(Scope.Verb.ACT);
  }

  @Override
  public void require(Caller caller, String world) {
    KnownCaller.of(caller).require(Scope.act(world));
  }
}
