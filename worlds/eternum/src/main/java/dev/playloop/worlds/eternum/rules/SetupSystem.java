package dev.playloop.worlds.eternum.rules;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.Poseidon;
import dev.playloop.worlds.chain.Selector;
import dev.playloop.worlds.chain.simulator.ContractContext;
import dev.playloop.worlds.chain.simulator.ContractProgram;
import dev.playloop.worlds.eternum.rules.board.Explorers;
import dev.playloop.worlds.eternum.rules.board.Guards;
import dev.playloop.worlds.eternum.rules.board.MapCoord;
import dev.playloop.worlds.eternum.rules.board.OpenGame;
import dev.playloop.worlds.eternum.rules.board.Stores;
import dev.playloop.worlds.eternum.rules.board.StructureLevels;
import dev.playloop.worlds.eternum.rules.board.Systems;
import dev.playloop.worlds.eternum.rules.board.Tiles;
import dev.playloop.worlds.eternum.rules.board.TroopStack;
import dev.playloop.worlds.eternum.rules.cairo.Entrypoints;
import dev.playloop.worlds.eternum.rules.cairo.Panic;
import dev.playloop.worlds.eternum.rules.cairo.Parameters;
import dev.playloop.worlds.eternum.rules.cairo.Uint;
import dev.playloop.worlds.eternum.rules.record.GameRecord;
import dev.playloop.worlds.eternum.rules.record.ResourceAmount;
import java.util.List;

/// What a board is made of: by the admin only. Nobody else makes anything of nothing. The twin of
/// `setup.cairo`.
final class SetupSystem {
  static final String NAME = "setup";

  private static final Felt DONE = Selector.of("done");

  /// The world gives numbers from here on by itself.
  private static final long FIRST_UUID = 100_000;

  private static final int CATEGORIES = 6;

  /// Grassland: what lies around a structure.
  private static final int HOME_BIOME = 11;

  private static final Uint BIOMES = Uint.u8(16);

  private SetupSystem() {}

  static ContractProgram program() {
    return Entrypoints.of(NAME)
        .on("constructor", SetupSystem::construct)
        .on("once", SetupSystem::once)
        .on("is_done", SetupSystem::isDone)
        .on("configure", SetupConfig::configure)
        .on("structure", SetupSystem::structure)
        .on("explorer", SetupSystem::explorer)
        .on("tile", SetupSystem::tile)
        .on("grant", SetupSystem::grant)
        .on("pool", SetupEconomy::pool)
        .on("hyperstructure", SetupEconomy::hyperstructure)
        .build();
  }

  private static List<Felt> construct(ContractContext context, Parameters parameters) {
    Felt world = parameters.address();
    Felt admin = parameters.address();
    parameters.end();
    Systems.keepWorld(context, world);
    SetupAdmin.keep(context, admin);
    return List.of();
  }

  private static List<Felt> once(ContractContext context, Parameters parameters) {
    Felt step = parameters.felt();
    parameters.end();
    SetupAdmin.check(context);
    Felt place = Poseidon.hash(DONE, step);
    Panic.shortUnless(context.read(place).isZero(), "this step is done");
    context.write(place, Felt.ONE);
    return List.of();
  }

  private static List<Felt> isDone(ContractContext context, Parameters parameters) {
    Felt step = parameters.felt();
    parameters.end();
    return List.of(context.read(Poseidon.hash(DONE, step)));
  }

  private record NewStructure(Uint id, Felt owner, int category, Uint level, NamedPlace place) {
    static NewStructure read(Parameters parameters) {
      return parameters.whole(it ->
          new NewStructure(
              it.u32(), it.address(), it.variant(CATEGORIES), it.u8(), NamedPlace.read(it)));
    }
  }

  private record NamedPlace(MapCoord at, Felt name) {
    static NamedPlace read(Parameters parameters) {
      return new NamedPlace(
          new MapCoord(false, parameters.u32(), parameters.u32()), parameters.felt());
    }
  }

