package dev.playloop.loop.state;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.TurnId;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What an open run is at; [Run] draws how one follows another.
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Phase.Reserving.class, name = "reserving"),
  @JsonSubTypes.Type(value = Phase.Thinking.class, name = "thinking"),
  @JsonSubTypes.Type(value = Phase.Deferred.class, name = "deferred"),
  @JsonSubTypes.Type(value = Phase.Acting.class, name = "acting"),
  @JsonSubTypes.Type(value = Phase.Viewing.class, name = "viewing"),
  @JsonSubTypes.Type(value = Phase.Parked.class, name = "parked"),
  @JsonSubTypes.Type(value = Phase.HeldBack.class, name = "held-back")
})
public sealed interface Phase {
  /// Hands on each time at which something of it is due.
  default void due(Consumer<? super Instant> to) {
    switch (this) {
      case Reserving reserving -> to.accept(reserving.due());
      case Deferred deferred -> to.accept(deferred.until());
      case Viewing viewing -> to.accept(viewing.until());
      case Acting acting ->
          acting.open().stream()
              .map(Pending::due)
              .filter(Objects::nonNull)
              .map(Objects::requireNonNull)
              .forEach(to);
      case Thinking _, Parked _, HeldBack _ -> {}
    }
  }

  /// With all that is due so much later.
  default Phase later(Duration by) {
    return switch (this) {
      case Reserving(var hold, var usd, var issues, var asked, var due) ->
          new Reserving(hold, usd, issues, asked, due.plus(by));
      case Deferred(var until) -> new Deferred(until.plus(by));
      case Viewing(var until) -> new Viewing(until.plus(by));
      case Acting acting -> {
        ActingDraft draft = new ActingDraft(acting);
        acting.open().forEach(pending -> draft.replace(pending, pending.later(by)));
        yield new Acting(draft);
      }
      case Thinking _, Parked _, HeldBack _ -> this;
    };
  }

  /// The world is asked to hold money for the next call.
  ///
  /// @param usd how much
  /// @param issues what [AgentState.Call#issues] will be
  /// @param asked how often, as a hold that comes too late is asked for again
  record Reserving(ActionId hold, BigDecimal usd, int issues, int asked, Instant due)
      implements Phase {}

  /// An LLM call is in flight, see [AgentState.Call].
  record Thinking() implements Phase {}

  /// The same turn is opened again at `until`.
  record Deferred(Instant until) implements Phase {}

  /// The calls of a decision are carried out.
  ///
  /// @param text what the model said beside its calls
  /// @param open calls without an answer, in the model's order
  /// @param failed whether a call did not succeed
  /// @param broken whether a write did not succeed, so that later ones are skipped
  /// @param looked whether an answer came that the model has to see
  /// @param ends whether a tool that ends the run succeeded
  /// @param moved whether a write named the world version that shows it
  /// @param fallback whether this is the configured fallback, not a decision
  record Acting(
      TurnId turn,
      String text,
      List<Pending> open,
      boolean failed,
      boolean broken,
      boolean looked,
      boolean ends,
      boolean moved,
      @Nullable Finish finish,
      boolean fallback)
      implements Phase {
    public Acting {
      open = List.copyOf(open);
    }

    public Acting(ActingDraft draft) {
      this(
          draft.turn(),
          draft.text(),
          draft.open(),
          draft.failed(),
          draft.broken(),
          draft.looked(),
          draft.ends(),
          draft.moved(),
          draft.finish(),
          draft.isFallback());
    }

    /// The open call with this action id, or null.
    public @Nullable Pending find(ActionId id) {
      for (Pending pending : open) {
        if (pending.kind() != Pending.Kind.WAIT && ActionId.of(turn, pending.number()).equals(id)) {
          return pending;
        }
      }
      return null;
    }
  }

  /// The next turn waits for the view that shows the last write.
  record Viewing(Instant until) implements Phase {}

  /// The model is done, but a write is in doubt; closes like this once that is cleared.
  record Parked(LoopEvent.RunOutcome outcome, String summary) implements Phase {}

  /// The turn is opened once the agent is no longer halted.
  ///
  /// @param issues what [AgentState.Call#issues] will be
  record HeldBack(int issues) implements Phase {}

  /// A call to `finish`, answered when all other calls are.
  record Finish(int slot, String callId, String summary, @Nullable Double importance) {}
}
