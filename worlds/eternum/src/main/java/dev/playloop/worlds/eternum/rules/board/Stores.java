package dev.playloop.worlds.eternum.rules.board;

import dev.playloop.worlds.eternum.rules.cairo.Panic;
import dev.playloop.worlds.eternum.rules.cairo.Uint;
import dev.playloop.worlds.eternum.rules.record.GameRecord;
import dev.playloop.worlds.eternum.rules.record.ResourceAmount;
import java.util.List;

/// What entities have: balances with what was produced since, and the donkeys that carry. The twin
/// of the first part of `resources.cairo`.
public final class Stores {
  /// Amounts and troop counts are kept times this.
  public static final Uint PRECISION = Uint.u128(1_000_000_000);

  public static final Uint DONKEY = Uint.u8(25);
  public static final Uint LORDS = Uint.u8(37);
  public static final Uint LAST_TYPE = Uint.u8(38);

  /// The longest list of resources in one call.
  private static final int MAX_LIST = 38;

  private Stores() {}

  public static void checkType(Uint resource) {
    Panic.unless(
        !resource.isZero() && LAST_TYPE.atLeast(resource),
        "resource " + resource + " does not exist");
  }

  /// A list that is neither empty nor too long, of resources that exist and amounts above zero.
  public static void checkList(List<ResourceAmount> resources) {
    Panic.unless(!resources.isEmpty(), "the list of resources is empty");
    checkBounds(resources);
  }

  /// The same of a list that may be empty.
  public static void checkBounds(List<ResourceAmount> resources) {
    Panic.unless(
        resources.size() <= MAX_LIST,
        "at most " + MAX_LIST + " resources, not " + resources.size());
    for (ResourceAmount item : resources) {
      checkType(item.resource());
      Panic.unless(
          !item.amount().isZero(), "the amount of resource " + item.resource() + " is zero");
    }
  }

  /// What an entity has of a resource, with its production until now, which is bounded by what is
  /// left to put out.
  public static GameRecord load(OpenGame game, Uint entity, Uint resource) {
    GameRecord held =
        game.find("Resource", entity.felt(), resource.felt())
            .orElseGet(() ->
                game.blank("Resource", entity.felt(), resource.felt())
                    .with("PRODUCTION.last_updated_at", game.now()));
    Uint seconds = game.now().minus(held.uint("PRODUCTION.last_updated_at"));
    Uint left = held.uint("PRODUCTION.output_amount_left");
    Uint rate = held.uint("PRODUCTION.production_rate");
    Uint made = rate.into(128).times(seconds.into(128)).min(left);
    return held.with("BALANCE", held.uint("BALANCE").plus(made))
        .with("PRODUCTION.output_amount_left", left.minus(made))
        .with("PRODUCTION.last_updated_at", game.now());
  }

  /// Refuses what is not there; nothing is given before it is taken somewhere.
  public static void spend(OpenGame game, Uint entity, Uint resource, Uint amount) {
    GameRecord held = load(game, entity, resource);
    Uint balance = held.uint("BALANCE");
    Panic.unless(
        balance.atLeast(amount),
        "entity %s needs %s of resource %s and has %s"
            .formatted(entity, amount, resource, balance));
    game.put(held.with("BALANCE", balance.minus(amount)));
  }

  public static void grant(OpenGame game, Uint entity, Uint resource, Uint amount) {
    GameRecord held = load(game, entity, resource);
    game.put(held.with("BALANCE", held.uint("BALANCE").plus(amount)));
  }

  public static void spendAll(OpenGame game, Uint entity, List<ResourceAmount> resources) {
    for (ResourceAmount item : resources) {
      spend(game, entity, item.resource(), item.amount());
    }
  }

  /// Takes from an entity the donkeys that carry this weight: whole ones, which do not come back.
  public static void burnDonkeys(OpenGame game, Uint entity, List<ResourceAmount> resources) {
    Uint weight = Uint.u128(0);
    for (ResourceAmount item : resources) {
      // Lords weigh nothing, and a donkey walks by itself.
      if (!item.resource().equals(LORDS) && !item.resource().equals(DONKEY)) {
        weight = weight.plus(item.amount());
      }
    }
    if (weight.isZero()) {
      return;
    }
    Uint donkeys = weight.minus(1).over(game.config("donkey_capacity")).plus(1);
    GameRecord held = load(game, entity, DONKEY);
    Uint whole = held.uint("BALANCE").over(PRECISION);
    Panic.unless(
        whole.atLeast(donkeys),
        "entity %s needs %s donkeys and has %s".formatted(entity, donkeys, whole));
    game.put(held.with("BALANCE", held.uint("BALANCE").minus(donkeys.times(PRECISION))));
  }
}
