package dev.playloop.schemas.approval;

import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Default;
import dev.playloop.schemas.json.Versioned;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What waits for people's words on one agent, as the loop keeps it on a topic: the newest value
/// says all. Where nothing waits there is none.
///
/// @param ask the write that waits; null where none does
/// @param unknown writes of which nobody knows whether they happened
/// @param grants what was approved in advance, and is not used up
@RecordBuilder
public record ApprovalInbox(
    int v,
    AgentId agent,
    Instant at,
    @Nullable Ask ask,
    @Default("[]") List<Unknown> unknown,
    @Default("[]") List<StandingGrant> grants)
    implements ApprovalInboxBuilder.With, Versioned {
  public static final int VERSION = 1;

  public ApprovalInbox {
    unknown = unknown == null ? List.of() : List.copyOf(unknown);
    grants = grants == null ? List.of() : List.copyOf(grants);
  }

  /// Whether there is anything that somebody may want to see.
  public boolean isEmpty() {
    return ask == null && unknown.isEmpty() && grants.isEmpty();
  }

  /// A write that waits.
  ///
  /// @param kind of the trigger that its run answers, and `subject` whom that is about
  /// @param args what goes out if it is approved: the model's, or as somebody edited them
  /// @param words those that count so far
  @RecordBuilder
  public record Ask(
      ActionId action,
      String tool,
      JsonNode args,
      String actor,
      String kind,
      @Nullable String subject,
      Question question,
      @Default("[]") List<Word> words)
      implements ApprovalInboxAskBuilder.With {
    public Ask {
      words = words == null ? List.of() : List.copyOf(words);
    }

    /// How many people must still agree.
    public int missing() {
      return Math.max(0, question.people() - words.size());
    }
  }

  /// One person's word for a write.
  public record Word(String subject, AnswerKind answer) {}

  /// A write of which nobody knows whether it happened; `confirm` says it.
  public record Unknown(ActionId action, String tool, @Nullable JsonNode args) {}

  /// Approved in advance.
  ///
  /// @param rule the rule whose question it answers
  /// @param pattern what the arguments must be, as a rule's `when` has it
  /// @param left how often it is still good
  @RecordBuilder
  public record StandingGrant(
      String grant, String rule, JsonNode pattern, int left, Instant until, String by)
      implements ApprovalInboxStandingGrantBuilder.With {}
}
