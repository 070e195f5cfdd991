package dev.playloop.ingest;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Nearest;
import dev.playloop.schemas.id.HaltScope;
import dev.playloop.settings.InvalidSettingException;
import dev.playloop.settings.SettingKey;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What the model calls of a world may cost on one UTC day, in USD: by world, and for each world
/// that isn't named. Immutable.
///
/// @param others null where only worlds that are named have a cap
public record SpendCaps(Map<String, BigDecimal> byWorld, @Nullable BigDecimal others) {
  public static final SpendCaps NONE = new SpendCaps(Map.of(), null);

  private static final String EXPECTED =
      "an amount such as 5, or amounts by world such as tally=5,bazaar=2.50";

  private static final Pattern AMOUNT = Pattern.compile("[0-9]{1,9}(\\.[0-9]{1,9})?");

  public SpendCaps {
    byWorld = Map.copyOf(byWorld);
  }

  /// Reads `5`, `tally=5,bazaar=2.50`, or both. Throws [InvalidSettingException].
  public static SpendCaps parse(SettingKey key, String text) {
    Map<String, BigDecimal> byWorld = new TreeMap<>();
    BigDecimal others = null;
    for (String part : text.split(",", -1)) {
      int equals = part.indexOf('=');
      BigDecimal cap = amount(key, part.substring(equals + 1).strip());
      if (equals < 0) {
        if (others != null) {
          throw wrong(key, "one amount for the worlds not named", text);
        }
        others = cap;
      } else if (byWorld.put(world(key, part.substring(0, equals).strip()), cap) != null) {
        throw wrong(key, "each world once", text);
      }
    }
    return new SpendCaps(byWorld, others);
  }

  private static String world(SettingKey key, String text) {
    try {
      HaltScope scope = HaltScope.world(text);
      if (!scope.equals(HaltScope.ALL) && text.indexOf('/') < 0) {
        return text;
      }
    } catch (InvalidValueException e) {
      throw wrong(key, EXPECTED, text);
    }
    throw wrong(key, EXPECTED, text);
  }

  private static BigDecimal amount(SettingKey key, String text) {
    BigDecimal amount = AMOUNT.matcher(text).matches() ? new BigDecimal(text) : BigDecimal.ZERO;
    if (amount.signum() == 0) {
      throw wrong(key, EXPECTED + ", above 0", text);
    }
    return amount;
  }

  /// A cap of a world that isn't there bounds nothing, and nobody would see that. Throws
  /// [InvalidSettingException] with the nearest name.
  public void requireKnown(SettingKey key, Collection<String> worlds) {
    for (String world : byWorld.keySet()) {
      if (!worlds.contains(world)) {
        String nearest = Nearest.of(world, worlds);
        throw wrong(
            key,
            "worlds that are there (" + String.join(", ", worlds) + ")",
            world + (nearest == null ? "" : "; did you mean " + nearest + "?"));
      }
    }
  }

  private static InvalidSettingException wrong(SettingKey key, String expected, String text) {
    return new InvalidSettingException(key.name() + ": expected " + expected + ", got " + text);
  }

  public boolean isEmpty() {
    return byWorld.isEmpty() && others == null;
  }

  /// Null where the world has none.
  @Nullable BigDecimal of(String world) {
    return byWorld.getOrDefault(world, others);
  }
}
