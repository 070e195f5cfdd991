package dev.playloop.worlds.eternum.rules.record;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.eternum.rules.cairo.Uint;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/// One record while a system works with it: its words by the names of `models.json`, each as its
/// type says. A wrong name or type is a mistake of ours and throws [IllegalArgumentException]. What
/// is not written back to the world is lost. For one thread.
public final class GameRecord {
  private final RecordKind kind;
  private final List<Felt> words;

  private GameRecord(RecordKind kind, List<Felt> keys, List<Felt> values) {
    if (keys.size() != kind.keys()) {
      throw new IllegalArgumentException(kind.name() + " has " + kind.keys() + " keys");
    }
    this.kind = kind;
    words = new ArrayList<>(keys);
    words.addAll(values);
    while (words.size() < kind.keys() + kind.words()) {
      words.add(Felt.ZERO);
    }
  }

  /// A record of which nothing is written yet.
  public static GameRecord blank(RecordKind kind, List<Felt> keys) {
    return new GameRecord(kind, keys, List.of());
  }

  /// The record with these values, as a node's events or [WorldDoor] give them.
  public static GameRecord of(RecordKind kind, List<Felt> keys, List<Felt> values) {
    return new GameRecord(kind, keys, values);
  }

  public RecordKind kind() {
    return kind;
  }

  public List<Felt> keys() {
    return List.copyOf(words.subList(0, kind.keys()));
  }

  public List<Felt> values() {
    return List.copyOf(words.subList(kind.keys(), words.size()));
  }

  public Uint uint(String field) {
    int place = kind.place(field);
    return Uint.of(bitsAt(place), words.get(place).value());
  }

  /// Of a field whose values fit: u8 to u32 always do.
  public long number(String field) {
    return uint(field).toLong();
  }

  public Felt felt(String field) {
    return words.get(kind.place(field));
  }

  public boolean flag(String field) {
    return !felt(field).isZero();
  }

  /// The place of an enum's variant.
  public int variant(String field) {
    return felt(field).value().intValueExact();
  }

  public GameRecord with(String field, Uint value) {
    int place = kind.place(field);
    words.set(place, Uint.of(bitsAt(place), value.value()).felt());
    return this;
  }

  public GameRecord with(String field, long value) {
    int place = kind.place(field);
    int bits = bitsAt(place);
    words.set(place, Uint.of(bits, BigInteger.valueOf(value)).felt());
    return this;
  }

  public GameRecord with(String field, Felt value) {
    words.set(kind.place(field), value);
    return this;
  }

  public GameRecord with(String field, boolean value) {
    return with(field, value ? Felt.ONE : Felt.ZERO);
  }

  public GameRecord withVariant(String field, int variant) {
    return with(field, Felt.of(variant));
  }

  /// The list at the end of a record: pairs of a resource and an amount.
  public List<ResourceAmount> list(String field) {
    int place = kind.place(field);
    if (!kind.field(place).isList()) {
      throw new IllegalArgumentException(field + " is no list");
    }
    List<ResourceAmount> items = new ArrayList<>();
    for (int i = place + 1; i < words.size(); i += 2) {
      items.add(
          new ResourceAmount(
              Uint.of(8, words.get(i).value()), Uint.of(128, words.get(i + 1).value())));
    }
    return List.copyOf(items);
  }

  public GameRecord withList(String field, List<ResourceAmount> items) {
    int place = kind.place(field);
    words.subList(place, words.size()).clear();
    words.add(Felt.of(items.size()));
    for (ResourceAmount item : items) {
      words.add(item.resource().felt());
      words.add(item.amount().felt());
    }
    return this;
  }

  private int bitsAt(int place) {
    int bits = kind.field(place).bits();
    if (bits == 0) {
      throw new IllegalArgumentException(kind.field(place).name() + " is no unsigned integer");
    }
    return bits;
  }

  @Override
  public String toString() {
    return kind.name() + words;
  }
}
