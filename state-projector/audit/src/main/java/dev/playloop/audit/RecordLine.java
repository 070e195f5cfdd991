package dev.playloop.audit;

import dev.playloop.audit.ExportFormat.Kind;
import dev.playloop.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// One record's line. The value is cut out of the line byte for byte.
record RecordLine(Kind kind, JournalRecord record) {
  /// Null where the line's type is another one's.
  static @Nullable RecordLine of(ExportLines lines, byte[] line) {
    Kind kind = kind(line);
    if (kind == null) {
      return null;
    }
    JournalRecord usual = kind == Kind.ENTRY ? usual(line) : null;
    return usual == null ? new Fields(lines, line).read(kind) : new RecordLine(kind, usual);
  }

  /// An entry's line as the writer writes it, without a JSON parser; null where it may be another
  /// form. What lies inside the record is looked at when the entry is read.
  private static @Nullable JournalRecord usual(byte[] line) {
    Digits digits = new Digits(line);
    long partition = digits.after(PARTITION);
    long offset = digits.after(OFFSET);
    long time = digits.after(TIME);
    int key = digits.past(KEY);
    int quote = key;
    while (quote >= 0 && quote < line.length && line[quote] != '"') {
      if (line[quote] == '\\' || line[quote] < ' ') {
        return null;
      }
      quote++;
    }
    digits.at = quote;
    int from = digits.past(RECORD);
    int to = line.length - 1;
    if (from < 0
        || partition > Integer.MAX_VALUE
        || to - from < ENVELOPE.length + END.length
        || !Arrays.equals(line, from, from + ENVELOPE.length, ENVELOPE, 0, ENVELOPE.length)
        || !Arrays.equals(line, line.length - END.length, line.length, END, 0, END.length)) {
      return null;
    }
    return new JournalRecord(
        (int) partition,
        offset,
        time,
        new String(line, key, quote - key, StandardCharsets.UTF_8),
        Arrays.copyOfRange(line, from, to));
  }

  private static final byte[] PARTITION = bytes("{\"type\":\"entry\",\"partition\":");
  private static final byte[] OFFSET = bytes(",\"offset\":");
  private static final byte[] TIME = bytes(",\"time\":");
  private static final byte[] KEY = bytes(",\"key\":\"");
  private static final byte[] RECORD = bytes("\",\"record\":");
  private static final byte[] ENVELOPE = bytes("{\"v\":1,\"envelope\":\"{");
  private static final byte[] END = bytes("\"}}}");

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /// Numbers between fixed texts; -1 from the first that is not there on.
  private static final class Digits {
    private final byte[] line;
    private int at;

    Digits(byte[] line) {
      this.line = line;
    }

    /// Where it goes on behind `text`.
    int past(byte[] text) {
      int end = at + text.length;
      boolean there =
          at >= 0 && end <= line.length && Arrays.equals(line, at, end, text, 0, text.length);
      at = there ? end : -1;
      return at;
    }

    long after(byte[] text) {
      int from = past(text);
      long number = 0;
      while (at >= 0 && at < line.length && line[at] >= '0' && line[at] <= '9') {
        number = number * 10 + (line[at++] - '0');
      }
      if (from < 0 || at == from || at - from > 18) {
        at = -1;
      }
      return number;
    }
  }

  private static @Nullable Kind kind(byte[] line) {
    for (int i = 0; i < KINDS.length; i++) {
      byte[] start = STARTS[i];
      if (line.length > start.length
          && Arrays.equals(line, 0, start.length, start, 0, start.length)) {
        return KINDS[i];
      }
    }
    return null;
  }

  private static final Kind[] KINDS = Kind.values();
  private static final byte[][] STARTS =
      Arrays.stream(KINDS)
          .map(kind -> ("{\"type\":\"" + kind.type() + "\",").getBytes(StandardCharsets.UTF_8))
          .toArray(byte[][]::new);

  /// The fields as they come. Used once.
  private static final class Fields {
    private final ExportLines lines;
    private final byte[] line;
    private long partition = -1;
    private long offset = -1;
    private long time = -1;
    private @Nullable String key;
    private byte @Nullable [] value;

    Fields(ExportLines lines, byte[] line) {
      this.lines = lines;
      this.line = line;
    }

    RecordLine read(Kind kind) {
      try (JsonParser parser = Json.CONFIG.createParser(line)) {
        parser.nextToken();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
          String name = parser.currentName();
          parser.nextToken();
          field(parser, name);
        }
        if (parser.nextToken() != null) {
          throw lines.refused("line", "one JSON object", "more behind it");
        }
      } catch (JacksonException e) {
        throw lines.refused("line", "a JSON object", String.valueOf(e.getOriginalMessage()));
      }
      return new RecordLine(
          kind,
          new JournalRecord(
              Math.toIntExact(present("partition", partition)),
              present("offset", offset),
              present("time", time),
              present("key", key),
              present("record", value)));
    }

    private void field(JsonParser parser, String name) {
      switch (name) {
        case "type" -> {}
        case "partition" -> partition = number(parser, name, Integer.MAX_VALUE);
        case "offset" -> offset = number(parser, name, Long.MAX_VALUE);
        case "time" -> time = number(parser, name, Long.MAX_VALUE);
        case "key" -> key = text(parser, name);
        case "record" -> value = cut(parser);
        case "bytes" -> value = base64(text(parser, name));
        default ->
            throw lines.refused(
                name, "no field but partition, offset, time, key, record and bytes", "it");
      }
    }

    private long number(JsonParser parser, String name, long max) {
      if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT) {
        throw lines.refused(name, "a number", parser.getString());
      }
      long number = parser.getBigIntegerValue().bitLength() < 64 ? parser.getLongValue() : -1;
      if (number < 0 || number > max) {
        throw lines.refused(name, "a number from 0 to " + max, parser.getString());
      }
      return number;
    }

    private String text(JsonParser parser, String name) {
      if (parser.currentToken() != JsonToken.VALUE_STRING) {
        throw lines.refused(name, "a text", parser.getString());
      }
      return parser.getString();
    }

    private byte[] cut(JsonParser parser) {
      if (parser.currentToken() != JsonToken.START_OBJECT) {
        throw lines.refused("record", "a JSON object", parser.getString());
      }
      int from = (int) parser.currentTokenLocation().getByteOffset();
      parser.skipChildren();
      return Arrays.copyOfRange(line, from, (int) parser.currentLocation().getByteOffset());
    }

    private byte[] base64(String text) {
      try {
        return Base64.getDecoder().decode(text);
      } catch (IllegalArgumentException e) {
        throw lines.refused("bytes", "Base64", "something else: " + e.getMessage());
      }
    }

    private long present(String name, long value) {
      if (value < 0) {
        throw lines.refused(name, "a number", "nothing");
      }
      return value;
    }

    private <T> T present(String name, @Nullable T value) {
      if (value == null) {
        throw lines.refused(name, "a value", "nothing");
      }
      return value;
    }
  }
}
