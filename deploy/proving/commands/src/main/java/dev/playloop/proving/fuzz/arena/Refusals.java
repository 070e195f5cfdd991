package dev.playloop.proving.fuzz.arena;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Pattern;

/// The kinds of answers that the system gave to one surface. Numbers, quoted texts and ids are
/// taken out, so that one reason counts once. At most 2,000 kinds are kept. Safe for all threads.
public final class Refusals {
  private static final int MOST = 2_000;
  private static final int LONGEST = 160;
  private static final Pattern QUOTED = Pattern.compile("'[^']*'|\"[^\"]*\"");
  private static final Pattern NUMBER = Pattern.compile("[0-9a-f]*[0-9][0-9a-f.]*");

  private final Map<String, LongAdder> kinds = new ConcurrentHashMap<>();

  public void met(String said) {
    String kind = QUOTED.matcher(said.lines().findFirst().orElse("")).replaceAll("…");
    kind = NUMBER.matcher(kind).replaceAll("#");
    kind = kind.length() > LONGEST ? kind.substring(0, LONGEST) : kind;
    if (kinds.size() < MOST || kinds.containsKey(kind)) {
      kinds.computeIfAbsent(kind, _ -> new LongAdder()).increment();
    }
  }

  public int distinct() {
    return kinds.size();
  }

  Map<String, LongAdder> kinds() {
    return Map.copyOf(kinds);
  }
}
