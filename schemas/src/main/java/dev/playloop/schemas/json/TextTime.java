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
  private static final Instant FIRST = Instant.parse("0000-01-01T00:00:00Z");
  private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999999Z");
  private static final Duration LONGEST = Duration.ofDays(36_525);

  private final Function<String, T> parse;

  private TextTime(Class<T> type, Function<String, T> parse) {
    super(type);
    this.parse = parse;
  }

  static JacksonModule module() {
    return new SimpleModule("text-time")
        .addDeserializer(Instant.class, new TextTime<>(Instant.class, TextTime::instant))
        .addDeserializer(Duration.class, new TextTime<>(Duration.class, TextTime::duration));
  }

  /// Years of four digits, as RFC 3339 has them: arithmetic on others may overflow.
  private static Instant instant(String text) {
    Instant instant = Instant.parse(text);
    if (instant.isBefore(FIRST) || instant.isAfter(LAST)) {
      throw new DateTimeException("out of bounds");
    }
    return instant;
  }

  private static Duration duration(String text) {
    Duration duration = Duration.parse(text);
    if (duration.abs().compareTo(LONGEST) > 0) {
      throw new DateTimeException("out of bounds");
    }
    return duration;
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
    } catch (DateTimeException | ArithmeticException e) {
      return (T) context.handleWeirdStringValue(_valueClass, text, "not in ISO 8601");
    }
  }
}
