package dev.playloop.worlds.eternum.rules;

import dev.playloop.worlds.eternum.rules.record.GameRecord;
import dev.playloop.worlds.eternum.rules.record.ResourceAmount;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// How much of each resource there is in the whole game: in stores, with what buildings still will
/// put out, on its way, in orders, in pools, in hyperstructures, and as troops.
record Wealth(Map<Integer, BigInteger> of) {
  private static final int LORDS = 37;
  private static final int[] PAID_BY = {26, 32, 29};
  private static final List<String> SLOTS = List.of("delta", "charlie", "bravo", "alpha");

  static Wealth of(RecordMirror mirror) {
    Map<Integer, BigInteger> sums = new HashMap<>();
    mirror.all().forEach(record -> count(sums, record));
    return new Wealth(Map.copyOf(sums));
  }

  BigInteger of(int resource) {
    return of.getOrDefault(resource, BigInteger.ZERO);
  }

  private static void count(Map<Integer, BigInteger> sums, GameRecord record) {
    switch (record.kind().name()) {
      case "Resource" -> {
        add(sums, type(record), record, "BALANCE");
        add(sums, type(record), record, "PRODUCTION.output_amount_left");
      }
      case "ResourceArrival" -> {
        for (ResourceAmount item : record.list("resources")) {
          add(sums, item.resource().toInt(), item.amount().value());
        }
      }
      case "Trade" ->
          add(
              sums,
              (int) record.number("maker_gives_resource_type"),
              record
                  .uint("maker_gives_min_resource_amount")
                  .value()
                  .multiply(record.uint("maker_gives_max_count").value()));
      case "Market" -> {
        add(sums, type(record), record, "resource_amount");
        add(sums, LORDS, record, "lords_amount");
      }
      case "HyperstructureRequirement" -> add(sums, type(record), record, "current");
      case "ExplorerTroops" -> addTroops(sums, record, "troops.");
      case "Structure" ->
          SLOTS.forEach(slot -> addTroops(sums, record, "troop_guards." + slot + "."));
      default -> {
        // holds no resource
      }
    }
  }

  private static int type(GameRecord record) {
    return (int) record.number("resource_type");
  }

  private static void addTroops(Map<Integer, BigInteger> sums, GameRecord record, String prefix) {
    int resource = PAID_BY[record.variant(prefix + "category")] + record.variant(prefix + "tier");
    add(sums, resource, record, prefix + "count");
  }

  private static void add(
      Map<Integer, BigInteger> sums, int resource, GameRecord record, String field) {
    add(sums, resource, record.uint(field).value());
  }

  private static void add(Map<Integer, BigInteger> sums, int resource, BigInteger amount) {
    sums.merge(resource, amount, BigInteger::add);
  }
}
