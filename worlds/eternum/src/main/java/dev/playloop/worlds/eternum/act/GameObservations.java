package dev.playloop.worlds.eternum.act;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.eternum.model.EternumRead.MapCentre;
import dev.playloop.worlds.eternum.model.EternumRead.ObserveGame;
import dev.playloop.worlds.eternum.model.EternumScenes;
import dev.playloop.worlds.eternum.model.game.Hex;
import dev.playloop.worlds.eternum.model.game.ViewSection;
import dev.playloop.worlds.eternum.model.state.EternumView;
import dev.playloop.worlds.eternum.torii.ToriiClient;
import dev.playloop.worlds.eternum.torii.ToriiSelect;
import dev.playloop.worlds.eternum.view.AccountSight;
import dev.playloop.worlds.eternum.view.EternumQueries;
import dev.playloop.worlds.eternum.view.GameEventRows;
import dev.playloop.worlds.eternum.view.GameObserver;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Answers `observe_game` from the game's index: single things by their ids, else sections of what
/// the account sees, the first rows of each. Safe for all threads.
public final class GameObservations implements Observing {
  private static final int ROWS = 20;
  private static final int RADIUS = 5;

  private final EternumQueries queries;
  private final GameObserver observer;
  private final GameEventRows happened;

  /// `torii` belongs to the caller.
  public GameObservations(ToriiClient torii, ToriiSelect.Game game) {
    this.queries = new EternumQueries(torii, game);
    this.observer = new GameObserver(torii, game);
    this.happened = new GameEventRows(torii, game);
  }

  @Override
  public JsonNode observe(ObserveGame asked, Felt account) throws InterruptedException {
    ObjectNode output = byId(asked, account);
    boolean named = !output.isEmpty();
    List<ViewSection> sections = asked.sections();
    if (sections != null || !named) {
      sections(output, asked, queries.see(account));
      if (sections == null || sections.contains(ViewSection.events)) {
        output.set("events", events(account, most(asked)));
      }
    }
    return output;
  }

  private ObjectNode byId(ObserveGame asked, Felt account) throws InterruptedException {
    ObjectNode output = Json.NODES.objectNode();
    boolean none =
        asked.structureId() == null
            && asked.explorerId() == null
            && asked.bankEntityId() == null
            && asked.guildEntityId() == null
            && asked.around() == null;
    if (none) {
      return output;
    }
    GameObserver.Asker asker = observer.of(account);
    output.put("block", asker.head().block()).put("timestamp", asker.head().timestamp());
    if (asked.structureId() != null) {
      put(output, "structure", "structureId", observer.structure(asker, asked.structureId()));
    }
    if (asked.explorerId() != null) {
      put(output, "explorer", "explorerId", observer.explorer(asker, asked.explorerId()));
    }
    if (asked.bankEntityId() != null) {
      put(output, "pools", "bankEntityId", observer.pools(asker, asked.bankEntityId()).pools());
    }
    if (asked.guildEntityId() != null) {
      Felt guild = Felt.parse("guildEntityId", asked.guildEntityId());
      put(output, "guildMembers", "guildEntityId", observer.members(asker, guild));
    }
    MapCentre centre = asked.around();
    if (centre != null) {
      int radius = centre.radius() == null ? RADIUS : centre.radius();
      Hex hex = new Hex(false, centre.x(), centre.y());
      put(output, "map", "around", observer.around(asker, hex, radius));
    }
    return output;
  }

  private static void put(ObjectNode output, String name, String field, @Nullable Object found) {
    if (found == null) {
      throw new InvalidValueException(field, "one that exists", "an id that nothing has");
    }
    output.set(name, Json.LOG.valueToTree(found));
  }

  private static void sections(ObjectNode output, ObserveGame asked, AccountSight sight) {
    int most = most(asked);
    for (EternumView entity : sight.entities()) {
      ViewSection section = section(entity);
      List<ViewSection> wanted = asked.sections();
      if (section == null || wanted == null || wanted.contains(section)) {
        put(output, entity, most);
      }
    }
  }

  private static int most(ObserveGame asked) {
    return asked.limit() == null ? ROWS : asked.limit();
  }

  /// What the account did, and the battles it was in, the newest first; a battle that it began is
  /// both.
  private JsonNode events(Felt account, int most) throws InterruptedException {
    ObjectNode events = Json.NODES.objectNode();
    events.set("deeds", Json.LOG.valueToTree(happened.newest(account, most)));
    events.set("battles", Json.LOG.valueToTree(happened.newestBattles(account, most)));
    return events;
  }

  /// Structures and explorers are lists; of everything else there is one.
  private static void put(ObjectNode output, EternumView entity, int most) {
    JsonNode told = Json.LOG.valueToTree(entity);
    switch (entity) {
      case EternumView.Structure _ -> add(output.withArray("structures"), told, most);
      case EternumView.Explorer _ -> add(output.withArray("explorers"), told, most);
      case EternumView other -> output.set(EternumScenes.entity(other), cut(told, most));
    }
  }

  private static void add(ArrayNode rows, JsonNode row, int most) {
    if (rows.size() < most) {
      rows.add(row);
    }
  }

  /// The first rows of each list.
  private static JsonNode cut(JsonNode told, int most) {
    if (!(told instanceof ObjectNode object)) {
      return told;
    }
    for (String name : List.copyOf(object.propertyNames())) {
      if (object.get(name) instanceof ArrayNode rows) {
        while (rows.size() > most) {
          rows.remove(rows.size() - 1);
        }
      }
    }
    return object;
  }

  private static @Nullable ViewSection section(EternumView entity) {
    return switch (entity) {
      case EternumView.Game _ -> null;
      case EternumView.Structure _ -> ViewSection.structures;
      case EternumView.Explorer _ -> ViewSection.explorers;
      case EternumView.Surroundings _ -> ViewSection.map;
      case EternumView.Orders _ -> ViewSection.orders;
      case EternumView.Pools _ -> ViewSection.pools;
      case EternumView.Guilds _ -> ViewSection.guilds;
      case EternumView.Hyperstructures _ -> ViewSection.hyperstructures;
      case EternumView.Leaderboard _ -> ViewSection.leaderboard;
    };
  }
}
