package dev.playloop.loop;

import dev.playloop.schemas.approval.AnswerKind;
import dev.playloop.schemas.approval.ApprovalRule;
import dev.playloop.schemas.approval.Conditions;
import dev.playloop.schemas.event.Author;
import dev.playloop.schemas.json.Json;
import java.time.Duration;
import java.util.List;

/// Rules that make writes wait for people, and those people.
final class Rules {
  static final Duration STANDS = Duration.ofHours(4);

  static final Author ANNA = PeopleSay.somebody("anna", "treasurer");
  static final Author BEN = PeopleSay.somebody("ben", "treasurer");
  static final Author CARL = PeopleSay.somebody("carl", "boss");
  static final Author DORA = PeopleSay.somebody("dora", "cook");

  private Rules() {}

  /// A treasurer has to agree, who may give other arguments, too.
  static ApprovalRule treasurer(String tool) {
    return ApprovalRule.ofTool(tool)
        .with()
        .roles(List.of("treasurer"))
        .expires(STANDS)
        .allow(List.of(AnswerKind.values()))
        .build();
  }

  static ApprovalRule two(ApprovalRule rule) {
    return rule.with().people(2).build();
  }

  static ApprovalRule named(String name, ApprovalRule rule) {
    return rule.with().name(name).build();
  }

  /// Only where the item is this.
  static ApprovalRule forItem(String item, ApprovalRule rule) {
    return rule.with().when(Conditions.compile(item(item))).build();
  }

  /// What a rule or a grant asks of arguments: that the item is this.
  static tools.jackson.databind.JsonNode item(String item) {
    return Json.tree("{\"item\":\"" + item + "\"}");
  }

  /// Whether arguments are what that asks of them.
  static boolean isOf(tools.jackson.databind.JsonNode asked, tools.jackson.databind.JsonNode args) {
    return asked.isEmpty() || asked.get("item").equals(args.get("item"));
  }

  static ApprovalRule toBoss(ApprovalRule rule) {
    return rule.with().onExpiry(ApprovalRule.OnExpiry.ESCALATE).escalateTo(List.of("boss")).build();
  }

  static ApprovalRule previewed(ApprovalRule rule) {
    return rule.with().preview(true).build();
  }

  static ApprovalRule holding(ApprovalRule rule) {
    return rule.with().onWait(ApprovalRule.OnWait.HOLD).build();
  }
}
