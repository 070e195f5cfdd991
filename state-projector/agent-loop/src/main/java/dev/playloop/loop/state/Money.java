package dev.playloop.loop.state;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.TurnId;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What an agent has spent on a UTC day, in USD.
///
/// @param doubts calls that never answered, counted at the most they can have cost
/// @param settled hashes of the decisions that were settled last, so that none is counted twice
public record Money(
    @Nullable LocalDate day, BigDecimal spentUsd, List<Doubt> doubts, List<String> settled) {
  private static final int MAX_DOUBTS = 8;
  private static final int MAX_SETTLED = 16;
  static final Money NOTHING = new Money(null, BigDecimal.ZERO, List.of(), List.of());

  public Money {
    doubts = List.copyOf(doubts);
    settled = List.copyOf(settled);
  }

  /// A new day begins with nothing spent, and yesterday's doubts no longer count.
  public Money on(LocalDate today) {
    return today.equals(day)
        ? this
        : new Money(
            today,
            BigDecimal.ZERO,
            doubts.stream()
                .map(doubt -> new Doubt(doubt.turn, BigDecimal.ZERO, doubt.hold))
                .toList(),
            settled);
  }

  public Money spending(BigDecimal usd) {
    return new Money(day, spentUsd.add(usd), doubts, settled);
  }

  /// With a doubt more; the oldest go first when there are too many.
  public Money doubting(Doubt doubt) {
    return new Money(day, spentUsd, with(doubts, doubt, MAX_DOUBTS), settled);
  }

  public Money cleared(Doubt doubt) {
    List<Doubt> rest = new ArrayList<>(doubts);
    rest.remove(doubt);
    return new Money(day, spentUsd, rest, settled);
  }

  /// The decision with this hash is settled.
  public Money settling(String decision) {
    return new Money(day, spentUsd, doubts, with(settled, decision, MAX_SETTLED));
  }

  /// The doubt about this turn, or null.
  public @Nullable Doubt doubt(TurnId turn) {
    return doubts.stream().filter(doubt -> doubt.turn.equals(turn)).findFirst().orElse(null);
  }

  private static <T> List<T> with(List<T> list, T element, int max) {
    List<T> longer = new ArrayList<>(list);
    longer.add(element);
    if (longer.size() > max) {
      longer.removeFirst();
    }
    return longer;
  }

  /// @param hold the reservation in the world's own account; null where it keeps none
  public record Doubt(
      TurnId turn,
      BigDecimal usd,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable ActionId hold) {}
}
