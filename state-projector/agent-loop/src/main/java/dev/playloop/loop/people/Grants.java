package dev.playloop.loop.people;

import dev.playloop.loop.state.Asking.Grant;
import dev.playloop.loop.state.AskingGrantBuilder;
import dev.playloop.loop.state.Draft;
import dev.playloop.loop.state.RunDraft;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Text;
import dev.playloop.schemas.approval.AnswerKind;
import dev.playloop.schemas.approval.ApprovalRule;
import dev.playloop.schemas.approval.Conditions;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.ApprovalControl;
import dev.playloop.schemas.event.ApprovalEvent;
import dev.playloop.schemas.event.ApprovalEvent.GrantEnd;
import dev.playloop.schemas.event.ApprovalEvent.Why;
import dev.playloop.schemas.event.Author;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What people approve in advance. A grant is one person's word, good for so many writes; a used up
/// or revoked one is remembered until it would have ended, so that it is not given again.
public final class Grants {
  static final int MAX = 16;
  private static final int MAX_ID = 64;
  private static final int MAX_PATTERN = 1_000;
  private static final int MAX_ROLES = 9;

  private Grants() {}

  /// Takes what somebody approves in advance.
  public static void give(Draft draft, ApprovalControl.Grant given) {
    Why why = refusal(draft, given);
    if (why != null) {
      draft.event(new ApprovalEvent.Ignored(null, why, given.author()));
      return;
    }
    List<Grant> grants = new ArrayList<>(draft.grants());
    Author author = given.author();
    ApprovalRule rule = Objects.requireNonNull(rule(draft, given.rule()), "a sound grant's rule");
    grants.add(
        AskingGrantBuilder.builder()
            .id(given.grant())
            .rule(given.rule())
            .pattern(given.pattern())
            .left(given.uses())
            .until(given.until())
            .by(author.subject())
            .roles(roles(author, rule))
            .build());
    draft.grants(grants);
    draft.event(ApprovalEvent.GrantGiven.of(given));
  }

  /// Those by which its author may answer the rule's question now: no other makes it good later.
  private static List<String> roles(Author author, ApprovalRule rule) {
    return author.roles().stream()
        .filter(
            role -> rule.roles().isEmpty() || author.roles(List.of(role)).mayAnswer(rule.roles()))
        .limit(MAX_ROLES)
        .toList();
  }

  private static @Nullable Why refusal(Draft draft, ApprovalControl.Grant given) {
    ApprovalRule rule = rule(draft, given.rule());
    if (rule == null || !isSound(draft, given) || !rule.allow().contains(AnswerKind.APPROVE)) {
      return Why.INVALID_GRANT;
    }
    if (Answers.isOwn(draft, null, given.author())) {
      return Why.OWN_REQUEST;
    }
    if (!given.author().mayAnswer(rule.roles())) {
      return Why.MISSING_ROLE;
    }
    if (draft.grants().stream().anyMatch(one -> one.id().equals(given.grant()))) {
      return Why.REPLAYED;
    }
    return draft.grants().size() >= MAX ? Why.TOO_MANY_GRANTS : null;
  }

  private static @Nullable ApprovalRule rule(Draft draft, String name) {
    AgentConfig config = draft.config();
    return config == null
        ? null
        : config.approvals().stream()
            .filter(rule -> name.equals(rule.name()))
            .findFirst()
            .orElse(null);
  }

  private static boolean isSound(Draft draft, ApprovalControl.Grant given) {
    boolean bounded =
        given.uses() >= 1
            && given.uses() <= ApprovalControl.Grant.MAX_USES
            && !given.grant().isBlank()
            && Text.length(given.grant()) <= MAX_ID
            && given.until().isAfter(draft.at())
            && !given.until().isAfter(draft.at().plus(ApprovalRule.LONGEST))
            && Json.bytes(given.pattern()).length <= MAX_PATTERN;
    return bounded && compiled(given.pattern()) != null;
  }

  private static @Nullable Conditions compiled(JsonNode pattern) {
    try {
      return Conditions.compile(pattern);
    } catch (InvalidValueException e) {
      return null; // whoever gave it is told that it is none
    }
  }

  /// Takes a grant back. Who may answer its rule's question may do that.
  public static void revoke(Draft draft, ApprovalControl.Revoke said) {
    for (Grant grant : draft.grants()) {
      if (grant.id().equals(said.grant()) && grant.left() > 0) {
        ApprovalRule rule = rule(draft, grant.rule());
        if (!said.author().mayAnswer(rule == null ? List.of() : rule.roles())) {
          draft.event(new ApprovalEvent.Ignored(null, Why.MISSING_ROLE, said.author()));
          return;
        }
        replace(draft, grant, grant.left(0));
        draft.event(new ApprovalEvent.GrantEnded(grant.id(), GrantEnd.REVOKED, said.author()));
        return;
      }
    }
    draft.event(new ApprovalEvent.Ignored(null, Why.UNKNOWN_GRANT, said.author()));
  }

  /// Those whose time is over are forgotten.
  public static void settle(Draft draft) {
    for (Grant grant : draft.grants()) {
      if (draft.isDue(grant.until())) {
        List<Grant> rest = new ArrayList<>(draft.grants());
        rest.remove(grant);
        draft.grants(rest);
        if (grant.left() > 0) {
          draft.event(new ApprovalEvent.GrantEnded(grant.id(), GrantEnd.EXPIRED, null));
        }
      }
    }
  }

  /// Pays a write by grants of as many people as its rule asks for. True where that is done; else
  /// none is used.
  public static boolean pay(Draft draft, ActionId action, JsonNode args, ApprovalRule rule) {
    List<Grant> paying = new ArrayList<>();
    RunDraft run = draft.run();
    for (Grant grant : draft.grants()) {
      boolean another = paying.stream().noneMatch(one -> one.by().equals(grant.by()));
      Author author = Author.of(grant.by()).roles(grant.roles());
      if (paying.size() < rule.people()
          && another
          && grant.left() > 0
          && grant.rule().equals(rule.name())
          && author.mayAnswer(rule.roles())
          && !Answers.isOwn(draft, run, author)
          && Conditions.compile(grant.pattern()).holdsForSure(args)) {
        paying.add(grant);
      }
    }
    if (paying.size() < rule.people()) {
      return false;
    }
    for (Grant grant : paying) {
      Grant used = grant.left(grant.left() - 1);
      replace(draft, grant, used);
      draft.event(new ApprovalEvent.GrantUsed(grant.id(), action, used.left()));
      if (used.left() == 0) {
        draft.event(new ApprovalEvent.GrantEnded(grant.id(), GrantEnd.USED_UP, null));
      }
    }
    return true;
  }

  private static void replace(Draft draft, Grant before, Grant next) {
    List<Grant> grants = new ArrayList<>(draft.grants());
    grants.set(grants.indexOf(before), next);
    draft.grants(grants);
  }
}
