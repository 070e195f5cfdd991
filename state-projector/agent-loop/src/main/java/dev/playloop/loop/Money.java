package dev.playloop.loop;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.TurnId;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What an agent has spent on a UTC day, in USD.
///
/// @param doubts calls that never answered, counted at the most they can have cost
/// @param settled hashes of the decisions that were settled last, so that none is counted twice
record Money(
    @Nullable LocalDate day, BigDecimal spentUsd, List<Doubt> doubts, List<String> settled) {
  static final int MAX_DOUBTS = 8;
  static final int MAX_SETTLED = 16;
  static final Money NOTHING = new Money(null, BigDecimal.ZERO, List.of(), List.of());

  Money {
    doubts = List.copyOf(doubts);
    settled = List.copyOf(settled);
  }

  /// @param hold the reservation in the world's own account; null where it keeps none
  record Doubt(
      TurnId turn,
      BigDecimal usd,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable ActionId hold) {}
}
