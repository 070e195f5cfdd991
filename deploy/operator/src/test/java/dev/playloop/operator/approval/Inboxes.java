package dev.playloop.operator.approval;

import dev.playloop.schemas.approval.AnswerKind;
import dev.playloop.schemas.approval.ApprovalInbox;
import dev.playloop.schemas.approval.ApprovalInboxAskBuilder;
import dev.playloop.schemas.approval.ApprovalInboxBuilder;
import dev.playloop.schemas.approval.Question;
import dev.playloop.schemas.approval.QuestionBuilder;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import java.time.Instant;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// What waits, for tests.
final class Inboxes {
  static final Instant NOW = Instant.parse("2026-11-24T12:00:00Z");

  private Inboxes() {}

  /// A payment that waits for two treasurers, of whom one has agreed.
  static ApprovalInbox.Ask ask(AgentId agent, String role, Instant expires) {
    ActionId action = new ActionId(agent + ":t-1#1.1");
    JsonNode args = Json.tree("{\"to\":\"bea\",\"amount\":700}");
    Question question =
        QuestionBuilder.builder()
            .approval(Question.id(action, 0))
            .argsHash(Question.hash(args))
            .rule("payments")
            .matched(Json.tree("{\"amount\":700}"))
            .roles(List.of(role))
            .people(2)
            .askedAt(NOW)
            .expiresAt(expires)
            .allowed(List.of(AnswerKind.APPROVE, AnswerKind.DENY))
            .build();
    return ApprovalInboxAskBuilder.builder()
        .action(action)
        .tool("pay")
        .args(args)
        .actor(agent.name())
        .kind("chat.message")
        .subject("zed")
        .question(question)
        .words(List.of(new ApprovalInbox.Word("kim", AnswerKind.APPROVE)))
        .build();
  }

  static ApprovalInbox asked(AgentId agent, String role, Instant expires) {
    return ApprovalInboxBuilder.builder()
        .v(ApprovalInbox.VERSION)
        .agent(agent)
        .at(NOW)
        .ask(ask(agent, role, expires))
        .build();
  }

  static ApprovalInbox other(AgentId agent) {
    return ApprovalInboxBuilder.builder()
        .v(ApprovalInbox.VERSION)
        .agent(agent)
        .at(NOW)
        .unknown(
            List.of(
                new ApprovalInbox.Unknown(
                    new ActionId(agent + ":t-0#1.1"), "pay", Json.tree("{}"))))
        .grants(
            List.of(
                Json.read(
                    """
                    {"grant":"gabc","rule":"payments","pattern":{},"left":3,
                     "until":"2026-11-24T12:01:00Z","by":"kim"}
                    """,
                    ApprovalInbox.StandingGrant.class)))
        .build();
  }
}
