package dev.playloop.worlds.eternum.rules.board;

import dev.playloop.worlds.eternum.rules.cairo.Panic;
import dev.playloop.worlds.eternum.rules.cairo.Uint;
import dev.playloop.worlds.eternum.rules.record.GameRecord;

/// Troops of one kind in one place, an explorer's or a guard's. The twin of the first part of
/// `troops.cairo`.
///
/// @param category Knight, Paladin, Crossbowman
/// @param tier T1, T2, T3
/// @param count times 1e9
public record TroopStack(int category, int tier, Uint count, Uint stamina, Uint updatedTick) {
  public static final int CATEGORIES = 3;
  public static final int TIERS = 3;

  /// Most troops in one place.
  private static final Uint MAX_TROOPS = Stores.PRECISION.times(500_000);

  /// Of each category the resource that pays for its first tier.
  private static final int[] PAID_BY = {26, 32, 29};

  /// From the fields that a record has behind this prefix.
  static TroopStack read(GameRecord record, String prefix) {
    return new TroopStack(
        record.variant(prefix + "category"),
        record.variant(prefix + "tier"),
        record.uint(prefix + "count"),
        record.uint(prefix + "stamina.amount"),
        record.uint(prefix + "stamina.updated_tick"));
  }

  void write(GameRecord record, String prefix) {
    record
        .withVariant(prefix + "category", category)
        .withVariant(prefix + "tier", tier)
        .with(prefix + "count", count)
        .with(prefix + "stamina.amount", stamina)
        .with(prefix + "stamina.updated_tick", updatedTick);
  }

  public static TroopStack ofExplorer(GameRecord explorer) {
    return read(explorer, "troops.");
  }

  /// Writes them into the explorer, which is not kept by that.
  public GameRecord into(GameRecord explorer) {
    write(explorer, "troops.");
    return explorer;
  }

  public static Uint resourceOf(int category, int tier) {
    return Uint.u8(PAID_BY[category] + tier);
  }

  public Uint resource() {
    return resourceOf(category, tier);
  }

  public static void checkAmount(Uint amount) {
    Panic.unless(!amount.isZero(), "the amount of troops is zero");
    Panic.unless(
        amount.rest(Stores.PRECISION).isZero(),
        "the amount " + amount + " is no multiple of " + Stores.PRECISION);
  }

  public static void checkTotal(Uint count) {
    Panic.unless(MAX_TROOPS.atLeast(count), "at most " + MAX_TROOPS + " troops, not " + count);
  }

  /// Fresh troops at this tick.
  public static TroopStack fresh(OpenGame game, int category, int tier, Uint count) {
    return new TroopStack(category, tier, count, game.config("stamina.initial"), game.tick());
  }

  public TroopStack withCount(Uint other) {
    return new TroopStack(category, tier, other, stamina, updatedTick);
  }

  public TroopStack withStamina(Uint other) {
    return new TroopStack(category, tier, count, other, updatedTick);
  }

  /// Stamina grows with each tick up to its maximum.
  public TroopStack rested(OpenGame game) {
    Uint tick = game.tick();
    Uint gained = stamina.plus(tick.minus(updatedTick).times(game.config("stamina.gain_per_tick")));
    return new TroopStack(category, tier, count, gained.min(game.config("stamina.max")), tick);
  }

  /// The troops without the stamina that something costs.
  public TroopStack tired(OpenGame game, Uint explorer, Uint cost) {
    TroopStack rested = rested(game);
    Panic.unless(
        rested.stamina.atLeast(cost),
        "explorer %s needs %s stamina and has %s".formatted(explorer, cost, rested.stamina));
    return rested.withStamina(rested.stamina.minus(cost));
  }

  public void checkSame(TroopStack other) {
    Panic.unless(
        category == other.category && tier == other.tier, "troops differ in category or tier");
  }

  /// These troops with so many of others that join them: they rest together, so stamina is the
  /// lower one.
  public TroopStack joined(OpenGame game, TroopStack from, Uint joining) {
    if (count.isZero()) {
      return from.rested(game).withCount(joining);
    }
    checkSame(from);
    TroopStack both = rested(game);
    TroopStack other = from.rested(game);
    Uint total = both.count.plus(joining);
    checkTotal(total);
    return both.withStamina(both.stamina.min(other.stamina)).withCount(total);
  }
}
