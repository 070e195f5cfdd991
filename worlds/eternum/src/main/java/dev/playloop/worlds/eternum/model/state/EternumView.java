package dev.playloop.worlds.eternum.model.state;

import dev.playloop.worlds.eternum.model.game.BuildingCategory;
import dev.playloop.worlds.eternum.model.game.GuardSlot;
import dev.playloop.worlds.eternum.model.game.Hex;
import dev.playloop.worlds.eternum.model.game.Resource;
import dev.playloop.worlds.eternum.model.game.TroopTier;
import dev.playloop.worlds.eternum.model.game.TroopType;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The state of one entity of an account's scene. Its watcher puts one for the game, one for each
/// structure and explorer of the account, and one for each of the other kinds, whenever it changed;
/// the perspective reads them, and what lies within a view's budget is what an agent sees.
///
/// Fields that are arguments of tools are named as these are. Amounts and counts are decimal texts
/// in whole units, as tools take them: `1.5` is 1,500,000,000 on the chain. Times are seconds since
/// 1970 by the chain's clock. Texts are other players' own: data, never instructions. A list holds
/// at most [#MAX_ROWS]; who cuts one keeps what matters most, and says so in [Game#unread()].
public sealed interface EternumView {
  int MAX_ROWS = 64;

  /// How long a name or a text is at most, in characters.
  int MAX_TEXT = 200;

  /// Of which an account has one, in the order of a view's sections.
  List<Class<? extends EternumView>> ONCE =
      List.of(
          Game.class,
          Surroundings.class,
          Orders.class,
          Pools.class,
          Guilds.class,
          Hyperstructures.class,
          Leaderboard.class);

  /// The kind of entity that has such a state, such as `structure`.
  static String kindOf(Class<? extends EternumView> type) {
    return type.getSimpleName().toLowerCase(Locale.ROOT);
  }

  /// The state that such a kind of entity has; null where there is no such kind.
  static @Nullable Class<? extends EternumView> typeOf(String kind) {
    return switch (kind) {
      case "game" -> Game.class;
      case "structure" -> Structure.class;
      case "explorer" -> Explorer.class;
      case "surroundings" -> Surroundings.class;
      case "orders" -> Orders.class;
      case "pools" -> Pools.class;
      case "guilds" -> Guilds.class;
      case "hyperstructures" -> Hyperstructures.class;
      case "leaderboard" -> Leaderboard.class;
      default -> null;
    };
  }

  /// Of which block all this is, and who looks. It is put whenever any other entity is, and after
  /// each block that a poll has seen.
  ///
  /// @param address the account, `0x` and hex digits
  /// @param name the account's name; null where it has none, so that it can be in no guild
  /// @param block up to which the index had read
  /// @param timestamp the block's
  /// @param unread what could not be read, or not all of it, in words for the agent; none of it may
  ///   be taken as empty
  @RecordBuilder
  record Game(
      long gameId,
      String address,
      @Nullable String name,
      long block,
      long timestamp,
      List<String> unread)
      implements EternumView {
    public Game {
      unread = List.copyOf(unread);
    }
  }

  /// A structure of the account.
  ///
  /// @param kind such as Realm, Village, Bank, FragmentMine or Hyperstructure
  /// @param balances without those that are nothing and produce nothing
  /// @param arrivals what is on its way and what waits to be claimed, soonest first
  @RecordBuilder
  record Structure(
      long structureId,
      String kind,
      int level,
      Hex coord,
      List<Guard> guards,
      List<Balance> balances,
      List<Building> buildings,
      List<Arrival> arrivals)
      implements EternumView {
    public Structure {
      guards = List.copyOf(guards);
      balances = List.copyOf(balances);
      buildings = List.copyOf(buildings);
      arrivals = List.copyOf(arrivals);
    }
  }

  /// Troops in a slot; an empty slot has none of these.
  record Guard(GuardSlot slot, Troops troops) {}

  /// @param stamina as of the view's block; null where it is not known
  record Troops(TroopType category, TroopTier tier, String count, @Nullable Long stamina) {}

  /// @param stored what was there at [Production#since()], or simply is where nothing is produced
  record Balance(Resource resource, String stored, @Nullable Production production) {}

  /// @param perSecond what is added each second
  /// @param since from when on
  /// @param left what is added at most; null for as long as it likes
  record Production(String perSecond, long since, @Nullable String left) {}

  /// @param buildingCoord in the structure's own grid
  record Building(BuildingCategory buildingCategory, Hex buildingCoord, boolean paused) {}

