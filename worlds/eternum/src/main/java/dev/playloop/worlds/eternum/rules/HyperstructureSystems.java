package dev.playloop.worlds.eternum.rules;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.simulator.ContractContext;
import dev.playloop.worlds.chain.simulator.ContractProgram;
import dev.playloop.worlds.eternum.rules.board.OpenGame;
import dev.playloop.worlds.eternum.rules.board.Stores;
import dev.playloop.worlds.eternum.rules.board.Systems;
import dev.playloop.worlds.eternum.rules.cairo.Panic;
import dev.playloop.worlds.eternum.rules.cairo.Parameters;
import dev.playloop.worlds.eternum.rules.cairo.Uint;
import dev.playloop.worlds.eternum.rules.record.GameRecord;
import dev.playloop.worlds.eternum.rules.record.ResourceAmount;
import java.util.List;

/// Hyperstructures: what each still needs, and the points of those who bring it. The twin of
/// `hyperstructure.cairo`.
final class HyperstructureSystems {
  private HyperstructureSystems() {}

  static ContractProgram program() {
    return Systems.of("hyperstructure_systems")
        .on("contribute", HyperstructureSystems::contribute)
        .build();
  }

  private static List<Felt> contribute(ContractContext context, Parameters parameters) {
    Uint gameId = parameters.u32();
    Uint id = parameters.u32();
    Uint fromId = parameters.u32();
    List<ResourceAmount> contribution = parameters.span(ResourceAmount::read);
    parameters.end();
    OpenGame game = Systems.open(context, gameId);
    game.ownStructure(fromId);
    String name = "hyperstructure " + id;
    GameRecord hyperstructure =
        game.find("Hyperstructure", id.felt())
            .orElseThrow(() -> Panic.text(name + " does not exist"));
    Panic.unless(!hyperstructure.flag("completed"), name + " is complete");
    Stores.checkList(contribution);
    Uint given = fill(game, id, contribution);
    Stores.spendAll(game, fromId, contribution);
    Uint points = given.over(Stores.PRECISION).times(hyperstructure.uint("points_per_unit"));
    Uint total = hyperstructure.uint("points_total").plus(points);
    Uint remaining = hyperstructure.uint("remaining").minus(given);
    boolean completed = remaining.isZero();
    game.put(
        hyperstructure
            .with("points_total", total)
            .with("remaining", remaining)
            .with("completed", completed));
    score(game, id, points);
    String kind = completed ? "HyperstructureCompleteStory" : "HyperstructureContributeStory";
    game.story(kind, id, fromId, given, points);
    return List.of();
  }

  /// Adds to what is there of each resource; returns how much it was.
  private static Uint fill(OpenGame game, Uint id, List<ResourceAmount> contribution) {
    Uint given = Uint.u128(0);
    for (ResourceAmount item : contribution) {
      String name = "hyperstructure " + id;
      GameRecord requirement =
          game.find("HyperstructureRequirement", id.felt(), item.resource().felt())
              .orElseThrow(() -> Panic.text(name + " needs no resource " + item.resource()));
      Uint current = requirement.uint("current");
      Uint missing = requirement.uint("needed").minus(current);
      Panic.unless(
          missing.atLeast(item.amount()),
          "%s needs %s more of resource %s, not %s"
              .formatted(name, missing, item.resource(), item.amount()));
      game.put(requirement.with("current", current.plus(item.amount())));
      given = given.plus(item.amount());
    }
    return given;
  }

  private static void score(OpenGame game, Uint id, Uint points) {
    Felt[] share = {id.felt(), game.caller()};
    add(game, record(game, "HyperstructureShareholders", share), "points", points);
    GameRecord player = record(game, "PlayerRegisteredPoints", game.caller());
    add(game, player, "registered_points", points);
    add(game, record(game, "WorldConfig"), "points_registered", points);
  }

  private static GameRecord record(OpenGame game, String model, Felt... keys) {
    return game.find(model, keys).orElseGet(() -> game.blank(model, keys));
  }

  private static void add(OpenGame game, GameRecord record, String field, Uint points) {
    game.put(record.with(field, record.uint(field).plus(points)));
  }
}
