package dev.playloop.loop;

import static dev.playloop.loop.WorldSays.actionId;

import dev.playloop.loop.Scenario.Event;
import dev.playloop.loop.state.Input;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.ApprovalControl;
import dev.playloop.schemas.event.ApprovalControl.About;
import dev.playloop.schemas.event.ApprovalControl.Approve;
import dev.playloop.schemas.event.ApprovalControl.Deny;
import dev.playloop.schemas.event.ApprovalControl.Edit;
import dev.playloop.schemas.event.ApprovalControl.Withdraw;
import dev.playloop.schemas.event.Author;
import dev.playloop.schemas.event.Control;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.HaltScope;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.json.Json;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What people do in a [Scenario]: configure the agent, answer its questions, stop it and let it go
/// on.
final class PeopleSay {
  private PeopleSay() {}

  static Event config(@Nullable AgentConfig config) {
    return s -> s.fold(new Input.ConfigChanged(s.nextId(), s.now, config));
  }

  static Event config(UnaryOperator<AgentConfig> change) {
    return config(change.apply(Configs.ada()));
  }

  static Event deleted() {
    return config((AgentConfig) null);
  }

  /// A person who may answer anything.
  static final Author EVE = Author.of("eve").roles(List.of(Author.EVERY_ROLE));

  static Author somebody(String name, String... roles) {
    return Author.of(name).roles(List.of(roles));
  }

  static Event approve(String action) {
    return approve(action, EVE);
  }

  static Event approve(String action, Author by) {
    return s -> s.control(new Approve(Configs.ADA, about(s, action), by, null, s.now));
  }

  /// A person approves the action with arguments of this hash.
  static Event approveOf(String action, String hash) {
    return s ->
        s.control(
            new Approve(Configs.ADA, new About(actionId(action), null, hash), EVE, null, s.now));
  }

  static Event edit(String action, String args, Author by) {
    return s ->
        s.control(
            Edit.of(
                new Approve(Configs.ADA, about(s, action), by, "less will do", s.now),
                Json.tree(args)));
  }

  static Event withdraw(String action, Author by) {
    return s -> s.control(new Withdraw(Configs.ADA, about(s, action), by, null, s.now));
  }

  static Event deny(String action) {
    return deny(action, EVE);
  }

  static Event deny(String action, Author by) {
    return s -> s.control(new Deny(Configs.ADA, about(s, action), by, "no", s.now));
  }

  /// A person denies the action with arguments of this hash.
  static Event denyOf(String action, String hash) {
    return s ->
        s.control(new Deny(Configs.ADA, new About(actionId(action), null, hash), EVE, "no", s.now));
  }

  static Event confirm(String action, boolean happened) {
    return s ->
        s.control(
            ApprovalControl.Confirm.of(Configs.ADA, actionId(action), happened, EVE, s.now)
                .reason("seen"));
  }

  static Event grant(String id, String rule, String pattern, int uses, Author by) {
    return s ->
        s.control(
            ApprovalControl.Grant.of(Configs.ADA, id, rule, by, s.now)
                .good(Json.tree(pattern), uses, s.now.plus(Duration.ofHours(2))));
  }

  static Event revoke(String id) {
    return s -> s.control(new ApprovalControl.Revoke(Configs.ADA, id, EVE, null, s.now));
  }

  /// What people see of the action now; where nobody is asked about it, what nobody saw.
  static About about(Scenario s, String action) {
    ActionId id = actionId(action);
    return Stream.of(s.state().run(), s.state().parked())
        .filter(Objects::nonNull)
        .map(run -> Objects.requireNonNull(run).asked().ask())
        .filter(ask -> ask != null && ask.action().equals(id))
        .map(ask -> About.of(id, Objects.requireNonNull(ask).question()))
        .findFirst()
        .orElse(new About(id, null, "0".repeat(64)));
  }

  static Event cancel(String trigger) {
    return s ->
        s.control(new Control.CancelRun(Configs.ADA, RunId.of(Configs.ADA, trigger), EVE, s.now));
  }

  /// The very words of before, again.
  static Event replay(Control said) {
    return s -> s.control(said);
  }

  static Event pause() {
    return s -> s.control(new Control.Pause(Configs.ADA, EVE, s.now));
  }

  static Event resume() {
    return s -> s.control(new Control.Resume(Configs.ADA, EVE, s.now));
  }

  static Event halted(String scope) {
    return s -> s.fold(new Input.Halted(s.nextId(), s.now, new HaltScope(scope), "kim"));
  }

  static Event resumed() {
    return s -> s.fold(new Input.Resumed(s.nextId(), s.now));
  }

  static Event forget(String subject) {
    return s -> s.control(new Control.ForgetSubject(Configs.ADA, subject, EVE, s.now));
  }
}
