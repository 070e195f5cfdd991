package dev.playloop.worlds.eternum.rules;

import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.eternum.rules.record.GameRecord;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.function.Supplier;

/// What players who want what is not theirs try next: calls of every entrypoint, with ids, amounts
/// and places that mostly exist, so that many of them land. All from one seed.
final class ThiefMoves {
  private static final String TROOPS = "troop_management_systems";

  private final Random random;
  private final Function<String, Felt> address;
  private final ThiefEyes eyes;
  private final ThiefFights fights;
  private final ThiefTrades trades;
  private final List<Supplier<List<ContractCall>>> moves;

  private List<Supplier<List<ContractCall>>> all() {
    return List.of(
        this::send,
        this::approveAndPickup,
        this::approveAndPickup,
        this::offload,
        this::offload,
        this::createExplorer,
        this::addToExplorer,
        this::deleteExplorer,
        this::guards,
        this::swaps,
        this::move,
        this::move,
        this::explore,
        this::explore,
        this::battle,
        this::battle,
        this::battle,
        this::raid,
        this::swaps,
        () -> one(trades.createOrder()),
        () -> one(trades.acceptOrder()),
        () -> one(trades.cancelOrder()),
        this::createBuilding,
        this::createBuilding,
        this::changeBuilding,
        this::changeBuilding,
        () -> one(trades.market()),
        () -> one(trades.market()),
        () -> one(trades.liquidity()),
        () -> one(trades.liquidity()),
        () -> one(trades.guild()),
        () -> one(trades.guild()),
        this::name,
        this::levelUp,
        this::contribute,
        this::name,
        this::forbidden);
  }

  ThiefMoves(Random random, Function<String, Felt> address, ThiefEyes eyes) {
    this.random = random;
    trades = new ThiefTrades(random, eyes);
    fights = new ThiefFights(random, eyes, eyes.chances());
    this.address = address;
    this.eyes = eyes;
    moves = all();
  }

  /// Of whom, and what in one transaction.
  record Move(Felt account, List<ContractCall> calls) {}

  Move next() {
    Felt account = eyes.turn();
    List<ContractCall> calls = new ArrayList<>(moves.get(random.nextInt(moves.size())).get());
    if (random.nextInt(20) == 0) {
      calls.addAll(moves.get(random.nextInt(moves.size())).get());
    }
    return new Move(account, List.copyOf(calls));
  }

  private List<ContractCall> one(String system, String entrypoint, Object... words) {
    List<Felt> calldata = new ArrayList<>();
    calldata.add(Felt.of(random.nextInt(60) == 0 ? 99 : eyes.game()));
    calldata.addAll(flat(words));
    return List.of(new ContractCall(address.apply(system), entrypoint, calldata));
  }

  private static List<Felt> flat(Object... words) {
    List<Felt> flat = new ArrayList<>();
    for (Object word : words) {
      switch (word) {
        case Felt felt -> flat.add(felt);
        case BigInteger number -> flat.add(Felt.of(number));
        case Long number -> flat.add(Felt.of(number));
        case Integer number -> flat.add(Felt.of(number));
        case List<?> list -> flat.addAll(flat(list.toArray()));
        default -> throw new IllegalArgumentException("no word: " + word);
      }
    }
    return flat;
  }

  /// A span of resources and amounts.
  private List<Object> resources() {
    int count = random.nextInt(8) == 0 ? 0 : 1 + random.nextInt(3);
    List<Object> words = new ArrayList<>(List.of(count));
    for (int i = 0; i < count; i++) {
      words.add(eyes.resource());
      words.add(eyes.amount());
    }
    return words;
  }

  private List<ContractCall> send() {
    return one("resource_systems", "send", eyes.structure(), eyes.anyStructure(), resources());
  }

  private List<ContractCall> approveAndPickup() {
    List<Object> list = resources();
    long owner = random.nextBoolean() ? eyes.structure() : eyes.anyStructure();
    long to = random.nextBoolean() ? eyes.structure() : eyes.anyStructure();
    List<ContractCall> calls = new ArrayList<>();
    if (random.nextInt(3) > 0) {
      calls.addAll(one("resource_systems", "approve", owner, to, list));
    }
    GameRecord allowance = eyes.any("ResourceAllowance");
    if (allowance != null && random.nextBoolean()) {
      return one(
          "resource_systems",
          "pickup",
          allowance.felt("recipient_structure_id"),
          allowance.felt("owner_structure_id"),
          1,
          allowance.felt("resource_type"),
          allowance.felt("amount"));
    }
    if (random.nextInt(3) > 0) {
      calls.addAll(one("resource_systems", "pickup", to, owner, list));
    }
    return calls.isEmpty() ? send() : calls;
  }

  private List<ContractCall> offload() {
    GameRecord arrival = eyes.any("ResourceArrival");
    if (arrival == null) {
      return one("resource_systems", "arrivals_offload", eyes.structure(), 1, 1, 1);
    }
    return one(
        "resource_systems",
        "arrivals_offload",
        arrival.felt("structure_id"),
        arrival.felt("day"),
        arrival.felt("slot"),
        random.nextInt(4) == 0 ? random.nextInt(5) : arrival.list("resources").size());
  }

