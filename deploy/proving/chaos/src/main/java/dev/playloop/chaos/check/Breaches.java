package dev.playloop.chaos.check;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// What a check has found broken, as reports count it. Pure.
public final class Breaches {
  private Breaches() {}

  /// How often each promise was broken, those that were kept too, by its name in lower case.
  public static <E extends Enum<E>> Map<String, Integer> counts(
      Class<E> promises, Map<E, List<String>> broken) {
    Map<String, Integer> counts = new TreeMap<>();
    for (E promise : promises.getEnumConstants()) {
      counts.put(
          promise.name().toLowerCase(Locale.ROOT), broken.getOrDefault(promise, List.of()).size());
    }
    return counts;
  }
}
