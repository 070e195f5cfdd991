package dev.playloop.worlds.eternum.view;

import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.eternum.model.EternumScenes;
import dev.playloop.worlds.eternum.model.state.EternumView;
import dev.playloop.worlds.eternum.model.state.EternumView.Arrival;
import dev.playloop.worlds.eternum.model.state.EternumView.Explorer;
import dev.playloop.worlds.eternum.model.state.EternumView.Guilds;
import dev.playloop.worlds.eternum.model.state.EternumView.Hyperstructure;
import dev.playloop.worlds.eternum.model.state.EternumView.Hyperstructures;
import dev.playloop.worlds.eternum.model.state.EternumView.Orders;
import dev.playloop.worlds.eternum.model.state.EternumView.Pools;
import dev.playloop.worlds.eternum.model.state.EternumView.Structure;
import dev.playloop.worlds.eternum.model.state.EternumView.Surroundings;
import dev.playloop.worlds.eternum.model.state.EternumViewStructureBuilder;
import java.util.ArrayList;
import java.util.List;

/// Keeps entities within what a scene takes: lists of one that is too large are halved until it
/// fits, and entities that the scene has no room for are left out. Both are told to the agent.
final class SceneFit {
  private static final int MAX_HALVINGS = 8;

  private final Asking asking;

  SceneFit(Asking asking) {
    this.asking = asking;
  }

  /// In the order given, the most important ones first.
  List<EternumView> fit(List<? extends EternumView> entities) {
    List<EternumView> kept = new ArrayList<>();
    long bytes = 0;
    int left = 0;
    for (EternumView entity : entities) {
      EternumView small = smaller(entity);
      int size = Json.bytes(small).length;
      if (size > EternumScenes.MAX_ENTITY_BYTES
          || bytes + size > EternumScenes.MAX_SCENE_BYTES - EternumScenes.MAX_ENTITY_BYTES) {
        left++;
      } else {
        kept.add(small);
        bytes += size;
      }
    }
    if (left > 0) {
      asking.leftOut(left, "structures or explorers");
    }
    return kept;
  }

  private EternumView smaller(EternumView entity) {
    EternumView small = entity;
    for (int i = 0;
        i < MAX_HALVINGS && Json.bytes(small).length > EternumScenes.MAX_ENTITY_BYTES;
        i++) {
      small = halved(small);
      asking.leftOut(half(EternumView.MAX_ROWS >> i), "rows of " + EternumScenes.entity(small));
    }
    return small;
  }

  private static EternumView halved(EternumView entity) {
    return switch (entity) {
      case Structure one ->
          EternumViewStructureBuilder.builder()
              .structureId(one.structureId())
              .kind(one.kind())
              .level(one.level())
              .coord(one.coord())
              .guards(one.guards())
              .balances(one.balances())
              .buildings(half(one.buildings()))
              .arrivals(half(one.arrivals().stream().map(SceneFit::halved).toList()))
              .build();
      case Surroundings one -> new Surroundings(half(one.explored()), half(one.others()));
      case Orders one -> new Orders(half(one.open()));
      case Pools one -> new Pools(half(one.pools()), half(one.market()));
      case Guilds one -> new Guilds(one.own(), half(one.members()), half(one.others()));
      case Hyperstructures one ->
          new Hyperstructures(half(one.all().stream().map(SceneFit::halved).toList()));
      case EternumView.Game _, Explorer _, EternumView.Leaderboard _ -> entity;
    };
  }

  private static Arrival halved(Arrival one) {
    return new Arrival(
        one.day(), one.slot(), one.resourceCount(), one.readyAt(), half(one.resources()));
  }

  private static Hyperstructure halved(Hyperstructure one) {
    return new Hyperstructure(
        one.hyperstructureEntityId(), one.coord(), one.percent(), half(one.needs()), one.shares());
  }

  private static <T> List<T> half(List<T> all) {
    return all.subList(0, half(all.size()));
  }

  private static int half(int size) {
    return (size + 1) / 2;
  }
}
