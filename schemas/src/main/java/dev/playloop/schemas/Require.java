package dev.playloop.schemas;

import java.math.BigDecimal;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Checks for compact constructors. Characters are code points. Each failure names the field, what
/// was expected, and what came.
public final class Require {
  /// What came where a value is missing.
  public static final String NOTHING = "nothing";

  private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "[::1]", "localhost");
  private static final int MAX_ADDRESS = 500;
  private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999999Z");

  private Require() {}

  /// A text of 1 to `max` characters.
  public static String text(String field, @Nullable String value, int max) {
    if (value == null || value.isBlank()) {
      throw new InvalidValueException(field, "a text of 1 to " + max + " characters", NOTHING);
    }
    if (value.length() > max && Text.length(value) > max) {
      throw new InvalidValueException(
          field, "at most " + max + " characters", Text.length(value) + " characters");
    }
    return value;
  }

  /// A text that matches `pattern` as a whole; `expected` says the pattern in words.
  public static String match(
      String field, @Nullable String value, Pattern pattern, String expected) {
    if (value == null || !pattern.matcher(value).matches()) {
      throw new InvalidValueException(field, expected, shown(value));
    }
    return value;
  }

  /// A text that `is` holds true of; `expected` says it in words.
  public static String match(
      String field, @Nullable String value, Predicate<String> is, String expected) {
    if (value == null || !is.test(value)) {
      throw new InvalidValueException(field, expected, shown(value));
    }
    return value;
  }

  /// A text of `min` to `max` characters.
  public static String length(String field, String value, int min, int max) {
    int length = Text.length(value);
    if (length < min || length > max) {
      throw new InvalidValueException(
          field, "a text of " + min + " to " + max + " characters", length + " characters");
    }
    return value;
  }

  /// A time that calendars know, from 1970 to 9999, where there is one: arithmetic on any other may
  /// overflow.
  public static @Nullable Instant time(String field, @Nullable Instant value) {
    if (value != null && (value.isBefore(Instant.EPOCH) || value.isAfter(LAST))) {
      throw new InvalidValueException(field, "a time from 1970 to 9999", value.toString());
    }
    return value;
  }

  /// A duration that is longer than nothing, where there is one.
  public static void positive(String field, @Nullable Duration value) {
    if (value != null && !value.isPositive()) {
      throw new InvalidValueException(field, "a positive duration such as PT30S", value.toString());
    }
  }

  /// A number that is not below zero.
  public static BigDecimal notNegative(String field, @Nullable BigDecimal value, String expected) {
    present(field, value, expected);
    if (value == null || value.signum() < 0) {
      throw new InvalidValueException(field, expected + ", not below 0", String.valueOf(value));
    }
    return value;
  }

  /// A whole number from `min` to `max`, both included.
  public static long range(String field, long value, long min, long max) {
    if (value < min || value > max) {
      throw new InvalidValueException(
          field, "a number from " + min + " to " + max, String.valueOf(value));
    }
    return value;
  }

  /// The address of a web server: `http` or `https`, and a host.
  public static URI webAddress(String field, @Nullable String value) {
    String expected = "an address such as https://host/path or http://127.0.0.1:8080/v1";
    try {
      URI address = new URI(text(field, value, MAX_ADDRESS));
      boolean web = "http".equals(address.getScheme()) || "https".equals(address.getScheme());
      if (web && address.getHost() != null && address.getPort() <= 65_535) {
        return address;
      }
    } catch (URISyntaxException e) {
      throw new InvalidValueException(field, expected, shown(value));
    }
    throw new InvalidValueException(field, expected, shown(value));
  }

  /// The base of somebody's HTTP interface: https, or http on this machine, and nothing in it but
  /// host, port and path.
  public static URI serverBase(String field, @Nullable String value) {
    URI address = webAddress(field, value);
    if (address.getRawUserInfo() != null
        || address.getRawQuery() != null
        || address.getRawFragment() != null) {
      throw new InvalidValueException(
          field, "an address without user, query and #", address.getScheme() + "://… with one");
    }
    if (!address.getScheme().equals("https") && !isLoopback(address)) {
      throw new InvalidValueException(field, "https, or http on this machine", shown(value));
    }
    return address;
  }

  /// Whether an address is on this machine by its name, whatever names are resolved to.
  public static boolean isLoopback(URI address) {
    return LOOPBACK.contains(address.getHost());
  }

  /// A value that must be there.
  public static <T> T present(String field, @Nullable T value, String expected) {
    if (value == null) {
      throw new InvalidValueException(field, expected, NOTHING);
    }
    return value;
  }

  private static String shown(@Nullable String value) {
    if (value == null) {
      return NOTHING;
    }
    return value.length() <= 80
        ? "'" + value + "'"
        : "a text of " + Text.length(value) + " characters";
  }
}
