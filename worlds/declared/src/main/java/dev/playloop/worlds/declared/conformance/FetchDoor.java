package dev.playloop.worlds.declared.conformance;

import dev.playloop.http.Caller;
import dev.playloop.http.Callers;
import dev.playloop.http.EdgeOptions;
import dev.playloop.http.EdgeRoutes;
import dev.playloop.http.HttpEdge;
import dev.playloop.http.RouteScope;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.tool.SchemaTool;
import dev.playloop.worlds.declared.model.DeclaredWorld;
import dev.playloop.worlds.declared.pull.PullRoutes;
import dev.playloop.worlds.declared.pull.PulledWorlds;
import dev.playloop.worlds.model.Catalogue;
import dev.playloop.worlds.model.WorldActions;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Where the game under test fetches: what an executor serves, on loopback, for whoever comes. At
/// one address all the time, also where one executor goes and another comes. Used by one thread;
/// the edge has its own.
final class FetchDoor implements AutoCloseable {
  private static final String GROUP = "kit";

  private final DeclaredWorld world;
  private final InstantSource clock;
  private final Set<ActionId> issued = ConcurrentHashMap.newKeySet();
  private final AtomicReference<@Nullable ActionId> stray = new AtomicReference<>();
  private final HttpEdge edge;
  private volatile PulledWorlds worlds;

  FetchDoor(DeclaredWorld world, InstantSource clock) {
    this.world = world;
    this.clock = clock;
    this.worlds = executor();
    this.edge = HttpEdge.bind(EdgeOptions.loopback("the kit's edge for the game", "-", 0));
    edge.serve(
        new PullRoutes(() -> worlds, Anybody.GAME, this::refused)
            .on(new EdgeRoutes())
            .knowing(Anybody.GAME));
  }

  /// The game's token is nobody's business here.
  private enum Anybody implements Caller, Callers, RouteScope, PullRoutes.Guard {
    GAME;

    @Override
    public Caller find(String sha256) {
      return GAME;
    }

    @Override
    public Caller anonymous() {
      return GAME;
    }

    @Override
    public RouteScope anywhere() {
      return this;
    }

    @Override
    public void require(Caller caller, String world) {}

    @Override
    public boolean opensFor(Caller caller) {
      return true;
    }

    @Override
    public String text() {
      return "act:<world>";
    }
  }

  private PulledWorlds executor() {
    Catalogue catalogue = Catalogue.of(world);
    PulledWorlds fresh =
        new PulledWorlds(() -> List.of(catalogue), _ -> new PulledWorlds.Home(GROUP, 0), clock);
    fresh.partitions(GROUP).gained(0);
    return fresh;
  }

  private void refused(ActionId action) {
    if (!issued.contains(action)) {
      stray.set(action);
    }
  }

  /// An action of this id may be handed out from now on.
  void issue(ActionId action) {
    issued.add(action);
  }

  /// Where the game's base is: `actions` and `results` lie below.
  URI address() {
    return edge.address().resolve("/v1/worlds/" + world.name());
  }

  /// What acts for as long as this executor lives.
  WorldActions<SchemaTool> actions() {
    return worlds.actions(world.name());
  }

  /// The last action that the game answered for though nobody had handed it out; null where there
  /// was none.
  @Nullable ActionId stray() {
    return stray.get();
  }

  /// Another executor has the world, which knows of nothing that was handed out: what is said to
  /// the one before is lost from now on. What that one hands out still goes out; [#end] ends it.
  PulledWorlds succeed() {
    PulledWorlds before = worlds;
    worlds = executor();
    return before;
  }

  /// Whoever waits there is sent on.
  static void end(PulledWorlds executor) {
    executor.partitions(GROUP).lost(0);
  }

  @Override
  public void close() {
    edge.close();
  }
}
