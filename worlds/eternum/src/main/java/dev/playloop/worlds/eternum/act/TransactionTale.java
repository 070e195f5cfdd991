package dev.playloop.worlds.eternum.act;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.Selector;
import dev.playloop.worlds.chain.node.ChainEvent;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What the events of a transaction tell: which records of a model it wrote, and how it fought.
/// Only those of the game's own world are heard; others may write whatever they like. Immutable.
final class TransactionTale {
  private static final Felt SET = Selector.of("StoreSetRecord");
  private static final Felt EMITTED = Selector.of("EventEmitted");
  private static final int MAX_WORDS = 1_000;
  private static final int WINNER = 4;
  private static final int ATTACKER_LOSS = 5;
  private static final int DEFENDER_LOSS = 6;
  private static final int BATTLE_WORDS = 7;
  private static final int PRECISION = 9;
  private static final int U128 = 128;

  private final GameRecords records;
  private final List<ChainEvent> events;

  TransactionTale(GameRecords records, List<ChainEvent> events) {
    this.records = records;
    this.events = List.copyOf(events);
  }

  /// The record's id, its second key, of each record of the model that was written; in order.
  List<Long> written(String model) {
    return told(SET, model).stream()
        .filter(words -> words.keys().size() > 1 && isId(words.keys().get(1)))
        .map(words -> words.keys().get(1).toLong())
        .distinct()
        .toList();
  }

  /// The battle that was fought in it; null where there was none. An action has one at most.
  @Nullable ToldBattle battle() {
    return told(EMITTED, "BattleEvent").stream()
        .map(words -> battle(words.values()))
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  /// Attacker, defender, their owners, winner, what each lost, and more that nobody asks for.
  private static @Nullable ToldBattle battle(List<Felt> words) {
    if (words.size() < BATTLE_WORDS
        || !isId(words.get(0))
        || !isId(words.get(1))
        || !isId(words.get(WINNER))
        || !isAmount(words.get(ATTACKER_LOSS))
        || !isAmount(words.get(DEFENDER_LOSS))) {
      return null;
    }
    long winner = words.get(WINNER).toLong();
    return new ToldBattle(
        words.get(0).toLong(),
        words.get(1).toLong(),
        units(words.get(ATTACKER_LOSS)),
        units(words.get(DEFENDER_LOSS)),
        winner == 0 ? null : winner);
  }

  private static String units(Felt amount) {
    return new BigDecimal(amount.value(), PRECISION).stripTrailingZeros().toPlainString();
  }

  private static boolean isAmount(Felt word) {
    return word.value().bitLength() <= U128;
  }

  private static boolean isId(Felt word) {
    return word.value().bitLength() <= Integer.SIZE;
  }

  private record Words(List<Felt> keys, List<Felt> values) {}

  private List<Words> told(Felt kind, String model) {
    Felt selector = records.selector(model);
    List<Words> found = new ArrayList<>();
    for (ChainEvent event : events) {
      boolean isIt =
          event.from().equals(records.world())
              && event.keys().size() > 1
              && event.keys().getFirst().equals(kind)
              && event.keys().get(1).equals(selector);
      Words words = isIt ? words(event.data()) : null;
      if (words != null) {
        found.add(words);
      }
    }
    return found;
  }

  /// Two lists, each with its length first; null where they are none.
  private static @Nullable Words words(List<Felt> data) {
    int keys = length(data, 0);
    if (keys < 0) {
      return null;
    }
    int values = length(data, keys + 1);
    if (values < 0 || keys + values + 2 != data.size()) {
      return null;
    }
    return new Words(data.subList(1, keys + 1), data.subList(keys + 2, data.size()));
  }

  private static int length(List<Felt> data, int at) {
    if (at >= data.size() || data.get(at).value().bitLength() > Short.SIZE) {
      return -1;
    }
    int length = (int) data.get(at).toLong();
    return length > MAX_WORDS || at + length >= data.size() ? -1 : length;
  }
}
