package dev.playloop.worlds.eternum.calldata;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Text;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.eternum.calldata.GameDirectory.CoordLayout;
import dev.playloop.worlds.eternum.model.BuildingCoord;
import dev.playloop.worlds.eternum.model.EternumWrite;
import dev.playloop.worlds.eternum.model.game.CairoType;
import dev.playloop.worlds.eternum.model.game.Encoded;
import dev.playloop.worlds.eternum.model.game.Variant;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Writes the words of records, as the [Encoded] of their components say. Whatever a contract could
/// read as something else is refused: [InvalidValueException] names the field as the agent knows
/// it. Arithmetic is exact. Made for one list of words; used by one thread.
final class WordWriter {
  private static final BigDecimal PRECISION = BigDecimal.valueOf(1_000_000_000L);
  private static final Pattern AMOUNT = Pattern.compile(EternumWrite.AMOUNT);
  private static final Pattern DIGITS = Pattern.compile("[0-9]{1,39}");
  private static final Pattern SHORT = Pattern.compile("[ -~]{1,31}");

  /// More than any list of an action has.
  private static final int MAX_ELEMENTS = 64;

  private final CoordLayout layout;
  private final List<Felt> words = new ArrayList<>();

  WordWriter(CoordLayout layout) {
    this.layout = layout;
  }

  List<Felt> words() {
    return List.copyOf(words);
  }

  WordWriter add(Felt word) {
    words.add(word);
    return this;
  }

  /// The words of all components that have any, in their order.
  WordWriter record(String path, Record record) {
    for (RecordComponent component : record.getClass().getRecordComponents()) {
      Encoded encoded = component.getAnnotation(Encoded.class);
      if (encoded != null) {
        value(path + component.getName(), encoded, read(component, record));
      }
    }
    return this;
  }

  /// The words of one component alone.
  WordWriter component(Record record, String name) {
    for (RecordComponent component : record.getClass().getRecordComponents()) {
      Encoded encoded = component.getAnnotation(Encoded.class);
      if (encoded != null && component.getName().equals(name)) {
        value(name, encoded, read(component, record));
        return this;
      }
    }
    throw new IllegalArgumentException(record.getClass() + " has no words for " + name);
  }

  private static @Nullable Object read(RecordComponent component, Record record) {
    try {
      return component.getAccessor().invoke(record);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("a record's components can be read", e);
    }
  }

  private void value(String path, Encoded encoded, @Nullable Object value) {
    switch (encoded.type()) {
      case U8, U32, U64, U128, VARIANT -> words.add(number(path, encoded, value));
      case BOOL -> words.add(Boolean.TRUE.equals(value) ? Felt.ONE : Felt.ZERO);
      case SHORT_STRING -> words.add(shortString(path, String.valueOf(value)));
      case ADDRESS -> words.add(address(path, String.valueOf(value)));
      case COORD -> coord(path, (BuildingCoord) value);
      case SPAN -> span(path, (List<?>) value);
    }
  }

  private static Felt number(String path, Encoded encoded, @Nullable Object value) {
    BigInteger number =
        switch (value) {
          case Variant variant -> BigInteger.valueOf(variant.number());
          case Integer whole -> BigInteger.valueOf(whole);
          case Long whole -> BigInteger.valueOf(whole);
          case String text when encoded.scaled() -> billionths(path, text);
          case String text -> digits(path, text);
          case null, default -> throw new InvalidValueException(path, "a number", "" + value);
        };
    if (number.signum() < 0 || number.bitLength() > encoded.type().bits()) {
      throw new InvalidValueException(
          path, "at most " + largest(encoded), Text.brief(String.valueOf(value), 60));
    }
    return Felt.of(number);
  }

  private static String largest(Encoded encoded) {
    BigInteger most = BigInteger.ONE.shiftLeft(encoded.type().bits()).subtract(BigInteger.ONE);
    return encoded.scaled()
        ? new BigDecimal(most).divide(PRECISION).toPlainString()
        : most.toString();
  }

  private static BigInteger billionths(String path, String text) {
    if (text.length() > EternumWrite.MAX_AMOUNT || !AMOUNT.matcher(text).matches()) {
      throw new InvalidValueException(
          path, "a decimal number with at most 9 decimals, as a text", Text.brief(text, 60));
    }
    BigInteger scaled = new BigDecimal(text).multiply(PRECISION).toBigIntegerExact();
    if (scaled.signum() == 0) {
      throw new InvalidValueException(path, "more than 0", text);
    }
    return scaled;
  }

  private static BigInteger digits(String path, String text) {
    if (!DIGITS.matcher(text).matches() || text.chars().allMatch(digit -> digit == '0')) {
      throw new InvalidValueException(path, "a whole number above 0", Text.brief(text, 60));
    }
    return new BigInteger(text);
  }

  private static Felt shortString(String path, String text) {
    if (!SHORT.matcher(text).matches()) {
      throw new InvalidValueException(path, "1 to 31 characters of ASCII", Text.brief(text, 60));
    }
    return Felt.shortString(text);
  }

  private static Felt address(String path, String text) {
    Felt address = Felt.parse(path, text);
    if (address.isZero() || address.value().bitLength() > CairoType.ADDRESS.bits()) {
      throw new InvalidValueException(
          path, "the address of an account, above 0 and below 2^251", text);
    }
    return address;
  }

  private void coord(String path, @Nullable BuildingCoord coord) {
    if (coord == null) {
      throw new InvalidValueException(path, "a place", "nothing");
    }
    if (layout == CoordLayout.V1) {
      if (Boolean.TRUE.equals(coord.alt())) {
        throw new InvalidValueException(path + ".alt", "false: this world has one layer", "true");
      }
      for (RecordComponent component : BuildingCoord.class.getRecordComponents()) {
        Encoded encoded = component.getAnnotation(Encoded.class);
        if (encoded.type() != CairoType.BOOL) {
          value(path + "." + component.getName(), encoded, read(component, coord));
        }
      }
      return;
    }
    record(path + ".", coord);
  }

  private void span(String path, @Nullable List<?> elements) {
    if (elements == null || elements.size() > MAX_ELEMENTS) {
      throw new InvalidValueException(
          path,
          "a list of at most " + MAX_ELEMENTS,
          elements == null ? "nothing" : elements.size() + " elements");
    }
    words.add(Felt.of(elements.size()));
    Set<Object> seen = new HashSet<>();
    for (int i = 0; i < elements.size(); i++) {
      switch (elements.get(i)) {
        case Variant variant -> words.add(Felt.of(variant.number()));
        case Record tuple -> {
          RecordComponent what = tuple.getClass().getRecordComponents()[0];
          once(path + "[" + i + "]." + what.getName(), seen, read(what, tuple));
          record(path + "[" + i + "].", tuple);
        }
        case null, default -> throw new InvalidValueException(path + "[" + i + "]", "a value", "");
      }
    }
  }

  /// A resource that is named twice is a slip: nobody can tell which of the amounts is meant.
  static void once(String path, Set<Object> seen, @Nullable Object what) {
    if (what == null || !seen.add(what)) {
      throw new InvalidValueException(path, "each resource once", what + " again");
    }
  }
}
