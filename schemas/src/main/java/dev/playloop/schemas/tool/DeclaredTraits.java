package dev.playloop.schemas.tool;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Require;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// What a tool does, as its [Traits] say, or whatever else declares it.
///
/// @param replyTo the parameter that holds the id of the answered message; empty for no reply
/// @param says the parameter with what people will read; null where it says nothing to them
/// @param endsRun whether a successful call ends the run when nothing else is open
/// @param timeLimit how long one call may wait and take; null where that is the agent's to say
/// @param heading under what it stands among others; null where it stands for itself
record DeclaredTraits(
    Effect effect,
    String replyTo,
    @Nullable String says,
    boolean endsRun,
    LaneRule lane,
    @Nullable Duration timeLimit,
    @Nullable String heading) {
  /// As far ahead as an executor takes an action, unless it is set otherwise.
  private static final int MAX_LIMIT_SECONDS = 3_600;

  /// Throws [InvalidValueException], as it comes from outside.
  static DeclaredTraits of(String tool, SchemaTool.Declaration declared) {
    Duration limit = declared.limit();
    if (limit != null) {
      Require.range(tool + ".limit", limit.toSeconds(), 1, MAX_LIMIT_SECONDS);
    }
    String replyTo = declared.replyTo() == null ? "" : declared.replyTo();
    String lane = declared.lane() == null ? "" : declared.lane();
    try {
      return new DeclaredTraits(
          declared.effect(),
          replyTo,
          declared.says(),
          declared.endsRun(),
          new LaneRule(declared.laneBy(), lane),
          limit,
          null);
    } catch (IllegalArgumentException e) {
      throw new InvalidValueException(tool + ".lane", String.valueOf(e.getMessage()), lane);
    }
  }

  static DeclaredTraits of(String tool, Traits traits) {
    int limit = traits.limitSeconds();
    Require.range(tool + ".limitSeconds", limit, 0, MAX_LIMIT_SECONDS);
    return new DeclaredTraits(
        traits.effect(),
        traits.replyTo(),
        traits.says().isEmpty() ? null : traits.says(),
        traits.endsRun(),
        new LaneRule(traits.laneBy(), traits.lane()),
        limit == 0 ? null : Duration.ofSeconds(limit),
        null);
  }

  DeclaredTraits under(@Nullable String heading) {
    return new DeclaredTraits(effect, replyTo, says, endsRun, lane, timeLimit, heading);
  }

  /// As one text, the same in every process. Whom a call speaks to changes nothing that it does.
  String behaviour() {
    return "effect="
        + effect
        + " replyTo="
        + replyTo
        + " endsRun="
        + endsRun
        + " lane="
        + (lane.by() == LaneBy.EFFECT ? "" : lane.by() + ":" + lane.name())
        + " limitSeconds="
        + (timeLimit == null ? 0 : timeLimit.toSeconds())
        + (heading == null ? "" : " heading=" + heading);
  }
}
