package dev.playloop.proving.fuzz.arena;

import dev.playloop.proving.fuzz.input.Corpus;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// The breaches of a run, at most 100 of them. Safe for all threads.
public final class Findings {
  private static final int MOST = 100;
  private static final int SHOWN = 2_000;

  private final List<Breach> breaches = new ArrayList<>();
  private final boolean first;
  private final Consumer<String> log;

  /// @param first whether one is enough
  /// @param log is told of each at once
  public Findings(boolean first, Consumer<String> log) {
    this.first = first;
    this.log = log;
  }

  /// Whether nobody needs to wait for any more of them.
  public synchronized boolean isEnough() {
    return first && !breaches.isEmpty();
  }

  /// For what no single input is known to have done.
  public void add(String surface, long number, String what, byte[] input) {
    add(surface, number, what, "", input);
  }

  /// @param where as [Corpus] has it
  public synchronized void add(
      String surface, long number, String what, String where, byte[] input) {
    if (breaches.size() < MOST) {
      breaches.add(
          new Breach(surface, number, what, shown(input), Corpus.line(what, where, input)));
      log.accept("fuzz: BROKEN: " + surface + " " + number + ": " + what);
    }
  }

  public synchronized List<Breach> all() {
    return List.copyOf(breaches);
  }

  /// Bytes beyond ASCII as `\xNN`, so that the text can be turned back.
  public static String shown(byte[] input) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < Math.min(input.length, SHOWN); i++) {
      int b = input[i] & 0xff;
      if (b >= 32 && b < 127) {
        text.append((char) b);
      } else {
        text.append("\\x")
            .append(Character.forDigit(b >> 4, 16))
            .append(Character.forDigit(b & 15, 16));
      }
    }
    return input.length > SHOWN
        ? text.append("… ").append(input.length).append(" bytes").toString()
        : text.toString();
  }
}