  private static List<Felt> structure(ContractContext context, Parameters parameters) {
    Uint gameId = parameters.u32();
    NewStructure made = NewStructure.read(parameters);
    parameters.end();
    OpenGame game = SetupAdmin.board(context, gameId);
    Uint id = made.id;
    checkId(id);
    Panic.unless(game.find("Structure", id.felt()).isEmpty(), "structure " + id + " is there");
    Panic.unless(made.category != 0, "structure " + id + " has no category");
    MapCoord at = made.place.at;
    GameRecord tile = Tiles.tile(game, at);
    Panic.unless(
        tile.variant("occupier_kind") == Tiles.NOBODY,
        "tile " + at.x() + "," + at.y() + " is taken");
    GameRecord structure =
        game.blank("Structure", id.felt())
            .with("owner", made.owner)
            .withVariant("base.category", made.category)
            .with("base.coord_x", at.x())
            .with("base.coord_y", at.y())
            .with("base.created_at", game.now())
            .with("metadata.name", made.place.name);
    TroopStack none = TroopStack.fresh(game, 0, 0, Uint.u128(0));
    for (int slot = 0; slot < Guards.SLOTS; slot++) {
      Guards.withGuard(structure, slot, none);
    }
    game.put(StructureLevels.reach(structure, made.level));
    game.put(
        tile.withVariant("biome", HOME_BIOME)
            .with("occupier_id", id)
            .withVariant("occupier_kind", Tiles.STRUCTURE));
    exploreAround(game, at);
    return List.of();
  }

  private static void exploreAround(OpenGame game, MapCoord at) {
    for (int direction = 0; direction < MapCoord.DIRECTIONS; direction++) {
      GameRecord there = Tiles.tile(game, at.neighbour(direction));
      if (there.variant("biome") == 0) {
        game.put(there.withVariant("biome", HOME_BIOME));
      }
    }
  }

  private static void checkId(Uint id) {
    Panic.unless(
        !id.isZero() && id.below(Uint.u32(FIRST_UUID)),
        "an id of a board lies below " + FIRST_UUID);
  }

  private record NewExplorer(Uint id, Uint home, TroopStack troops, MapCoord at) {
    static NewExplorer read(Parameters parameters) {
      return parameters.whole(it -> {
        Uint id = it.u32();
        Uint home = it.u32();
        int category = it.variant(TroopStack.CATEGORIES);
        int tier = it.variant(TroopStack.TIERS);
        TroopStack troops = new TroopStack(category, tier, it.u128(), it.u64(), Uint.u64(0));
        return new NewExplorer(id, home, troops, new MapCoord(false, it.u32(), it.u32()));
      });
    }
  }

  private static List<Felt> explorer(ContractContext context, Parameters parameters) {
    Uint gameId = parameters.u32();
    NewExplorer made = NewExplorer.read(parameters);
    parameters.end();
    OpenGame game = SetupAdmin.board(context, gameId);
    Uint id = made.id;
    checkId(id);
    Panic.unless(game.find("ExplorerTroops", id.felt()).isEmpty(), "explorer " + id + " is there");
    TroopStack troops = made.troops;
    TroopStack.checkAmount(troops.count());
    TroopStack.checkTotal(troops.count());
    GameRecord home = game.structure(made.home);
    Uint explorers = home.uint("base.troop_explorer_count");
    game.put(home.with("base.troop_explorer_count", explorers.plus(1)));
    Tiles.checkFree(game, made.at);
    Tiles.occupy(game, made.at, id);
    GameRecord explorer = Explorers.placed(game.blank("ExplorerTroops", id.felt()), made.at);
    TroopStack fresh = TroopStack.fresh(game, troops.category(), troops.tier(), troops.count());
    game.put(fresh.withStamina(troops.stamina()).into(explorer.with("owner", made.home)));
    return List.of();
  }

  private static List<Felt> tile(ContractContext context, Parameters parameters) {
    Uint gameId = parameters.u32();
    MapCoord at = new MapCoord(false, parameters.u32(), parameters.u32());
    Uint biome = parameters.u8();
    parameters.end();
    OpenGame game = SetupAdmin.board(context, gameId);
    Panic.unless(BIOMES.atLeast(biome), "biome " + biome + " does not exist");
    game.put(Tiles.tile(game, at).withVariant("biome", biome.toInt()));
    return List.of();
  }

  private static List<Felt> grant(ContractContext context, Parameters parameters) {
    Uint gameId = parameters.u32();
    Uint id = parameters.u32();
    List<ResourceAmount> resources = parameters.span(ResourceAmount::read);
    parameters.end();
    OpenGame game = SetupAdmin.board(context, gameId);
    Stores.checkList(resources);
    for (ResourceAmount item : resources) {
      Stores.grant(game, id, item.resource(), item.amount());
    }
    return List.of();
  }
}