  private List<ContractCall> createExplorer() {
    return one(
        TROOPS,
        "explorer_create",
        eyes.structure(),
        random.nextInt(3),
        random.nextInt(3),
        eyes.troops(),
        random.nextInt(6));
  }

  private List<ContractCall> addToExplorer() {
    long id = eyes.explorer();
    return one(TROOPS, "explorer_add", id, eyes.troops(), eyes.homewards(id));
  }

  private List<ContractCall> deleteExplorer() {
    return random.nextInt(4) == 0 ? one(TROOPS, "explorer_delete", eyes.explorer()) : move();
  }

  private List<ContractCall> guards() {
    long id = eyes.structure();
    int slot = random.nextInt(4);
    return random.nextInt(4) == 0
        ? one(TROOPS, "guard_delete", id, slot)
        : one(TROOPS, "guard_add", id, slot, random.nextInt(3), random.nextInt(2), eyes.troops());
  }

  private List<ContractCall> swaps() {
    return one(fights.swap());
  }

  private List<ContractCall> one(ThiefFights.Wish wish) {
    return one(wish.system(), wish.entrypoint(), wish.words().toArray());
  }

  private List<ContractCall> move() {
    long id = eyes.explorer();
    if (random.nextBoolean()) {
      return one("troop_movement_systems", "explorer_move", id, 1, eyes.approach(id), 0);
    }
    return one("troop_movement_systems", "explorer_move", id, path(), 0);
  }

  private List<Object> path() {
    int steps = random.nextInt(4);
    List<Object> path = new ArrayList<>(List.of(steps));
    for (int i = 0; i < steps; i++) {
      path.add(random.nextInt(6));
    }
    return path;
  }

  private List<ContractCall> explore() {
    List<ContractCall> calls = new ArrayList<>();
    int requests = random.nextInt(6) == 0 ? random.nextInt(3) : 1;
    for (int i = 0; i < requests; i++) {
      Felt consumer =
          address.apply(random.nextInt(8) == 0 ? "name_systems" : "troop_movement_systems");
      calls.add(
          new ContractCall(
              address.apply("vrf_provider"),
              "request_random",
              List.of(consumer, Felt.ZERO, eyes.account())));
    }
    long id = eyes.explorer();
    int explorations = random.nextInt(5) == 0 ? 2 : 1;
    for (int i = 0; i < explorations; i++) {
      calls.addAll(one("troop_movement_systems", "explorer_move", id, 1, random.nextInt(6), 1));
    }
    return calls;
  }

  private List<ContractCall> battle() {
    return one(fights.battle(resources()));
  }

  private List<ContractCall> raid() {
    return one(fights.raid(resources()));
  }

  private List<ContractCall> createBuilding() {
    return one(
        "production_systems",
        "create_building",
        eyes.structure(),
        path(),
        random.nextInt(4) == 0 ? 1 : random.nextInt(42),
        random.nextInt(2));
  }

  private List<ContractCall> changeBuilding() {
    String[] entrypoints = {
      "destroy_building", "pause_building_production", "resume_building_production"
    };
    GameRecord building = eyes.any("Building");
    String entrypoint = entrypoints[Math.min(2, random.nextInt(5))];
    return building == null
        ? one("production_systems", entrypoint, eyes.structure(), 0, 11, 10)
        : one(
            "production_systems",
            entrypoint,
            building.felt("structure_id"),
            random.nextInt(12) == 0 ? 1 : 0,
            building.felt("inner_x"),
            building.felt("inner_y"));
  }

  private List<ContractCall> levelUp() {
    return one("structure_systems", "level_up", eyes.structure());
  }

  private List<ContractCall> contribute() {
    long id = random.nextInt(8) == 0 ? eyes.anyStructure() : TestBoard.HYPERSTRUCTURE;
    return one("hyperstructure_systems", "contribute", id, eyes.structure(), resources());
  }

  private List<ContractCall> name() {
    return one("name_systems", "set_address_name", eyes.word());
  }

  /// What only the admin or a registered system may do.
  private List<ContractCall> forbidden() {
    GameRecord record = eyes.any("Resource");
    List<Object> key = List.of(3, eyes.game(), eyes.structure(), 3);
    List<Object> rich = List.of(5, 1_000_000_000_000L, 0, 0, 0, 0);
    Felt world = address.apply("world");
    Felt model = record == null ? Felt.ONE : record.kind().selector();
    return switch (random.nextInt(6)) {
      case 0 -> List.of(new ContractCall(world, "set", flat(model, key, rich)));
      case 1 -> List.of(new ContractCall(world, "remove", flat(model, key)));
      case 2 -> List.of(new ContractCall(world, "register", flat(model, eyes.account())));
      case 3 -> List.of(new ContractCall(world, "uuid", List.of()));
      case 4 -> List.of(new ContractCall(world, "emit_event", flat(model, key, rich)));
      default -> one("setup", "grant", eyes.structure(), resources());
    };
  }
}
