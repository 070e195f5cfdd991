package dev.playloop.worlds.eternum.view;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.json.CheckedJson;
import dev.playloop.schemas.json.Edge;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.eternum.model.game.Resource;
import dev.playloop.worlds.eternum.model.state.EternumView.Amount;
import dev.playloop.worlds.eternum.model.state.EternumView.Balance;
import dev.playloop.worlds.eternum.model.state.EternumView.Production;
import dev.playloop.worlds.eternum.torii.ToriiRow;
import dev.playloop.worlds.model.WorldUnavailable;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// Reads amounts of resources from rows.
final class ResourceRows {
  /// The columns of each resource begin with its upstream name, which is ours but for troops, that
  /// have their tier there, and one that was renamed.
  private static final List<Named> ALL =
      Stream.of(Resource.values()).map(each -> new Named(each, column(each))).toList();

  private record Named(Resource resource, String column) {}

  private ResourceRows() {}

  private static String column(Resource resource) {
    return switch (resource) {
      case AncientFragment -> "EARTHEN_SHARD";
      case Knight -> "KNIGHT_T1";
      case Crossbowman -> "CROSSBOWMAN_T1";
      case Paladin -> "PALADIN_T1";
      case Stone,
          Coal,
          Wood,
          Copper,
          Ironwood,
          Obsidian,
          Gold,
          Silver,
          Mithral,
          AlchemicalSilver,
          ColdIron,
          DeepCrystal,
          Ruby,
          Diamonds,
          Hartwood,
          Ignium,
          TwilightQuartz,
          TrueIce,
          Adamantine,
          Sapphire,
          EtherealSilica,
          Dragonhide,
          Labor,
          Donkey,
          KnightT2,
          KnightT3,
          CrossbowmanT2,
          CrossbowmanT3,
          PaladinT2,
          PaladinT3,
          Wheat,
          Fish,
          Lords,
          Essence ->
          upper(resource.name());
    };
  }

  /// `KnightT2` is `KNIGHT_T2`.
  private static String upper(String name) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      text.append(Character.isUpperCase(c) && !text.isEmpty() ? "_" : "")
          .append(Character.toUpperCase(c));
    }
    return text.toString();
  }

  /// The columns of a `Resource` row that have amounts, without production.
  static String[] balanceColumns() {
    return Stream.concat(Stream.of("entity_id"), ALL.stream().map(each -> each.column + "_BALANCE"))
        .toArray(String[]::new);
  }

  /// What is there or is produced.
  static List<Balance> balances(ToriiRow row) {
    List<Balance> balances = new ArrayList<>();
    for (Named each : ALL) {
      BigInteger stored = row.wide(each.column + "_BALANCE");
      String production = each.column + "_PRODUCTION.";
      BigInteger rate = row.wide(production + "production_rate");
      BigInteger left = row.wide(production + "output_amount_left");
      boolean produces = rate.signum() > 0 && left.signum() > 0;
      if (produces || stored.signum() > 0) {
        balances.add(
            new Balance(
                each.resource,
                Amounts.text(stored),
                produces
                    ? new Production(
                        Amounts.text(rate),
                        row.large(production + "last_updated_at"),
                        Amounts.text(left))
                    : null));
      }
    }
    return balances;
  }

  /// What is there, where nothing is produced.
  static List<Amount> amounts(ToriiRow row) {
    List<Amount> amounts = new ArrayList<>();
    for (Named each : ALL) {
      BigInteger stored = row.wide(each.column + "_BALANCE");
      if (stored.signum() > 0) {
        amounts.add(new Amount(each.resource, Amounts.text(stored)));
      }
    }
    return amounts;
  }

  /// The amounts of a list, as JSON in one column.
  static List<Amount> list(ToriiRow row, String column) {
    List<Amount> amounts = new ArrayList<>();
    try {
      for (JsonNode item : CheckedJson.of(row.text(column), Edge.REQUEST).tree()) {
        amounts.add(
            new Amount(
                byNumber(item.path("resource_type").asLong(0)),
                Amounts.text(Felt.parse("amount", item.path("amount").asString("")).value())));
      }
    } catch (InvalidValueException e) {
      throw new WorldUnavailable("Torii: a list of resources that is none: " + e.getMessage(), e);
    }
    return amounts;
  }

  /// Throws [WorldUnavailable] where there is none of that number.
  static Resource byNumber(long number) {
    if (number < 1 || number > ALL.size()) {
      String message = "Torii: no resource has the number " + number;
      throw new WorldUnavailable(message, new IllegalStateException(message));
    }
    return ALL.get((int) number - 1).resource();
  }
}
