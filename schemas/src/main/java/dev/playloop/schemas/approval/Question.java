package dev.playloop.schemas.approval;

import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.json.Default;
import dev.playloop.schemas.json.Json;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What people are asked about one write, as it was decided when they were asked: nothing of it is
/// worked out again later. Immutable.
///
/// @param approval the question's id; asked again about the same write it has another
/// @param argsHash the SHA-256 of the arguments' JSON, as it stands in the action
/// @param rule the name of the rule that asks, and `matched` the values for which it does
/// @param roles who may answer; empty: whoever has any role
/// @param people how many of them must agree
/// @param expiresAt when nobody's word counts any more
/// @param allowed what they may answer
/// @param worldVersion the version of the agent's view when it was asked, and `viewHash` what that
///   said
/// @param preview what the world said that the action would do; null where it was not asked
/// @param difference why it is asked again, in words; null the first time
@RecordBuilder
public record Question(
    String approval,
    String argsHash,
    String rule,
    JsonNode matched,
    @Default("[]") List<String> roles,
    int people,
    Instant askedAt,
    Instant expiresAt,
    @Default("[]") List<AnswerKind> allowed,
    @Nullable Long worldVersion,
    @Nullable String viewHash,
    @Nullable JsonNode preview,
    @Nullable String difference)
    implements QuestionBuilder.With {
  private static final int ID = 16;

  public Question {
    roles = roles == null ? List.of() : List.copyOf(roles);
    allowed = allowed == null ? List.of() : List.copyOf(allowed);
  }

  /// The same, standing so much longer.
  public Question later(Duration by) {
    return with().expiresAt(expiresAt.plus(by)).build();
  }

  /// The id of the `round`th question about a write, from 0.
  public static String id(ActionId action, int round) {
    return Sha256.hex("approval\n" + action.value() + "\n" + round).substring(0, ID);
  }

  /// What an answer names arguments by.
  public static String hash(JsonNode args) {
    return Sha256.hex(Json.bytes(args));
  }
}
