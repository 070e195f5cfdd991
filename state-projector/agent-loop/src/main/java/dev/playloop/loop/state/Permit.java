package dev.playloop.loop.state;

import dev.playloop.schemas.id.ActionId;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// Leave to issue a turn.
///
/// @param usd what the call may cost
/// @param issues how often the turn is issued then, since it was last deferred
/// @param hold the reservation in the world's own account; null where it keeps none
public record Permit(BigDecimal usd, int issues, @Nullable ActionId hold) {}
