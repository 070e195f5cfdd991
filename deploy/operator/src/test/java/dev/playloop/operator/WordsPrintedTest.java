package dev.playloop.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.operator.approval.Became;
import dev.playloop.operator.approval.Waits;
import dev.playloop.operator.gateway.GatewayAnswer;
import dev.playloop.schemas.approval.AnswerKind;
import dev.playloop.schemas.approval.ApprovalInbox;
import dev.playloop.schemas.approval.ApprovalInboxAskBuilder;
import dev.playloop.schemas.approval.Question;
import dev.playloop.schemas.approval.QuestionBuilder;
import dev.playloop.schemas.event.ApprovalControl;
import dev.playloop.schemas.event.ApprovalEvent;
import dev.playloop.schemas.event.ApprovalEvent.How;
import dev.playloop.schemas.event.ApprovalEvent.Why;
import dev.playloop.schemas.event.Author;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// What `approvals list --json` prints, and what an answer prints with `--json`.
class WordsPrintedTest {
  private static final Instant NOW = Instant.parse("2026-11-24T12:00:00Z");
  private static final AgentId ADA = new AgentId("society/ada");
  private static final ActionId PAY = new ActionId("society/ada:t1#1.1");
  private static final Author KIM = Author.of("kim").roles(List.of("treasurer"));

  private static final ApprovalInbox.StandingGrant GRANT =
      Json.read(
          """
          {"grant":"g1","rule":"payments","pattern":{"amount":700,"to":"bea"},"left":3,
           "until":"2026-11-24T12:00:00Z","by":"kim"}
          """,
          ApprovalInbox.StandingGrant.class);

  @Test
  void whatWaitsIsPrintedAsItsGoldenLinesAndItsSchemaSay() throws IOException {
    JsonNode args = Json.tree("{\"amount\":700,\"to\":\"bea\"}");
    Question question =
        QuestionBuilder.builder()
            .approval(Question.id(PAY, 0))
            .argsHash(Question.hash(args))
            .rule("payments")
            .matched(Json.tree("{\"amount\":700}"))
            .roles(List.of("treasurer"))
            .people(2)
            .askedAt(NOW)
            .expiresAt(NOW.plusSeconds(60))
            .allowed(List.of(AnswerKind.APPROVE))
            .preview(Json.tree("{\"left\":3}"))
            .difference("left: 4, now 3")
            .build();
    ApprovalInbox.Ask ask =
        ApprovalInboxAskBuilder.builder()
            .action(PAY)
            .tool("pay")
            .args(args)
            .actor("ada")
            .kind("chat.message")
            .subject("zed")
            .question(question)
            .words(List.of(new ApprovalInbox.Word("kim", AnswerKind.APPROVE)))
            .build();
    List<Waits> lines =
        List.of(
            new Waits.Asked(ADA, ask),
            new Waits.InDoubt(ADA, new ApprovalInbox.Unknown(PAY, "pay", args)),
            new Waits.Granted(ADA, GRANT));

    Printed.check("waits", Waits.class, lines);
    for (Waits line : lines) {
      Printed.checkRequired("waits", Waits.class, line, "grant");
    }
  }

  @Test
  void whatBecameOfAWordIsPrintedAsItsGoldenLinesAndItsSchemaSay() throws IOException {
    List<Became> lines =
        List.of(
            new Became.Journaled(
                ADA,
                new ApprovalEvent.Ended(PAY, "0123456789abcdef", How.APPROVED, List.of("kim"))),
            new Became.Journaled(
                ADA,
                ApprovalEvent.Answered.of(
                    new ApprovalControl.Approve(
                        ADA, new ApprovalControl.About(PAY, null, "aa"), KIM, "go", NOW),
                    1)),
            new Became.Journaled(ADA, new ApprovalEvent.Ignored(PAY, Why.SAME_PERSON, KIM)),
            new Became.Journaled(ADA, new ApprovalEvent.Confirmed(PAY, true, KIM, null)),
            new Became.Awaited(ADA, "c-1"),
            new Became.Refused(ADA, new GatewayAnswer.Forbidden("needs approve:treasurer")));

    Printed.check("became", Became.class, lines);
    assertThat(Printed.errors("became", "{\"type\":\"guessed\"}")).isNotEmpty();
  }
}
