package dev.playloop.worlds.eternum.torii;

import dev.playloop.schemas.Printable;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.model.WorldUnavailable;
import java.math.BigInteger;
import java.util.List;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A row that a Torii has answered. A column that is missing, or has what its type has not, throws
/// [WorldUnavailable]: whoever answers that is no Torii of this game, and what it says of anything
/// else can't be relied upon.
public final class ToriiRow {
  private static final Pattern HEX = Pattern.compile("0x[0-9a-fA-F]{1,64}");
  private static final long U32 = 0xFFFF_FFFFL;
  private static final int MAX_TEXT = 4_096;
  private static final int SHOWN = 60;

  private final String table;
  private final ObjectNode row;

  ToriiRow(String table, ObjectNode row) {
    this.table = table;
    this.row = row;
  }

  /// A number of at most 32 bits.
  public long number(String column) {
    JsonNode value = value(column);
    if (!value.isIntegralNumber()
        || !value.canConvertToLong()
        || value.longValue() < 0
        || value.longValue() > U32) {
      throw wrong(column, "a number of 32 bits", value);
    }
    return value.longValue();
  }

  /// A number of at most 63 bits, which stands there as a number.
  long count(String column) {
    JsonNode value = value(column);
    if (!value.isIntegralNumber() || !value.canConvertToLong() || value.longValue() < 0) {
      throw wrong(column, "a number of 63 bits", value);
    }
    return value.longValue();
  }

  /// Whether there is such a column with nothing in it.
  boolean isNull(String column) {
    JsonNode value = row.get(column);
    return value != null && value.isNull();
  }

  /// Whether a flag is set.
  public boolean flag(String column) {
    long flag = number(column);
    if (flag > 1) {
      throw wrong(column, "0 or 1", value(column));
    }
    return flag == 1;
  }

  /// A number of at most 128 bits, which stands there as hex.
  public BigInteger wide(String column) {
    BigInteger number = hex(column);
    if (number.bitLength() > 128) {
      throw wrong(column, "a number of 128 bits", value(column));
    }
    return number;
  }

  /// A number of at most 63 bits, which stands there as hex.
  public long large(String column) {
    BigInteger number = hex(column);
    if (number.bitLength() > 63) {
      throw wrong(column, "a number of 63 bits", value(column));
    }
    return number.longValueExact();
  }

  /// An address, or another word.
  public Felt word(String column) {
    BigInteger number = hex(column);
    if (number.compareTo(Felt.PRIME) >= 0) {
      throw wrong(column, "a word of the chain", value(column));
    }
    return Felt.of(number);
  }

  private BigInteger hex(String column) {
    JsonNode value = value(column);
    if (!value.isString() || !HEX.matcher(value.stringValue()).matches()) {
      throw wrong(column, "0x and up to 64 hex digits", value);
    }
    return new BigInteger(value.stringValue().substring(2), 16);
  }

  /// A text of at most 4,096 characters.
  public String text(String column) {
    JsonNode value = value(column);
    if (!value.isString() || value.stringValue().length() > MAX_TEXT) {
      throw wrong(column, "a text of at most " + MAX_TEXT + " characters", value);
    }
    return value.stringValue();
  }

  /// Which of these the column has, by name or, as some Toriis answer, by number.
  public int variant(String column, List<String> names) {
    JsonNode value = value(column);
    int index =
        value.isIntegralNumber() && value.canConvertToInt()
            ? value.intValue()
            : names.indexOf(value.isString() ? value.stringValue() : "");
    if (index < 0 || index >= names.size()) {
      throw wrong(column, "one of " + names.size() + " variants", value);
    }
    return index;
  }

  private JsonNode value(String column) {
    JsonNode value = row.get(column);
    if (value == null || value.isNull()) {
      throw unreadable("a row of " + table + " has no " + column);
    }
    return value;
  }

  private WorldUnavailable wrong(String column, String expected, JsonNode got) {
    String shown = Printable.brief(got.toString(), SHOWN);
    return unreadable(
        "a row of %s: %s: expected %s, got %s".formatted(table, column, expected, shown));
  }

  private static WorldUnavailable unreadable(String message) {
    return ToriiClient.away(message, null);
  }
}
