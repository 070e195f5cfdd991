package dev.playloop.worlds.eternum.index;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.node.ChainEvent;
import dev.playloop.worlds.eternum.index.IndexedModel.Column;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/// Events of any model, of few records, so that records are changed, removed and made again; and
/// some that no honest contract emits.
final class RandomEvents {
  private static final IndexedModels MODELS = IndexedModels.standard();
  private static final List<IndexedModel> ALL = List.copyOf(MODELS.all());
  private static final int KEYS = 3;

  private final RandomGenerator random;

  RandomEvents(RandomGenerator random) {
    this.random = random;
  }

  List<ChainEvent> some(int most) {
    List<ChainEvent> events = new ArrayList<>();
    for (int i = random.nextInt(most + 1); i > 0; i--) {
      events.add(random.nextInt(10) == 0 ? hostile() : honest());
    }
    return events;
  }

  ChainEvent honest() {
    // Resources and structures more often than others, as in the game.
    IndexedModel model =
        random.nextInt(3) == 0
            ? ALL.get(random.nextInt(2) == 0 ? 1 : 4)
            : ALL.get(random.nextInt(ALL.size()));
    String name = model.table().substring("s2-".length());
    List<Felt> keys = new ArrayList<>();
    for (Column _ : model.keys()) {
      keys.add(Felt.of(random.nextInt(1, KEYS + 1)));
    }
    if (model.event()) {
      return GameEvents.emitted(name, keys, values(model));
    }
    return random.nextInt(4) == 0
        ? GameEvents.deleted(name, keys)
        : GameEvents.set(name, keys, values(model));
  }

  private List<Felt> values(IndexedModel model) {
    List<Felt> values = new ArrayList<>();
    for (Column column : model.fields()) {
      switch (column.type()) {
        case WordType.Small small -> values.add(below(Math.min(small.bits(), 20)));
        case WordType.Hex hex -> values.add(below(Math.min(hex.bits(), 60)));
        case WordType.Variant variant ->
            values.add(Felt.of(random.nextInt(variant.names().size())));
        case WordType.ShortText _ -> values.add(Felt.shortString("name" + random.nextInt(9)));
        case WordType.Resources _ -> {
          values.add(Felt.of(2));
          values.addAll(GameEvents.words(3, random.nextInt(1, 99), 5, 7));
        }
      }
    }
    return values;
  }

  private Felt below(int bits) {
    return Felt.of(BigInteger.valueOf(random.nextLong(1L << bits)));
  }

  private ChainEvent hostile() {
    ChainEvent honest = honest();
    List<Felt> keys = new ArrayList<>(honest.keys());
    List<Felt> data = new ArrayList<>(honest.data());
    Felt from = honest.from();
    switch (random.nextInt(9)) {
      case 0 -> from = Felt.of(0x666);
      case 1 -> keys.set(1, Felt.of(random.nextLong(1, 1L << 62)));
      case 2 -> keys.removeLast();
      case 3 -> keys.set(0, Felt.of(5));
      case 4 -> data.clear();
      case 7 -> keys.set(2, Felt.of(random.nextLong(1, 4)));
      case 5 -> data.add(Felt.ONE);
      case 6 -> {
        for (int i = 0; i < data.size(); i++) {
          data.set(i, Felt.mod(BigInteger.ONE.negate()));
        }
      }
      default -> {
        if (!data.isEmpty()) {
          data.set(0, Felt.of(1L << 40));
        }
      }
    }
    return new ChainEvent(from, keys, data);
  }
}
