package dev.playloop.schemas.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Samples;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Records of every topic, broken in one to three places: no reader throws anything but
/// [InvalidValueException], and what is read can be written and read again.
final class JsonFuzzTest {
  private static final long SEED = 20261122;
  private static final int CASES = 4_000;

  private static final List<String> POISON =
      List.of(
          "1e99999999999",
          "1E+999999999",
          "-1e-2147483649",
          "1e400",
          "9".repeat(1_200),
          "99999999999999999999999",
          "-0",
          "01",
          ".5",
          "NaN",
          "-Infinity",
          "null",
          "true",
          "\"\\ud800\\n\"",
          "\"\\udc00\"",
          "\"\\u0000\"",
          "\"\\u00",
          "\"\\x\"",
          "[".repeat(600),
          "{\"a\":".repeat(300),
          "{\"v\":99}",
          "{}",
          "[]",
          "\"\"",
          "\u0000",
          "\ufeff",
          "\"+999999999-12-31T23:59:59Z\"",
          "\"PT99999999999999999999S\"",
          ",",
          "}",
          "\"");

  @ParameterizedTest
  @EnumSource(Edge.class)
  void noReaderThrowsAnythingElse(Edge edge) {
    List<Samples.Sample> samples = List.copyOf(Samples.all().values());
    for (int i = 0; i < CASES; i++) {
      long seed = SEED + i;
      Random random = new Random(seed);
      Samples.Sample sample = samples.get(random.nextInt(samples.size()));
      byte[] broken = broken(Json.bytes(sample.value()), random);
      try {
        Object read = CheckedJson.of(broken, edge).as(sample.type());
        byte[] written = Json.bytes(read);
        assertThat(Json.text(Json.read(written, sample.type(), Edge.KEPT)))
            .as("seed %d", seed)
            .isEqualTo(Json.text(read));
      } catch (InvalidValueException e) {
        assertThat(e.field()).as("seed %d", seed).isNotEmpty();
      } catch (RuntimeException | StackOverflowError e) {
        throw new AssertionError(
            "seed " + seed + ": " + new String(broken, StandardCharsets.UTF_8), e);
      }
    }
  }

  private static byte[] broken(byte[] json, Random random) {
    byte[] broken = json;
    for (int places = 1 + random.nextInt(3); places > 0; places--) {
      int at = random.nextInt(broken.length + 1);
      int to = Math.min(broken.length, at + random.nextInt(8));
      broken =
          switch (random.nextInt(5)) {
            case 0 -> spliced(broken, valueAt(broken, at), valueEnd(broken, at), poison(random));
            case 1 -> spliced(broken, at, to, new byte[0]);
            case 2 -> spliced(broken, at, at, new byte[] {(byte) random.nextInt(256)});
            case 3 -> spliced(broken, at, to, poison(random));
            default -> spliced(broken, at, broken.length, new byte[0]);
          };
    }
    return broken;
  }

  /// Behind the colon before `at`: where a value begins, so that most cases stay JSON.
  private static int valueAt(byte[] json, int at) {
    int from = Math.min(at, json.length - 1);
    while (from > 0 && json[from] != ':') {
      from--;
    }
    return json.length == 0 ? 0 : from + 1;
  }

  private static int valueEnd(byte[] json, int at) {
    int to = valueAt(json, at);
    while (to < json.length && json[to] != ',' && json[to] != '}') {
      to++;
    }
    return to;
  }

  private static byte[] poison(Random random) {
    return POISON.get(random.nextInt(POISON.size())).getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] spliced(byte[] bytes, int from, int to, byte[] with) {
    byte[] spliced = new byte[from + with.length + bytes.length - to];
    System.arraycopy(bytes, 0, spliced, 0, from);
    System.arraycopy(with, 0, spliced, from, with.length);
    System.arraycopy(bytes, to, spliced, from + with.length, bytes.length - to);
    return spliced;
  }
}
