package dev.playloop.proving.fuzz;

import java.util.ArrayList;
import java.util.List;

/// The breaches of a run, at most 100 of them. Safe for all threads.
final class Findings {
  private static final int MOST = 100;
  private static final int SHOWN = 2_000;

  private final List<Breach> breaches = new ArrayList<>();

  synchronized void add(String surface, long number, String what, byte[] input) {
    if (breaches.size() < MOST) {
      breaches.add(new Breach(surface, number, what, shown(input)));
    }
  }

  synchronized List<Breach> all() {
    return List.copyOf(breaches);
  }

  /// Bytes beyond ASCII as `\xNN`, so that the text can be turned back.
  static String shown(byte[] input) {
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
