package dev.playloop.schemas.json;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.module.SimpleModule;

/// Reads times and durations from ISO 8601 texts only: a bare number leaves its unit open.
final class TextTime<T> extends StdDeserializer<T> {
  private final Function<String, T> parse;

  private TextTime(Class<T> type, Function<String, T> parse) {
    super(type);
    this.parse = parse;
  }

  static JacksonModule module() {
    return new SimpleModule("text-time")
        .addDeserializer(Instant.class, new TextTime<>(Instant.class, Instant::parse))
        .addDeserializer(Duration.class, new TextTime<>(Duration.class, Duration::parse));
  }

  @Override
  @SuppressWarnings("unchecked")
  public T deserialize(JsonParser parser, DeserializationContext context) {
    if (!parser.hasToken(JsonToken.VALUE_STRING)) {
      return (T) context.handleUnexpectedToken(context.constructType(_valueClass), parser);
    }
    String text = parser.getString();
    try {
      return parse.apply(text);
    } catch (DateTimeException e) {
      return (T) context.handleWeirdStringValue(_valueClass, text, "not in ISO 8601");
    }
  }
}
