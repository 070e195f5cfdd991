package dev.playloop.reasoner.wire;

import dev.playloop.schemas.event.Decision.Usage;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Reads the numbers of tokens that a provider reports. Pure functions.
final class TokenCounts {
  /// More than any context; what is above is clipped by whoever knows the candidate.
  private static final BigDecimal MOST = BigDecimal.valueOf(1L << 40);

  /// What a decision says where the reserved bound stays booked.
  static final String UNREADABLE = "the reported usage can't be read: the reserved bound is booked";

  private TokenCounts() {}

  /// The count; null where there is no number, or one below 0.
  static @Nullable Long count(JsonNode node) {
    if (!node.isNumber() || node.decimalValue().signum() < 0) {
      return null;
    }
    return node.decimalValue().min(MOST).longValue();
  }

  /// A part of a count, 0 where it is not told.
  static long part(JsonNode node) {
    Long count = count(node);
    return count == null ? 0 : count;
  }

  /// The meta data with a word on usage that is there and says nothing.
  static LlmAnswer.Meta noted(LlmAnswer.Meta meta, JsonNode told, @Nullable Usage usage) {
    return usage == null && !told.isMissingNode() && !told.isNull()
        ? meta.noting(UNREADABLE)
        : meta;
  }
}
