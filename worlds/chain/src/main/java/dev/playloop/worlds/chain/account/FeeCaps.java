package dev.playloop.worlds.chain.account;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Require;
import java.math.BigInteger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The most that an account may pay, in the smallest unit of its chain's money, as FRI. In files
/// they are texts of digits: a YAML number of nineteen digits is not what every tool reads it for.
///
/// @param perAction for one action, with all that was tried for it
/// @param perDay for all actions of one day, in UTC
public record FeeCaps(BigInteger perAction, BigInteger perDay) {
  private static final Pattern DIGITS = Pattern.compile("[0-9]{1,30}");

  public FeeCaps {
    if (perAction.signum() <= 0 || perDay.compareTo(perAction) < 0) {
      throw new InvalidValueException(
          "perDay",
          "at least perAction, and that above 0",
          perDay + " a day, and " + perAction + " an action");
    }
  }

  @JsonCreator
  static FeeCaps read(
      @JsonProperty("perAction") @Nullable String perAction,
      @JsonProperty("perDay") @Nullable String perDay) {
    return new FeeCaps(number("perAction", perAction), number("perDay", perDay));
  }

  private static BigInteger number(String field, @Nullable String digits) {
    return new BigInteger(
        Require.match(field, digits, DIGITS, "1 to 30 digits as a text, in the smallest unit"));
  }
}
