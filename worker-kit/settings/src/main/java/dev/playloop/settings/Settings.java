package dev.playloop.settings;

import dev.playloop.schemas.Nearest;
import java.io.IOException;
import java.io.Reader;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The settings of one process, read once from `PLAYLOOP_*` variables and a properties file
/// (variables win). Every name must be one of the declared keys; in the file `PLAYLOOP_HTTP_PORT`
/// is written `playloop.http.port`, and names without `playloop.` are plain Kafka client
/// properties. Immutable; prints itself with secrets masked.
public final class Settings {
  private static final String VARIABLES = "PLAYLOOP_";
  private static final String PROPERTIES = "playloop.";
  private static final Pattern DECIMAL = Pattern.compile("[0-9]+(\\.[0-9]+)?");
  private static final int MAX_NUMBER = 40;
  private static final Pattern DURATION = Pattern.compile("(\\d{1,9})\\s*(ms|s|m|h|d)");
  private static final Duration LONGEST = Duration.ofMillis(Integer.MAX_VALUE);
  private static final Pattern SECRET_PROPERTY =
      Pattern.compile("password|secret|jaas|token|\\.key$", Pattern.CASE_INSENSITIVE);
  private static final String MASK = "***";

  private final Map<String, SettingKey> keys;
  private final Map<String, String> values;
  private final Map<String, String> client;

  private Settings(
      Map<String, SettingKey> keys, Map<String, String> values, Map<String, String> client) {
    this.keys = keys;
    this.values = values;
    this.client = client;
  }

  /// Reads `keys`. Throws [InvalidSettingException] that names what is unknown and the nearest
  /// valid name.
  public static Settings read(
      Collection<SettingKey> keys, Map<String, String> environment, @Nullable Path configFile) {
    Map<String, SettingKey> known = new LinkedHashMap<>();
    keys.forEach(key -> known.put(key.name(), key));
    Map<String, String> values = new HashMap<>();
    Map<String, String> client = new TreeMap<>();
    if (configFile != null) {
      readFile(configFile, known, values, client);
    }
    environment.forEach((name, value) -> {
      if (name.startsWith(VARIABLES)) {
        requireKnown(name, known.keySet(), "environment variable");
        values.put(name, value);
      }
    });
    values.values().removeIf(String::isBlank);
    return new Settings(known, Map.copyOf(values), Map.copyOf(client));
  }