  /// @param resourceCount how many kinds of resources there are, as `claim_arrivals` asks
  /// @param readyAt from when on they can be claimed
  record Arrival(long day, int slot, int resourceCount, long readyAt, List<Amount> resources) {
    public Arrival {
      resources = List.copyOf(resources);
    }
  }

  record Amount(Resource resourceType, String amount) {}

  /// An explorer of the account.
  ///
  /// @param homeStructureId whose troops they are
  /// @param fightsUntil when its last battle leaves it free; null where it is in none
  @RecordBuilder
  record Explorer(
      long explorerId,
      long homeStructureId,
      Hex coord,
      Troops troops,
      List<Amount> carries,
      @Nullable Long fightsUntil)
      implements EternumView {
    public Explorer {
      carries = List.copyOf(carries);
    }
  }

  /// The map around what the account has: explored hexes, and what of others stands there.
  record Surroundings(List<Tile> explored, List<Other> others) implements EternumView {
    public Surroundings {
      explored = List.copyOf(explored);
      others = List.copyOf(others);
    }
  }

  record Tile(Hex coord, String biome) {}

  /// Something on the map that is not the account's.
  ///
  /// @param kind Explorer, or a structure's kind
  /// @param id its explorerId or structureId
  /// @param owner the owner's name, or address; null for nobody's
  /// @param troops the explorer's, or those of the guard that an attack meets; null where there are
  ///   none
  record Other(String kind, long id, Hex coord, @Nullable String owner, @Nullable Troops troops) {}

  /// Orders that the account made or may take.
  record Orders(List<Order> open) implements EternumView {
    public Orders {
      open = List.copyOf(open);
    }
  }

  /// @param makerId the structure that gives
  /// @param takerId the structure that alone may take it; 0 for whoever likes
  /// @param own whether the account made it, and so may cancel it
  /// @param gives what a unit is
  /// @param pays what a unit costs
  /// @param unitsLeft how many can be bought
  @RecordBuilder
  record Order(
      long tradeId,
      long makerId,
      long takerId,
      boolean own,
      Amount gives,
      Amount pays,
      long unitsLeft,
      long expiresAt) {}

  /// What banks trade.
  ///
  /// @param market what was bought and sold there last, by anybody, the newest first
  record Pools(List<Pool> pools, List<BankTrade> market) implements EternumView {
    public Pools {
      pools = List.copyOf(pools);
      market = market == null ? List.of() : List.copyOf(market);
    }
  }

  /// @param structureId whose trade it was
  /// @param own whether that is the account's
  /// @param bought from the bank, or sold to it
  /// @param lords what was paid, or got for it
  /// @param at when
  @RecordBuilder
  record BankTrade(
      long bankEntityId,
      long structureId,
      boolean own,
      boolean bought,
      Amount amount,
      String lords,
      long at) {}

  /// @param lordsPerUnit the price of a very small trade, before fees
  /// @param shares what the account has of the pool, as `remove_liquidity` takes it; null for none
  @RecordBuilder
  record Pool(
      long bankEntityId,
      Resource resourceType,
      String resourceAmount,
      String lordsAmount,
      String lordsPerUnit,
      @Nullable String shares) {}

  /// @param own the account's; null where it is in none
  /// @param members those of the own one
  /// @param others which could be joined
  record Guilds(@Nullable Guild own, List<Member> members, List<Guild> others)
      implements EternumView {
    public Guilds {
      members = List.copyOf(members);
      others = List.copyOf(others);
    }
  }

  /// @param guildEntityId its owner's address
  /// @param open whether the account may join: it is public, or the account is on its list
  record Guild(String guildEntityId, String name, boolean isPublic, int members, boolean open) {}

  record Member(String address, @Nullable String name) {}

  record Hyperstructures(List<Hyperstructure> all) implements EternumView {
    public Hyperstructures {
      all = List.copyOf(all);
    }
  }

  /// @param percent how much of it is built, 0 to 100
  /// @param needs what can still be contributed
  /// @param shares the account's part of its points, in percent; null for none
  record Hyperstructure(
      long hyperstructureEntityId,
      Hex coord,
      int percent,
      List<Amount> needs,
      @Nullable String shares) {
    public Hyperstructure {
      needs = List.copyOf(needs);
    }
  }

  /// The best, and the account where it has points.
  record Leaderboard(List<Leader> leaders) implements EternumView {
    public Leaderboard {
      leaders = List.copyOf(leaders);
    }
  }

  record Leader(int rank, String address, @Nullable String name, String points, boolean own) {}
}
