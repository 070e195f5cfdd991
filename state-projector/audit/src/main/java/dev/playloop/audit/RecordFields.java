package dev.playloop.audit;

import dev.playloop.audit.ExportFormat.Kind;
import dev.playloop.schemas.journal.JournalEntry;
import dev.playloop.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// The fields of a record's line in whatever form they come. Used once.
final class RecordFields {
  private final ExportLines lines;
  private final byte[] line;
  private long partition = -1;
  private long offset = -1;
  private long time = -1;
  private @Nullable String key;
  private byte @Nullable [] envelope;
  private byte @Nullable [] salt;
  private @Nullable String sealedBy;
  private byte @Nullable [] value;

  RecordFields(ExportLines lines, byte[] line) {
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
    if (kind != Kind.ENTRY) {
      present("value", value);
    }
    return new RecordLine(
        kind,
        new JournalRecord(
            Math.toIntExact(present("partition", partition)),
            present("offset", offset),
            present("time", time),
            present("key", key),
            new JournalEntry(envelope, salt, sealedBy, value)));
  }

  private void field(JsonParser parser, String name) {
    switch (name) {
      case "type" -> {}
      case "partition" -> partition = number(parser, name, Integer.MAX_VALUE);
      case "offset" -> offset = number(parser, name, Long.MAX_VALUE);
      case "time" -> time = number(parser, name, Long.MAX_VALUE);
      case "key" -> key = text(parser, name);
      case "envelope" -> envelope = utf8(text(parser, name), name);
      case "salt" -> salt = base64(text(parser, name), name);
      case "sealedBy" -> sealedBy = text(parser, name);
      case "value" -> value = utf8(text(parser, name), name);
      case "bytes" -> value = base64(text(parser, name), name);
      default ->
          throw lines.refused(
              name,
              "no field but partition, offset, time, key, envelope, salt, sealedBy, value and bytes",
              "it");
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

  /// Half a surrogate pair would be hashed as a question mark.
  private byte[] utf8(String text, String name) {
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      throw lines.refused(name, "whole characters", "half a surrogate pair");
    }
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private byte[] base64(String text, String name) {
    byte[] bytes = RecordLine.base64(text);
    if (bytes == null) {
      throw lines.refused(name, "Base64", "something else");
    }
    return bytes;
  }

  private long present(String name, long number) {
    if (number < 0) {
      throw lines.refused(name, "a number", "nothing");
    }
    return number;
  }

  private <T> T present(String name, @Nullable T field) {
    if (field == null) {
      throw lines.refused(name, "a value", "nothing");
    }
    return field;
  }
}
