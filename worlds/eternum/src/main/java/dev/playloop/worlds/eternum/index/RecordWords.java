package dev.playloop.worlds.eternum.index;

import dev.playloop.worlds.chain.Felt;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// A record as the chain has it: the words of its keys and of its values.
record RecordWords(List<Felt> keys, List<Felt> values) {
  /// Words of keys, and of values: more than any model of ours has.
  private static final int MAX = 300;

  private static final String BETWEEN = " ";

  RecordWords {
    keys = List.copyOf(keys);
    values = List.copyOf(values);
  }

  /// Two lists, each with its length before it, and nothing behind them. Throws [UnreadableEvent].
  static RecordWords of(List<Felt> data) {
    List<Felt> keys = list(data, 0);
    List<Felt> values = list(data, keys.size() + 1);
    if (keys.size() + values.size() + 2 != data.size()) {
      throw new UnreadableEvent("too many words");
    }
    return new RecordWords(keys, values);
  }

  private static List<Felt> list(List<Felt> data, int at) {
    if (at >= data.size()) {
      throw new UnreadableEvent("too few words");
    }
    BigInteger length = data.get(at).value();
    if (length.compareTo(BigInteger.valueOf(MAX)) > 0) {
      throw new UnreadableEvent("a list that is too long");
    }
    int end = at + 1 + length.intValueExact();
    if (end > data.size()) {
      throw new UnreadableEvent("too few words");
    }
    return data.subList(at + 1, end);
  }

  /// The first keys as one text.
  String joined(int count) {
    return text(keys.subList(0, count));
  }

  String keysText() {
    return text(keys);
  }

  String valuesText() {
    return text(values);
  }

  private static String text(List<Felt> words) {
    return words.stream().map(Felt::hex).collect(Collectors.joining(BETWEEN));
  }

  /// What [#keysText] and [#valuesText] gave.
  static RecordWords parse(String keys, String values) {
    return new RecordWords(words(keys), words(values));
  }

  private static List<Felt> words(String text) {
    List<Felt> words = new ArrayList<>();
    for (String word : text.isEmpty() ? new String[0] : text.split(BETWEEN, -1)) {
      words.add(Felt.hex(word));
    }
    return words;
  }
}
