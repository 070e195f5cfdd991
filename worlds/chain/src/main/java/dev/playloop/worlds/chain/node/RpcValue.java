package dev.playloop.worlds.chain.node;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.json.JsonFailure;
import dev.playloop.worlds.chain.Felt;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A part of what a node has answered, read by type: whatever is of another one is a
/// [NodeUnavailable] that names the place. Immutable.
public final class RpcValue {
  /// Seconds of the last moment that calendars know.
  private static final long LAST_SECOND = Instant.parse("9999-12-31T23:59:59Z").getEpochSecond();

  private static final int U128 = 128;
  private static final int U128_DIGITS = 32;

  private final String place;
  private final JsonNode json;

  private RpcValue(String place, JsonNode json) {
    this.place = place;
    this.json = json;
  }

  /// @param place who answered to what, for messages
  static RpcValue of(String place, JsonNode json) {
    return new RpcValue(place, json);
  }

  /// Whether the node says that there is nothing.
  public boolean isNothing() {
    return json.isNull();
  }

  /// The field of an object.
  public RpcValue field(String name) {
    RpcValue value = optional(name);
    if (value == null) {
      throw wrong("an object with the field " + name);
    }
    return value;
  }

  /// The field, null where it is missing or null.
  public @Nullable RpcValue optional(String name) {
    JsonNode value = json.get(name);
    return value == null || value.isNull() ? null : new RpcValue(place + ", " + name, value);
  }

  /// Each value of a list.
  public <T> List<T> list(Function<RpcValue, T> read) {
    if (!json.isArray()) {
      throw wrong("a list");
    }
    List<T> values = new ArrayList<>(json.size());
    for (int i = 0; i < json.size(); i++) {
      values.add(read.apply(new RpcValue(place + "[" + i + "]", json.get(i))));
    }
    return values;
  }

  public List<Felt> felts() {
    return list(RpcValue::felt);
  }

  public Felt felt() {
    try {
      return Felt.parse("felt", text());
    } catch (InvalidValueException e) {
      throw wrong("a felt");
    }
  }

  public String text() {
    if (!json.isString()) {
      throw wrong("a text");
    }
    return json.stringValue();
  }

  /// A whole number from 0 on.
  public long number() {
    if (!json.isIntegralNumber() || !json.canConvertToLong() || json.longValue() < 0) {
      throw wrong("a number from 0 to 2^63 - 1");
    }
    return json.longValue();
  }

  /// Seconds since 1970.
  public Instant time() {
    long seconds = number();
    if (seconds > LAST_SECOND) {
      throw wrong("a time before the year 10000");
    }
    return Instant.ofEpochSecond(seconds);
  }

  /// A u128 as a hex text.
  public BigInteger u128() {
    BigInteger value = text().length() <= U128_DIGITS + 2 ? felt().value() : null;
    if (value == null || value.bitLength() > U128) {
      throw wrong("a u128 in hex");
    }
    return value;
  }

  /// A u64 as a hex text; from 2^63 on it is none that a chain ever says.
  public long u64() {
    BigInteger value = u128();
    if (value.bitLength() >= Long.SIZE) {
      throw wrong("a u64 in hex, below 2^63");
    }
    return value.longValue();
  }

  /// One of an enum's names.
  public <E extends Enum<E>> E oneOf(Class<E> type) {
    String name = text();
    for (E each : type.getEnumConstants()) {
      if (each.name().equals(name)) {
        return each;
      }
    }
    throw wrong("one of " + List.of(type.getEnumConstants()));
  }

  /// What to throw where a value is of the right type, and yet can't be.
  public NodeUnavailable wrong(String expected) {
    return new NodeUnavailable(
        "the node " + place + ": expected " + expected + ", got " + JsonFailure.shown(json), null);
  }
}
