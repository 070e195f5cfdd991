package dev.playloop.loop;

import dev.playloop.loop.state.Command;
import dev.playloop.loop.state.Input;
import dev.playloop.loop.state.Transition;
import dev.playloop.schemas.approval.ApprovalRule;
import dev.playloop.schemas.approval.Question;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.ApprovalControl;
import dev.playloop.schemas.event.ApprovalEvent;
import dev.playloop.schemas.event.ApprovalEvent.How;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.ToolCall;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Knows from inputs, and from what was asked and released, which people agreed to which write: an
/// opinion of its own on each word, with no look into the fold. Fails where the loop says or does
/// something else. Used by one thread.
final class PeopleOracle {
  private final Map<ActionId, AskedWrite> asked = new HashMap<>();
  private final Map<String, How> ends = new HashMap<>();
  private final Set<String> open = new HashSet<>();
  private final Map<RunId, Set<String>> denied = new HashMap<>();
  private final Set<ActionId> released = new HashSet<>();
  private final GrantLedger grants = new GrantLedger();
  private final RunOracle runs;
  final ApprovalCounts counts;

  private @Nullable AgentConfig config;
  private @Nullable Instant haltedAt;

  PeopleOracle(ApprovalCounts counts) {
    this.counts = counts;
    runs = new RunOracle(counts);
  }

  void saw(Input input, Transition step) {
    if (input instanceof Input.TriggerArrived arrived) {
      var whom = arrived.trigger().subject();
      runs.about(String.valueOf(arrived.trigger().id()), whom == null ? null : whom.id());
    }
    Instant at = step.state().at();
    boolean poisoned = step.events().stream().anyMatch(LoopEvent.Poisoned.class::isInstance);
    AskedWrite before = asked.values().stream().filter(AskedWrite::isOpen).findFirst().orElse(null);
    boolean escalates = false;
    if (!poisoned && before != null && haltedAt == null && !at.isBefore(before.expires)) {
      escalates = !before.escalated && !before.rule.escalateTo().isEmpty();
      if (escalates) {
        before.escalated = true;
        before.roles = before.rule.escalateTo();
        before.expires = at.plus(before.rule.expires());
      } else {
        before.due = How.EXPIRED;
      }
    }
    Boolean heard = null;
    if (!poisoned
        && input instanceof Input.Controlled said
        && said.control() instanceof ApprovalControl.Answer answer) {
      heard = hears(answer);
    }
    check(escalates, count(step, ApprovalEvent.Escalated.class) == 1, "escalated", step);
    if (heard != null) {
      check(
          heard,
          count(step, ApprovalEvent.Answered.class) == 1,
          "counts " + input + " on " + before,
          step);
      check(!heard, count(step, ApprovalEvent.Ignored.class) == 1, "ignored " + input, step);
    }
    if (input instanceof Input.ConfigChanged changed) {
      config = changed.config();
      runs.configured(config != null && config.enabled());
    }
    for (LoopEvent event : step.events()) {
      event(event, step, at);
    }
    asked
        .values()
        .forEach(one -> {
          if (one.due != null) {
            throw new AssertionError(
                one.approval + " has to end as " + one.due + ": " + step.events());
          }
        });
    step.commands().forEach(command -> command(command, step));
    runs.after(step);
  }

  private static long count(Transition step, Class<? extends LoopEvent> type) {
    return step.events().stream().filter(type::isInstance).count();
  }

  private static void check(boolean expected, boolean is, String what, Transition step) {
    if (expected != is) {
      throw new AssertionError(what + " should be " + expected + ": " + step.events());
    }
  }

  private void event(LoopEvent event, Transition step, Instant at) {
    runs.event(event, at, asked);
    counts.event(event);
    switch (event) {
      case LoopEvent.RunOpened opened -> runs.opened(opened, Objects.requireNonNull(config), at);
      case LoopEvent.ApprovalAsked ask -> asked(ask, at);
      case ApprovalEvent.Ended ended -> ended(ended, step);
      case LoopEvent.WorkHeld _ -> haltedAt = at;
      case LoopEvent.WorkResumed _ -> {
        java.time.Duration held = java.time.Duration.between(Objects.requireNonNull(haltedAt), at);
        asked.values().forEach(one -> one.expires = one.expires.plus(held));
        haltedAt = null;
      }
      case ApprovalEvent.GrantGiven given -> grants.given(given, config, at);
      case ApprovalEvent.GrantEnded ended -> grants.ended(ended);
      case ApprovalEvent.GrantUsed used -> {
        RunOracle.Known run = runs.known(used.action().run());
        grants.used(used, run, at);
      }
      default -> {}
    }
  }

  private void asked(LoopEvent.ApprovalAsked event, Instant at) {
    Question question = event.question();
    RunOracle.Known run = runs.known(event.action().run());
    ApprovalRule rule = AskedWrite.rule(run.config(), event.tool(), event.args());
    String call = event.tool() + event.args();
    AskedWrite before = asked.get(event.action());
    if (!open.add(question.approval()) || ends.containsKey(question.approval())) {
      throw new AssertionError(question.approval() + " is asked twice");
    }
    if (open.size() > 1) {
      throw new AssertionError("asked at a time: " + open);
    }
    if (before != null) {
      before.again++;
      if (before.how != How.APPROVED || before.again > 2 || question.difference() == null) {
        throw new AssertionError("asked again: " + event);
      }
      counts.again++;
      before.approval = question.approval();
      before.words.clear();
      before.how = null;
      before.escalated = false;
      before.expires = at.plus(before.rule.expires());
    } else if (rule == null || denied.getOrDefault(run.id(), Set.of()).contains(call)) {
      throw new AssertionError("nobody is to be asked about " + event + ", of " + rule);
    } else {
      asked.put(event.action(), new AskedWrite(run.id(), event, rule, at, asked.size()));
    }
    AskedWrite now = Objects.requireNonNull(asked.get(event.action()));
    if (!question.argsHash().equals(Question.hash(event.args()))
        || !question.roles().equals(now.roles)
        || question.people() != now.rule.people()
        || !question.expiresAt().equals(now.expires)
        || !question.allowed().equals(now.rule.allow())) {
      throw new AssertionError("asked by another rule than " + now.rule + ": " + event);
    }
  }