  private static void readFile(
      Path file,
      Map<String, SettingKey> known,
      Map<String, String> values,
      Map<String, String> client) {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      properties.load(reader);
    } catch (IOException e) {
      throw new InvalidSettingException("can't read the settings file " + file + ": " + e);
    } catch (IllegalArgumentException e) {
      throw new InvalidSettingException(
          file + " has a \\u that no four hexadecimal digits follow; write a backslash as \\\\");
    }
    Map<String, String> names = new HashMap<>();
    known.values().forEach(key -> names.put(key.property(), key.name()));
    for (String name : properties.stringPropertyNames()) {
      String value = properties.getProperty(name).strip();
      if (name.startsWith(PROPERTIES)) {
        requireKnown(name, names.keySet(), "name in " + file);
        values.put(names.getOrDefault(name, name), value);
      } else {
        client.put(name, value);
      }
    }
  }

  private static void requireKnown(String name, Collection<String> known, String what) {
    if (!known.contains(name)) {
      String nearest = Nearest.of(name, known);
      throw new InvalidSettingException(
          "unknown %s %s; %s"
              .formatted(
                  what,
                  name,
                  nearest == null
                      ? "docs/settings.md lists all names"
                      : "did you mean " + nearest + "?"));
    }
  }

  /// The value or its default. Throws [InvalidSettingException] where there is neither.
  public String text(SettingKey key) {
    return optional(key)
        .orElseThrow(
            () -> new InvalidSettingException(key.name() + " must be set: " + key.description()));
  }

  /// Empty where the setting is neither set nor has a default.
  public Optional<String> optional(SettingKey key) {
    if (!keys.containsKey(key.name())) {
      throw new IllegalArgumentException(key.name() + " was not declared when settings were read");
    }
    return Optional.ofNullable(values.getOrDefault(key.name(), key.defaultValue()));
  }

  public int number(SettingKey key, int min, int max) {
    String text = text(key);
    try {
      int number = Integer.parseInt(text);
      if (number >= min && number <= max) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw wrong(key, "a whole number from " + min + " to " + max, text);
    }
    throw wrong(key, "a whole number from " + min + " to " + max, text);
  }

  /// A decimal number from 0 to `max`; empty where the setting is neither set nor has a default.
  public Optional<BigDecimal> decimal(SettingKey key, BigDecimal max) {
    return optional(key)
        .map(text -> {
          String expected = "a number from 0 to " + max.toPlainString();
          if (text.length() > MAX_NUMBER || !DECIMAL.matcher(text).matches()) {
            throw wrong(key, expected, text);
          }
          BigDecimal number = new BigDecimal(text);
          if (number.compareTo(max) > 0) {
            throw wrong(key, expected, text);
          }
          return number;
        });
  }

  public boolean flag(SettingKey key) {
    String text = text(key).toLowerCase(Locale.ROOT);
    if (text.equals("true") || text.equals("false")) {
      return text.equals("true");
    }
    throw wrong(key, "true or false", text);
  }

  /// ISO-8601 (`PT1.5S`) or a number with `ms`, `s`, `m`, `h` or `d`; at most 24 days, which is
  /// what Kafka's clients can count in milliseconds.
  public Duration duration(SettingKey key) {
    String text = text(key);
    Duration duration = parsed(key, text);
    if (duration.compareTo(LONGEST) > 0) {
      throw wrong(key, "a duration of at most 24d", text);
    }
    return duration;
  }

  private static Duration parsed(SettingKey key, String text) {
    Matcher matcher = DURATION.matcher(text);
    if (matcher.matches()) {
      long number = Long.parseLong(matcher.group(1));
      return switch (matcher.group(2)) {
        case "ms" -> Duration.ofMillis(number);
        case "s" -> Duration.ofSeconds(number);
        case "m" -> Duration.ofMinutes(number);
        case "h" -> Duration.ofHours(number);
        default -> Duration.ofDays(number);
      };
    }
    try {
      return Duration.parse(text);
    } catch (DateTimeParseException e) {
      throw wrong(key, "a duration such as 250ms, 5s, 2m or PT1.5S", text);
    }
  }

  public Path path(SettingKey key) {
    String text = text(key);
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw wrong(key, "a path", text);
    }
  }

  /// A comma-separated list; empty where nothing is set.
  public List<String> list(SettingKey key) {
    return optional(key).stream()
        .flatMap(text -> Arrays.stream(text.split(",")))
        .map(String::strip)
        .filter(item -> !item.isEmpty())
        .toList();
  }

  /// Whether the setting was told, and is not its default.
  public boolean isSet(SettingKey key) {
    return values.containsKey(key.name());
  }

  /// What the file told without `playloop.`: plain Kafka client properties.
  public Map<String, String> clientProperties() {
    return client;
  }

  /// Every setting that has a value, secrets masked.
  @Override
  public String toString() {
    List<String> lines = new ArrayList<>();
    for (SettingKey key : keys.values()) {
      optional(key).ifPresent(value -> lines.add(key.name() + "=" + (key.secret() ? MASK : value)));
    }
    new TreeMap<>(client)
        .forEach((name, value) ->
            lines.add(name + "=" + (SECRET_PROPERTY.matcher(name).find() ? MASK : value)));
    return String.join("\n", lines);
  }

  private static InvalidSettingException wrong(SettingKey key, String expected, String value) {
    return new InvalidSettingException(
        "%s must be %s, not %s"
            .formatted(key.name(), expected, key.secret() ? MASK : "'" + value + "'"));
  }
}
