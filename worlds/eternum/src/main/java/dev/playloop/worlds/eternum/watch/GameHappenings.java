package dev.playloop.worlds.eternum.watch;

import dev.playloop.schemas.event.WorldEvent.Happening;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.eternum.model.state.EternumView.Arrival;
import dev.playloop.worlds.eternum.model.state.EternumView.Order;
import dev.playloop.worlds.eternum.view.GameBattle;
import dev.playloop.worlds.eternum.view.GameStory;
import dev.playloop.worlds.eternum.watch.WatchCursor.Landed;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/// The kinds of happenings in the game, which agents subscribe to, and what they say.
final class GameHappenings {
  static final String BATTLE = "battle.fought";
  static final String ARRIVALS = "arrival.ready";
  static final String ACCEPTED = "order.accepted";
  static final String EXPIRED = "order.expired";
  static final String SEEN = "transaction.seen";
  static final String UNDONE = "transaction.undone";

  private static final String STORY = "Story";

  private GameHappenings() {}

  /// @param account who is told
  static Happening battle(GameBattle battle, String account) {
    boolean attacks = battle.attacker().owner().equals(account);
    GameBattle.Fighter own = attacks ? battle.attacker() : battle.defender();
    GameBattle.Fighter foe = attacks ? battle.defender() : battle.attacker();
    String end =
        battle.winnerId() == 0
            ? "nobody won"
            : battle.winnerId() == own.id() ? "you won" : "you lost";
    return new Happening(
        BATTLE,
        attacks
            ? "Your %d attacked %d: %s; you lost %s troops, they lost %s."
                .formatted(own.id(), foe.id(), end, own.loss(), foe.loss())
            : "%d attacked your %d: %s; you lost %s troops, they lost %s."
                .formatted(foe.id(), own.id(), end, own.loss(), foe.loss()),
        Json.LOG.valueToTree(battle));
  }

  static Happening arrivals(long structureId, List<Arrival> ready) {
    ObjectNode data = Json.NODES.objectNode().put("structureId", structureId);
    data.set("arrivals", Json.LOG.valueToTree(ready.stream().limit(8).toList()));
    return new Happening(
        ARRIVALS,
        "%d arrivals can be claimed at structure %d: %s."
            .formatted(
                ready.size(),
                structureId,
                ready.stream()
                    .limit(8)
                    .map(each -> "day " + each.day() + " slot " + each.slot())
                    .collect(Collectors.joining(", "))),
        data);
  }

  static Happening accepted(GameStory story) {
    String count = story.numbers().getLast();
    ObjectNode data = Json.NODES.objectNode();
    data.put("tradeId", story.entityId())
        .put("makerId", story.numbers().get(0))
        .put("takerId", story.numbers().get(1))
        .put("units", count)
        .put("transaction", story.what().transaction().hex());
    return new Happening(
        ACCEPTED,
        "Structure %s bought %s units of your order %d."
            .formatted(story.numbers().get(1), count, story.entityId()),
        data);
  }

  static Happening expired(Order order) {
    ObjectNode data = Json.NODES.objectNode();
    data.put("tradeId", order.tradeId()).put("unitsLeft", order.unitsLeft());
    return new Happening(
        EXPIRED,
        "Your order %d has expired with %d units left; cancel it to get them back."
            .formatted(order.tradeId(), order.unitsLeft()),
        data);
  }

  /// All that one transaction of the account did.
  static Happening seen(List<GameStory> stories) {
    GameStory first = stories.getFirst();
    ObjectNode data = Json.NODES.objectNode();
    data.put("transaction", first.what().transaction().hex()).put("block", first.what().block());
    data.set("stories", Json.LOG.valueToTree(stories.stream().limit(8).toList()));
    return new Happening(
        SEEN,
        "Your transaction %s is in block %d: %s."
            .formatted(
                first.what().transaction().hex(),
                first.what().block(),
                stories.stream().map(GameHappenings::brief).collect(Collectors.joining(", "))),
        data);
  }

  private static String brief(GameStory story) {
    String kind = story.kind();
    String name = kind.endsWith(STORY) ? kind.substring(0, kind.length() - STORY.length()) : kind;
    return story.entityId() == 0 ? name : name + " of " + story.entityId();
  }

  static Happening undone(Landed lost) {
    ObjectNode data = Json.NODES.objectNode();
    data.put("transaction", lost.transaction().hex()).put("block", lost.block());
    return new Happening(
        UNDONE,
        ("Your transaction %s, which was in block %d, is undone: the chain was reorganised, and it"
                + " can't land any more. What it did has not happened.")
            .formatted(lost.transaction().hex(), lost.block()),
        data);
  }
}
