package dev.playloop.schemas.view;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.RunId;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What a game, and people in it, are told of an agent: never a prompt, a thought, a cost or a
/// memory. `at` is when the loop took it in.
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = AgentNews.Said.class, name = "said"),
  @JsonSubTypes.Type(value = AgentNews.Did.class, name = "did"),
  @JsonSubTypes.Type(value = AgentNews.Failed.class, name = "failed"),
  @JsonSubTypes.Type(value = AgentNews.Closed.class, name = "closed")
})
public sealed interface AgentNews {
  AgentId agent();

  /// It said this: by a tool that says something to people and was carried out, as it was said
  /// where a guard has changed it; where its world has no such tool, as the text that ended its
  /// run.
  ///
  /// @param tool null where it is the run's last text
  /// @param replyTo the message that it answers; null where it answers none
  @RecordBuilder
  record Said(
      AgentId agent,
      RunId run,
      Instant at,
      String text,
      @Nullable String tool,
      @Nullable String replyTo)
      implements AgentNews {}

  /// A call was carried out.
  ///
  /// @param tool null where it is not known any more
  /// @param args without what was said to people; null where they are not known any more, or are
  ///   larger than 8 KiB
  /// @param result the world's answer, JSON as text, cut at 1,000 characters
  @RecordBuilder
  record Did(
      AgentId agent,
      RunId run,
      Instant at,
      ActionId action,
      @Nullable String tool,
      @Nullable JsonNode args,
      @Nullable String result)
      implements AgentNews {}

  /// A call came to nothing, or nobody knows what came of it.
  ///
  /// @param tool as of [Did], and `args` too
  /// @param reason the world's, cut at 1,000 characters; null where it gave none
  @RecordBuilder
  record Failed(
      AgentId agent,
      RunId run,
      Instant at,
      ActionId action,
      @Nullable String tool,
      @Nullable JsonNode args,
      ActionResult.Status status,
      @Nullable String reason)
      implements AgentNews {}

  /// A run is over.
  ///
  /// @param triggers all that it answered
  record Closed(
      AgentId agent, RunId run, Instant at, LoopEvent.RunOutcome outcome, List<String> triggers)
      implements AgentNews {
    public Closed {
      triggers = List.copyOf(triggers);
    }
  }
}
