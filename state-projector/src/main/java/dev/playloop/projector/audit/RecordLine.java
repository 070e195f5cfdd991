package dev.playloop.projector.audit;

import dev.playloop.projector.audit.ExportFormat.Kind;
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
    return kind == null ? null : new Fields(lines, line).read(kind);
  }

  private static @Nullable Kind kind(byte[] line) {
    for (Kind kind : Kind.values()) {
      byte[] start = ("{\"type\":\"" + kind.type() + "\",").getBytes(StandardCharsets.UTF_8);
      if (line.length > start.length
          && Arrays.equals(line, 0, start.length, start, 0, start.length)) {
        return kind;
      }
    }
    return null;
  }

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
