package dev.playloop.loop;

import dev.playloop.loop.state.Transition;
import dev.playloop.schemas.approval.ApprovalRule;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.ApprovalEvent;
import dev.playloop.schemas.event.Author;
import dev.playloop.schemas.id.ActionId;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What was approved in advance, and paid for what. Used by one thread.
final class GrantLedger {
  private final Map<String, Kept> kept = new HashMap<>();
  private final Map<ActionId, Set<Kept>> paying = new HashMap<>();

  private static final class Kept {
    final Author by;
    final String rule;
    final JsonNode pattern;
    final Instant until;
    int left;

    Kept(ApprovalEvent.GrantGiven given) {
      by = given.author();
      rule = given.rule();
      pattern = given.pattern();
      until = given.until();
      left = given.uses();
    }
  }

  void given(ApprovalEvent.GrantGiven given, @Nullable AgentConfig config, Instant at) {
    Kept before = kept.get(given.grant());
    ApprovalRule rule =
        config == null
            ? null
            : config.approvals().stream()
                .filter(one -> given.rule().equals(one.name()))
                .findFirst()
                .orElse(null);
    if ((before != null && before.until.isAfter(at))
        || rule == null
        || given.uses() < 1
        || !given.until().isAfter(at)
        || given.author().subject().equals("ada")
        || !AskedWrite.mayAnswer(given.author(), rule.roles())) {
      throw new AssertionError("no grant is to be taken: " + given);
    }
    kept.put(given.grant(), new Kept(given));
  }

  void ended(ApprovalEvent.GrantEnded ended) {
    Kept one = kept.get(ended.grant());
    if (one == null) {
      throw new AssertionError("no grant ends: " + ended);
    }
    one.left = 0;
  }

  void used(ApprovalEvent.GrantUsed used, RunOracle.Known run, Instant at) {
    Kept one = kept.get(used.grant());
    if (one == null || one.left < 1 || !one.until.isAfter(at) || used.left() != one.left - 1) {
      throw new AssertionError("no grant pays: " + used);
    }
    if (AskedWrite.isOwn(run, one.by.subject())) {
      throw new AssertionError("paid by oneself: " + used);
    }
    one.left--;
    paying.computeIfAbsent(used.action(), _ -> new HashSet<>()).add(one);
  }

  /// Whether as many people paid for this release as its rule asks for.
  boolean paid(Action action, ApprovalRule rule, Transition step) {
    Set<Kept> by = paying.getOrDefault(action.action(), Set.of());
    long uses =
        step.events().stream()
            .filter(e ->
                e instanceof ApprovalEvent.GrantUsed used && used.action().equals(action.action()))
            .count();
    return by.stream().map(one -> one.by.subject()).distinct().count() == rule.people()
        && uses == rule.people()
        && by.stream()
            .allMatch(one ->
                one.rule.equals(rule.name())
                    && AskedWrite.mayAnswer(one.by, rule.roles())
                    && Rules.isOf(one.pattern, action.args()));
  }
}
