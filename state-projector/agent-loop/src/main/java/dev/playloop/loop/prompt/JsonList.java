package dev.playloop.loop.prompt;

import java.nio.ByteBuffer;
import java.util.List;

/// A JSON list of values that are JSON already.
final class JsonList {
  private JsonList() {}

  static int length(List<byte[]> values) {
    int length = 2 + Math.max(0, values.size() - 1);
    for (byte[] value : values) {
      length += value.length;
    }
    return length;
  }

  static void write(List<byte[]> values, ByteBuffer to) {
    to.put((byte) '[');
    for (int i = 0; i < values.size(); i++) {
      if (i > 0) {
        to.put((byte) ',');
      }
      to.put(values.get(i));
    }
    to.put((byte) ']');
  }
}
