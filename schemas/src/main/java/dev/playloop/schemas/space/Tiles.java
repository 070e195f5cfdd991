package dev.playloop.schemas.space;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Require;
import java.math.BigDecimal;
import java.math.RoundingMode;

/// A coordinate in a game's own unit, tiles unless its world says otherwise: a JSON number, read to
/// three places (half away from zero) and kept as whole thousandths, so that equal places are equal
/// wherever they are read. Within [#MOST] either way.
public record Tiles(long thousandths) {
  /// What 32 bits held before there were decimals.
  public static final long MOST = 1L << 31;

  private static final int PLACES = 3;
  private static final long PARTS = 1_000;
  private static final BigDecimal FARTHEST = BigDecimal.valueOf(MOST);

  public Tiles {
    Require.range("tiles, in thousandths", thousandths, -MOST * PARTS, MOST * PARTS);
  }

  public static Tiles of(long whole) {
    return new Tiles(Math.multiplyExact(whole, PARTS));
  }

  /// Throws [InvalidValueException] beyond [#MOST], before anything is computed with it.
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public static Tiles of(BigDecimal number) {
    if (number.abs().compareTo(FARTHEST) > 0) {
      throw new InvalidValueException(
          "", "a number from -%d to %d".formatted(MOST, MOST), "one beyond");
    }
    return new Tiles(
        number.setScale(PLACES, RoundingMode.HALF_UP).unscaledValue().longValueExact());
  }

  /// As it is written: without zeros at the end, and without an exponent.
  @JsonValue
  public BigDecimal number() {
    BigDecimal shortest = BigDecimal.valueOf(thousandths, PLACES).stripTrailingZeros();
    return shortest.scale() < 0 ? shortest.setScale(0, RoundingMode.UNNECESSARY) : shortest;
  }

  @Override
  public String toString() {
    return number().toPlainString();
  }
}
