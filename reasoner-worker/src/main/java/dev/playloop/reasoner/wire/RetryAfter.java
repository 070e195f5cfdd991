package dev.playloop.reasoner.wire;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// When a provider wants to be asked again: whole or decimal seconds, an HTTP date (RFC 9110), or
/// Gemini's `retryDelay` in the error's details. Rounded up to milliseconds, never shortened.
final class RetryAfter {
  private static final Duration LONGEST = Duration.ofDays(365);

  private RetryAfter() {}

  /// The header's value, or null where it says nothing readable.
  static @Nullable Instant header(@Nullable String value, Instant now) {
    if (value == null || value.isBlank()) {
      return null;
    }
    Duration seconds = seconds(value.strip());
    if (seconds != null) {
      return now.plus(seconds);
    }
    try {
      Instant date =
          ZonedDateTime.parse(value.strip(), DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      return date.isBefore(now) ? now : date;
    } catch (DateTimeException e) {
      return null;
    }
  }

  /// `{"@type": "…RetryInfo", "retryDelay": "37s"}` in `details`, or null.
  static @Nullable Instant inDetails(JsonNode error, Instant now) {
    for (JsonNode detail : error.path("details")) {
      String delay = detail.path("retryDelay").asString("");
      Duration seconds =
          delay.endsWith("s") ? seconds(delay.substring(0, delay.length() - 1)) : null;
      if (seconds != null) {
        return now.plus(seconds);
      }
    }
    return null;
  }

  private static @Nullable Duration seconds(String text) {
    BigDecimal value;
    try {
      value = new BigDecimal(text);
    } catch (NumberFormatException e) {
      return null;
    }
    if (value.signum() <= 0) {
      return Duration.ZERO;
    }
    if (value.compareTo(BigDecimal.valueOf(LONGEST.toSeconds())) > 0) {
      return LONGEST;
    }
    if (value.precision() - value.scale() < -3) {
      return Duration.ofMillis(1);
    }
    return Duration.ofMillis(value.movePointRight(3).setScale(0, RoundingMode.CEILING).longValue());
  }
}
