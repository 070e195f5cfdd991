package dev.playloop.operator;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.View;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.TurnId;
import dev.playloop.schemas.view.Progress;
import java.time.Instant;

/// One thing that happened to an agent. `at` is the broker's time of the record that tells it.
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Step.Published.class, name = "published"),
  @JsonSubTypes.Type(value = Step.Triggered.class, name = "triggered"),
  @JsonSubTypes.Type(value = Step.TurnOpened.class, name = "turn-opened"),
  @JsonSubTypes.Type(value = Step.Saw.class, name = "saw"),
  @JsonSubTypes.Type(value = Step.Decided.class, name = "decided"),
  @JsonSubTypes.Type(value = Step.Acted.class, name = "acted"),
  @JsonSubTypes.Type(value = Step.Progressed.class, name = "progressed"),
  @JsonSubTypes.Type(value = Step.Closed.class, name = "closed"),
  @JsonSubTypes.Type(value = Step.Dropped.class, name = "dropped"),
  @JsonSubTypes.Type(value = Step.Noted.class, name = "noted")
})
public sealed interface Step {
  AgentId agent();

  Instant at();

  /// A trigger lies on the log.
  record Published(AgentId agent, Instant at, String id, Trigger trigger) implements Step {}

  /// A trigger was folded.
  record Triggered(AgentId agent, Instant at, Trigger trigger) implements Step {}

  /// The loop opened a turn: the prompt of that many bytes lies on the log.
  record TurnOpened(AgentId agent, Instant at, TurnId turn, int bytes) implements Step {}

  /// The view that a turn was opened with.
  record Saw(AgentId agent, Instant at, View view) implements Step {}

  /// A decision was folded: what the model said, and the tools it called.
  record Decided(AgentId agent, Instant at, Decision decision) implements Step {}

  /// A result was folded; `tool` is empty where its action is not known.
  record Acted(AgentId agent, Instant at, ActionResult result, String tool) implements Step {}

  /// An action is on its way to its result.
  record Progressed(AgentId agent, Instant at, Progress progress, String tool) implements Step {}

  /// A run is over.
  record Closed(AgentId agent, Instant at, LoopEvent.RunClosed run) implements Step {}

  /// A trigger came to nothing.
  record Dropped(AgentId agent, Instant at, LoopEvent.TriggerDropped drop) implements Step {}

  /// Anything else that the loop wrote down.
  record Noted(AgentId agent, Instant at, LoopEvent event) implements Step {}
}
