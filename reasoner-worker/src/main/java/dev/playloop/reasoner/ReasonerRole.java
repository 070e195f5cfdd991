package dev.playloop.reasoner;

import dev.playloop.kit.RoleContext;
import dev.playloop.kit.RoleSpec;
import dev.playloop.reasoner.wire.Llm;
import dev.playloop.worlds.model.Worlds;
import org.jspecify.annotations.Nullable;

/// What a reasoner is made of.
///
/// @param worlds whose tools it knows
/// @param llm a model in process, for benchmarks and tests; null: models are called over HTTP
public record ReasonerRole(ReasonerSettings settings, Worlds worlds, @Nullable Llm llm)
    implements RoleSpec {
  /// With models over HTTP.
  public static ReasonerRole of(ReasonerSettings settings, Worlds worlds) {
    return new ReasonerRole(settings, worlds, null);
  }

  public ReasonerRole answeredBy(@Nullable Llm model) {
    return new ReasonerRole(settings, worlds, model);
  }

  /// Starts without blocking.
  @Override
  public ReasonerWorker start(RoleContext context) {
    return ReasonerWorker.start(this, context);
  }
}
