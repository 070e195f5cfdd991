package dev.playloop.schemas;

import static dev.playloop.schemas.Samples.ACTION;
import static dev.playloop.schemas.Samples.ADA;
import static dev.playloop.schemas.Samples.ARGS;
import static dev.playloop.schemas.Samples.AT;
import static dev.playloop.schemas.Samples.HASH;

import dev.playloop.schemas.Samples.Sample;
import dev.playloop.schemas.approval.AnswerKind;
import dev.playloop.schemas.approval.ApprovalInbox;
import dev.playloop.schemas.approval.ApprovalInboxAskBuilder;
import dev.playloop.schemas.approval.ApprovalInboxBuilder;
import dev.playloop.schemas.approval.ApprovalInboxStandingGrantBuilder;
import dev.playloop.schemas.approval.ApprovalRule;
import dev.playloop.schemas.approval.ApprovalRuleBuilder;
import dev.playloop.schemas.approval.Conditions;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.principal.Principal;
import dev.playloop.schemas.principal.PrincipalBuilder;
import dev.playloop.schemas.principal.Scope;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// What waits for people, by which rule, and who they are.
final class ApprovalSamples {
  private ApprovalSamples() {}

  static void all(Map<String, Sample> all) {
    all.put("approval-inbox", new Sample(ApprovalInbox.class, inbox()));
    all.put("principal.person", new Sample(Principal.class, person()));
    all.put("principal.signer", new Sample(Principal.class, signer()));
  }

  /// One with everything said, and one with nothing but its tool.
  static List<ApprovalRule> rules() {
    return List.of(
        ApprovalRuleBuilder.builder()
            .name("dear-transfers")
            .tools(List.of("transfer_gold"))
            .when(
                Conditions.compile(
                    Json.tree("{\"amount\":{\"above\":500},\"to\":{\"notIn\":[\"bank\"]}}")))
            .roles(List.of("treasurer"))
            .people(2)
            .expires(Duration.ofHours(2))
            .onExpiry(ApprovalRule.OnExpiry.ESCALATE)
            .escalateTo(List.of("mayor"))
            .allow(List.of(AnswerKind.values()))
            .preview(true)
            .onWait(ApprovalRule.OnWait.HOLD)
            .build(),
        ApprovalRule.ofTool("leave_community"));
  }

  private static ApprovalInbox inbox() {
    ApprovalInbox.Ask ask =
        ApprovalInboxAskBuilder.builder()
            .action(ACTION)
            .tool("do_work")
            .args(ARGS)
            .actor("ada")
            .kind("chat.mention")
            .subject("bob")
            .question(ControlSamples.question())
            .words(List.of(new ApprovalInbox.Word("kim", AnswerKind.APPROVE)))
            .build();
    return ApprovalInboxBuilder.builder()
        .v(ApprovalInbox.VERSION)
        .agent(ADA)
        .at(AT)
        .ask(ask)
        .unknown(List.of(new ApprovalInbox.Unknown(ACTION, "do_work", ARGS)))
        .grants(List.of(grant()))
        .build();
  }

  private static ApprovalInbox.StandingGrant grant() {
    return ApprovalInboxStandingGrantBuilder.builder()
        .grant("g-1")
        .rule("pay")
        .pattern(ARGS)
        .left(3)
        .until(AT)
        .by("kim")
        .build();
  }

  private static Principal person() {
    return PrincipalBuilder.builder()
        .v(Principal.VERSION)
        .id(HASH.substring(0, 16))
        .name("kim")
        .kind(Principal.Kind.PERSON)
        .world("society")
        .scopes(List.of(Scope.read("society"), Scope.CONTROL, Scope.approve("treasurer")))
        .tokens(List.of(new Principal.Token(HASH, AT)))
        .since(AT)
        .revokedAt(AT)
        .build();
  }

  private static Principal signer() {
    return PrincipalBuilder.builder()
        .v(Principal.VERSION)
        .id(HASH)
        .name("gateway-1")
        .kind(Principal.Kind.SERVICE)
        .scopes(List.of(Scope.SIGN))
        .publicKey("c2lnbmF0dXJl")
        .since(AT)
        .build();
  }
}