  private void ended(ApprovalEvent.Ended ended, Transition step) {
    AskedWrite one = asked.get(ended.action());
    if (one == null || !open.remove(ended.approval()) || one.how != null) {
      throw new AssertionError(ended + " of a question that is not open");
    }
    boolean closes =
        step.events().stream()
            .anyMatch(e -> e instanceof LoopEvent.RunClosed closed && closed.run().equals(one.run));
    How due = one.due == null && closes ? How.CANCELLED : one.due;
    if (ended.how() != due) {
      throw new AssertionError(ended + ", but it has to end as " + due);
    }
    one.how = ended.how();
    one.due = null;
    ends.put(ended.approval(), ended.how());
    if (ended.how() == How.DENIED || ended.how() == How.EXPIRED) {
      Set<String> calls = denied.computeIfAbsent(one.run, _ -> new HashSet<>());
      calls.add(one.tool + one.args);
      calls.add(one.tool + one.own);
    }
  }

  /// Whether an answer counts, by an opinion of its own; and what it leads to.
  private boolean hears(ApprovalControl.Answer said) {
    AskedWrite one = asked.get(said.about().action());
    if (one == null || !one.isOpen()) {
      return false;
    }
    String who = said.author().subject();
    String approval = said.about().approval();
    String word = new String(said.statement(), java.nio.charset.StandardCharsets.UTF_8);
    RunOracle.Known run = runs.known(one.run);
    boolean theirs =
        (approval == null ? one.again == 0 : approval.equals(one.approval))
            && said.about().argsHash().equals(Question.hash(one.args))
            && one.rule.allow().contains(said.kind())
            && !AskedWrite.isOwn(run, who)
            && AskedWrite.mayAnswer(said.author(), one.roles)
            && !one.heard.contains(word)
            && one.heard.size() < 64
            && (one.back.get(who) == null || said.at().isAfter(one.back.get(who)));
    return theirs && takes(one, run, said, who) && one.heard.add(word);
  }

  private boolean takes(
      AskedWrite one, RunOracle.Known run, ApprovalControl.Answer said, String who) {
    switch (said) {
      case ApprovalControl.Deny _ -> {
        one.due = How.DENIED;
        return true;
      }
      case ApprovalControl.Withdraw _ -> {
        if (!one.words.remove(who)) {
          return false;
        }
        one.back.put(who, said.at());
        return true;
      }
      case ApprovalControl.Approve _ -> {
        if (!one.words.add(who)) {
          return false;
        }
      }
      case ApprovalControl.Edit edit -> {
        ToolCall.Check check =
            Objects.requireNonNull(TestWorld.PLAIN.tools().find(one.tool)).check(edit.args());
        if (!(check instanceof ToolCall.Valid valid)) {
          return false;
        }
        one.args = valid.args();
        one.edited = true;
        one.words.clear();
        ApprovalRule other = AskedWrite.rule(run.config(), one.tool, one.args);
        if (other != null) {
          one.rule = other;
          one.roles =
              one.escalated && !other.escalateTo().isEmpty() ? other.escalateTo() : other.roles();
        }
        if (AskedWrite.mayAnswer(said.author(), one.roles)) {
          one.words.add(who);
        }
      }
    }
    if (one.words.size() >= one.rule.people()) {
      one.due = one.edited ? How.EDITED : How.APPROVED;
    }
    return true;
  }

  private void command(Command command, Transition step) {
    if (command instanceof Command.ReleaseAction release
        && release.action().mode() == Action.Mode.EXECUTE
        && release.action().effect() == Effect.WRITE
        && RunOracle.number(release.action().action()) < Sending.INTERNAL) {
      released(release.action(), step);
    }
  }

  private void released(Action action, Transition step) {
    RunOracle.Known run = runs.known(action.action().run());
    runs.releases(action, asked);
    AskedWrite one = asked.get(action.action());
    boolean first = released.add(action.action());
    if (one != null) {
      boolean agreed = one.how == How.APPROVED || one.how == How.EDITED;
      if (!agreed || one.words.size() < one.rule.people() || !one.args.equals(action.args())) {
        throw new AssertionError(action + " goes out, but " + one.how + " by " + one.words);
      }
      counts.approved += first ? 1 : 0;
      return;
    }
    ApprovalRule rule = AskedWrite.rule(run.config(), action.tool(), action.args());
    if (rule != null && first && !grants.paid(action, rule, step)) {
      throw new AssertionError(action + " goes out, and nobody was asked as " + rule + " says");
    }
  }

  void atEnd() {
    if (!open.isEmpty()) {
      throw new AssertionError("never ended: " + open);
    }
    counts.ends(ends.values());
  }
}
