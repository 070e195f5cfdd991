package dev.playloop.testkit;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// A good file with one to four things wrong in it, by a seed: what hands, editors, templates and
/// attackers do to YAML.
public final class MangledFile {
  /// Written into a file as they are.
  private static final List<String> SHARDS =
      List.of(
          "&a [*a, *a]",
          "<<: *a",
          "*a",
          "!!java.net.URL http://127.0.0.1/",
          "!!binary aGk=",
          "9".repeat(5_000),
          "1e999999999",
          "-1",
          "0.5",
          ".inf",
          "null",
          "~",
          "true",
          "0x",
          "0x0",
          "'0x" + "f".repeat(64) + "'",
          "'0x800000000000011000000000000000000000000000000000000000000000001'",
          "'" + "é".repeat(400) + "'",
          "\"\\ud800\"",
          "\"\\e[2J\"",
          "\"\\udfff\\u0000\"",
          "[".repeat(3_000),
          "{a: ".repeat(3_000),
          "- ".repeat(3_000),
          "{}",
          "[]",
          "''",
          "\t",
          "---\n",
          "...\n",
          "%YAML 9.9\n",
          "# ",
          "? ",
          "| ",
          "${HOME}",
          "{{ value }}",
          "constructor",
          "chainId: 0x1\n",
          "account: 0x1\n");

  private static final byte[][] BYTES = {
    {(byte) 0xED, (byte) 0xA0, (byte) 0x80}, // half a character
    {(byte) 0xC0, (byte) 0x80},
    {(byte) 0xFF},
    {0},
    {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF},
    {(byte) 0xE2, (byte) 0x80, (byte) 0xA8},
    {0x1B, '[', '2', 'J'},
    {'\r'},
  };

  private MangledFile() {}

  public static byte[] of(String good, long seed) {
    Random random = new Random(seed);
    byte[] text = good.getBytes(StandardCharsets.UTF_8);
    for (int i = 1 + random.nextInt(4); i > 0; i--) {
      text = mangled(text, random);
    }
    return text;
  }

  private static byte[] mangled(byte[] text, Random random) {
    int at = text.length == 0 ? 0 : random.nextInt(text.length);
    return switch (random.nextInt(8)) {
      case 0 -> spliced(text, at, at, BYTES[random.nextInt(BYTES.length)]);
      case 1 ->
          spliced(text, at, Math.min(text.length, at + 1), new byte[] {(byte) random.nextInt(256)});
      case 2 -> spliced(text, at, text.length, new byte[0]);
      case 3 -> spliced(text, at, at, shard(random));
      case 4 -> lines(text, random, true);
      case 5 -> lines(text, random, false);
      default -> valued(text, at, shard(random));
    };
  }

  private static byte[] shard(Random random) {
    return SHARDS.get(random.nextInt(SHARDS.size())).getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] spliced(byte[] text, int from, int to, byte[] put) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(text, 0, from);
    out.writeBytes(put);
    out.write(text, to, text.length - to);
    return out.toByteArray();
  }

  /// A line twice, or none of it.
  private static byte[] lines(byte[] text, Random random, boolean twice) {
    List<String> lines =
        new ArrayList<>(List.of(new String(text, StandardCharsets.ISO_8859_1).split("\n", -1)));
    int which = random.nextInt(lines.size());
    if (twice) {
      lines.add(which, lines.get(which));
    } else {
      lines.remove(which);
    }
    return String.join("\n", lines).getBytes(StandardCharsets.ISO_8859_1);
  }

  /// Another value behind the next colon.
  private static byte[] valued(byte[] text, int at, byte[] put) {
    int colon = at;
    while (colon < text.length && text[colon] != ':') {
      colon++;
    }
    int end = colon;
    while (end < text.length && text[end] != '\n' && text[end] != ',' && text[end] != '}') {
      end++;
    }
    return colon == text.length ? text : spliced(text, Math.min(colon + 2, end), end, put);
  }
}
