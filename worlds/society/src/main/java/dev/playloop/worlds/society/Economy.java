package dev.playloop.worlds.society;

import static dev.playloop.worlds.society.Verdict.answer;
import static dev.playloop.worlds.society.Verdict.refused;
import static dev.playloop.worlds.society.Verdict.seen;

import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.society.model.SocietyWrite.BuyItem;
import dev.playloop.worlds.society.model.SocietyWrite.ConsumeItem;
import dev.playloop.worlds.society.model.SocietyWrite.DoWork;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Market and work. Gold, energy and items are spent by one conditional statement each, never by
/// reading first and writing then.
final class Economy {
  private Economy() {}

  private record Offer(int price, boolean limited) {}

  private record Job(int pay, int energyCost) {}

  private record Gain(int now, int gained) {}

  private record Purse(int energy, int gold) {}

  static Verdict buy(Deed deed, BuyItem buy) {
    int quantity = buy.quantity() == null ? 1 : buy.quantity();
    Map<String, Object> item = Map.of("item", buy.itemName(), "quantity", quantity);
    Optional<Offer> offer =
        deed.db()
            .createQuery(
                "select price, stock is not null as limited from market_items"
                    + " where name = :item and available")
            .bind("item", buy.itemName())
            .map((row, context) -> new Offer(row.getInt("price"), row.getBoolean("limited")))
            .findFirst();
    if (offer.isEmpty()) {
      return refused(
          "unknown_item",
          "The market does not sell " + buy.itemName() + ". It sells: " + goods(deed),
          "itemName");
    }
    long cost = (long) offer.get().price() * quantity;
    Optional<Long> gold =
        deed.number(
            "update users set gold = gold - :cost where id = :me and gold >= :cost returning gold",
            Map.of("me", deed.actor(), "cost", cost));
    if (gold.isEmpty()) {
      return refused(
          "insufficient_gold",
          "Insufficient gold. Need " + cost + ", have " + have(deed, "gold"),
          null);
    }
    if (offer.get().limited()
        && deed.update(
                "update market_items set stock = stock - :quantity"
                    + " where name = :item and stock >= :quantity",
                item)
            == 0) {
      return refused(
          "out_of_stock",
          "The market has fewer than " + quantity + " " + buy.itemName(),
          "quantity");
    }
    long held =
        deed.number(
                "insert into inventory as held (user_id, item_name, quantity)"
                    + " values (:me, :item, :quantity) on conflict (user_id, item_name)"
                    + " do update set quantity = held.quantity + excluded.quantity"
                    + " returning quantity",
                Map.of("me", deed.actor(), "item", buy.itemName(), "quantity", quantity))
            .orElseThrow();
    deed.book("gold", -cost, gold.get());
    deed.book("item:" + buy.itemName(), quantity, held);
    return seen(
        answer()
            .put("purchased", buy.itemName())
            .put("quantity", quantity)
            .put("cost", cost)
            .put("gold", gold.get())
            .put("held", held));
  }

