package dev.playloop.schemas;

import static dev.playloop.schemas.Samples.ACTION;
import static dev.playloop.schemas.Samples.ADA;
import static dev.playloop.schemas.Samples.ARGS;
import static dev.playloop.schemas.Samples.AT;
import static dev.playloop.schemas.Samples.HASH;
import static dev.playloop.schemas.Samples.KIM;
import static dev.playloop.schemas.Samples.RUN;

import dev.playloop.schemas.Samples.Sample;
import dev.playloop.schemas.approval.AnswerKind;
import dev.playloop.schemas.approval.Question;
import dev.playloop.schemas.approval.QuestionBuilder;
import dev.playloop.schemas.event.ApprovalControl;
import dev.playloop.schemas.event.Control;
import dev.playloop.schemas.json.Json;
import java.util.List;
import java.util.Map;

/// What people say to agents.
final class ControlSamples {
  private ControlSamples() {}

  static void controls(Map<String, Sample> all) {
    List<Control> controls =
        List.of(
            approve(),
            new ApprovalControl.Deny(ADA, about(), KIM, "too dear", AT),
            edit(),
            new ApprovalControl.Withdraw(ADA, about(), KIM, null, AT),
            ApprovalControl.Confirm.of(ADA, ACTION, true, KIM, AT),
            grant(),
            new ApprovalControl.Revoke(ADA, "g-1", KIM, null, AT),
            new Control.CancelRun(ADA, RUN, KIM, AT),
            new Control.Pause(ADA, KIM, AT),
            new Control.Resume(ADA, KIM, AT),
            new Control.ForgetSubject(ADA, "bob", KIM, AT),
            new Control.Snapshot(ADA, KIM, AT));
    for (Control control : controls) {
      all.put(
          "control." + Json.LOG.valueToTree(control).get("type").asString(),
          new Sample(Control.class, control));
    }
  }

  static ApprovalControl.Approve approve() {
    return new ApprovalControl.Approve(ADA, about(), KIM, null, AT);
  }

  private static ApprovalControl.About about() {
    return ApprovalControl.About.of(ACTION, question());
  }

  static Question question() {
    return QuestionBuilder.builder()
        .approval(Question.id(ACTION, 0))
        .argsHash(HASH)
        .rule("pay")
        .matched(ARGS)
        .roles(List.of("treasurer"))
        .people(2)
        .askedAt(AT)
        .expiresAt(AT)
        .allowed(List.of(AnswerKind.APPROVE, AnswerKind.DENY))
        .worldVersion(7L)
        .viewHash(HASH)
        .preview(ARGS)
        .difference("gold: 7 → 5")
        .build();
  }

  static ApprovalControl.Edit edit() {
    return ApprovalControl.Edit.of(approve(), ARGS);
  }

  static ApprovalControl.Grant grant() {
    return ApprovalControl.Grant.of(ADA, "g-1", "pay", KIM, AT)
        .good(ARGS, 3, AT)
        .reason("fair week");
  }
}
