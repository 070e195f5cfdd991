package dev.playloop.proving.fuzz.surface;

import dev.playloop.proving.fuzz.input.Chance;
import dev.playloop.proving.fuzz.input.Hostile;
import java.util.List;
import org.apache.kafka.common.header.Headers;

/// Headers that are ours, that are nobody's, and that break.
final class TopicHeaders {
  private TopicHeaders() {}

  static void broken(Headers headers, Chance chance) {
    if (!chance.oneIn(4)) {
      return;
    }
    switch (chance.below(5)) {
      case 0 -> headers.add("traceparent", chance.bytes(60));
      case 1 -> headers.add("traceparent", null);
      case 2 -> {
        for (int i = 0; i < 200; i++) {
          headers.add("h" + i, new byte[] {1});
        }
      }
      case 3 -> headers.add("", chance.bytes(2_000));
      default -> {
        for (String name :
            List.of("turn", "action", "topic", "partition", "offset", "cause", "v")) {
          headers.add(
              "playloop." + name, chance.oneIn(2) ? chance.bytes(30) : Hostile.value(chance));
        }
      }
    }
  }
}