  static Verdict consume(Deed deed, ConsumeItem consume) {
    int quantity = consume.quantity() == null ? 1 : consume.quantity();
    Map<String, Object> item = Map.of("me", deed.actor(), "item", consume.itemName());
    Optional<String> effects =
        deed.text(
            "select cast(effects as text) from market_items where name = :item",
            Map.of("item", consume.itemName()));
    if (effects.isEmpty()) {
      return refused("unknown_item", "There is no item " + consume.itemName(), "itemName");
    }
    Optional<Long> left =
        deed.number(
            "update inventory set quantity = quantity - :quantity where user_id = :me"
                + " and item_name = :item and quantity >= :quantity returning quantity",
            Map.of("me", deed.actor(), "item", consume.itemName(), "quantity", quantity));
    if (left.isEmpty()) {
      long held =
          deed.number(
                  "select quantity from inventory where user_id = :me and item_name = :item", item)
              .orElse(0L);
      return refused(
          "insufficient_item",
          held == 0
              ? "No " + consume.itemName() + " in inventory"
              : "Insufficient " + consume.itemName() + ". Need " + quantity + ", have " + held,
          held == 0 ? "itemName" : "quantity");
    }
    deed.book("item:" + consume.itemName(), -quantity, left.get());
    ObjectNode answer = answer().put("consumed", consume.itemName()).put("quantity", quantity);
    ObjectNode gained = Json.NODES.objectNode();
    JsonNode each = Json.tree(effects.get());
    for (String stat : new String[] {"energy", "health", "morale"}) {
      if (each.path(stat).isIntegralNumber()) {
        Gain gain = gain(deed, stat, each.path(stat).longValue() * quantity);
        gained.put(stat, gain.gained());
        answer.put(stat, gain.now());
        if (!stat.equals("morale")) {
          deed.book(stat, gain.gained(), gain.now());
        }
      }
    }
    return seen(answer.set("gained", gained).put("left", left.get()));
  }

  /// Adds to a stat, kept between 0 and 100, and tells what was really gained. `stat` is one of
  /// three names of ours, never an argument.
  private static Gain gain(Deed deed, String stat, long amount) {
    return deed.db()
        .createQuery(
            "update users set "
                + stat
                + " = least(100, greatest(0, users."
                + stat
                + " + :amount)) from (select id, "
                + stat
                + " as before from users where id = :me) old"
                + " where users.id = old.id returning users."
                + stat
                + " as now, users."
                + stat
                + " - old.before as gained")
        .bind("me", deed.actor())
        .bind("amount", amount)
        .map((row, context) -> new Gain(row.getInt("now"), row.getInt("gained")))
        .one();
  }

  static Verdict work(Deed deed, DoWork work) {
    Optional<Job> job =
        deed.db()
            .createQuery("select pay, energy_cost from jobs where type = :job and available")
            .bind("job", work.jobType())
            .map((row, context) -> new Job(row.getInt("pay"), row.getInt("energy_cost")))
            .findFirst();
    if (job.isEmpty()) {
      return refused(
          "unknown_job",
          "There is no job "
              + work.jobType()
              + ". Jobs: "
              + deed.text(
                      "select string_agg(type, ', ' order by type) from jobs where available",
                      Map.of())
                  .orElse("none"),
          "jobType");
    }
    Optional<Purse> after =
        deed.db()
            .createQuery(
                "update users set energy = energy - :cost, gold = gold + :pay"
                    + " where id = :me and energy >= :cost returning energy, gold")
            .bind("me", deed.actor())
            .bind("cost", job.get().energyCost())
            .bind("pay", job.get().pay())
            .map((row, context) -> new Purse(row.getInt("energy"), row.getInt("gold")))
            .findFirst();
    if (after.isEmpty()) {
      return refused(
          "insufficient_energy",
          "Insufficient energy. Need " + job.get().energyCost() + ", have " + have(deed, "energy"),
          null);
    }
    int energy = after.get().energy();
    int gold = after.get().gold();
    deed.book("energy", -job.get().energyCost(), energy);
    deed.book("gold", job.get().pay(), gold);
    return seen(
        answer()
            .put("job", work.jobType())
            .put("earned", job.get().pay())
            .put("energySpent", job.get().energyCost())
            .put("energy", energy)
            .put("gold", gold));
  }

  /// What the actor has of gold or energy, for a message; the actor's row is locked.
  static long have(Deed deed, String column) {
    return deed.number(
            "select " + column + " from users where id = :me", Map.of("me", deed.actor()))
        .orElse(0L);
  }

  private static String goods(Deed deed) {
    return deed.text(
            "select string_agg(name, ', ' order by name) from (select name from market_items"
                + " where available order by name limit 30) goods",
            Map.of())
        .orElse("nothing");
  }
}
