package dev.playloop.loop.talk;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.json.Json;
import java.util.Collections;
import java.util.Comparator;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The index of an agent's memory of who said what: a mark for each counterpart, by its id. It
/// travels beside the state, which holds its root alone. Immutable.
public final class Talks {
  /// Bytes of all that is kept of what was said to one agent.
  public static final long MAX_BYTES = 4 * 1024 * 1024;

  /// What each byte of an id in JSON counts at least, so that the index has at most 512 KiB.
  private static final int NAMED = 16;

  public static final Talks NONE = new Talks(new TreeMap<>());

  private static final Comparator<Map.Entry<String, TalkMark>> LEAST =
      Comparator.<Map.Entry<String, TalkMark>>comparingDouble(one -> one.getValue().importance())
          .thenComparing(one -> one.getValue().at())
          .thenComparing(Map.Entry::getKey);

  private final SortedMap<String, TalkMark> marks;
  private final @Nullable String root;

  private Talks(SortedMap<String, TalkMark> marks) {
    this.marks = marks;
    this.root = marks.isEmpty() ? null : Sha256.hex(Json.bytes(marks));
  }

  @JsonCreator
  public static Talks of(Map<String, TalkMark> marks) {
    return marks.isEmpty() ? NONE : new Talks(new TreeMap<>(marks));
  }

  /// SHA-256 of the index as JSON, in lower-case hex; null where nobody has said anything.
  public @Nullable String root() {
    return root;
  }

  /// By counterpart.
  @JsonValue
  public Map<String, TalkMark> marks() {
    return Collections.unmodifiableMap(marks);
  }

  public @Nullable TalkMark of(String with) {
    return marks.get(with);
  }

  /// The index of that counterpart alone.
  public Talks only(String with) {
    TalkMark mark = marks.get(with);
    return mark == null ? NONE : of(Map.of(with, mark));
  }

  Talks with(String counterpart, TalkMark mark) {
    TreeMap<String, TalkMark> next = new TreeMap<>(marks);
    next.put(counterpart, mark);
    return new Talks(next);
  }

  Talks without(String counterpart) {
    TreeMap<String, TalkMark> next = new TreeMap<>(marks);
    next.remove(counterpart);
    return next.isEmpty() ? NONE : new Talks(next);
  }

  /// What a talk counts: with a long id more, since each snapshot names it.
  private static long bytes(Map.Entry<String, TalkMark> one) {
    return Math.max(one.getValue().bytes(), (long) NAMED * Json.bytes(one.getKey()).length);
  }

  /// Who is forgotten first, the least important, and of those whose talk is longest ago, where
  /// more is kept than may be; never `kept`. Null where all of it may be.
  @Nullable String excess(String kept) {
    long bytes = marks.entrySet().stream().mapToLong(Talks::bytes).sum();
    return bytes <= MAX_BYTES
        ? null
        : marks.entrySet().stream()
            .filter(one -> !one.getKey().equals(kept))
            .min(LEAST)
            .map(Map.Entry::getKey)
            .orElse(null);
  }
}
