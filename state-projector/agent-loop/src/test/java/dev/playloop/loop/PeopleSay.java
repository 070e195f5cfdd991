package dev.playloop.loop;

import static dev.playloop.loop.WorldSays.actionId;

import dev.playloop.loop.Scenario.Event;
import dev.playloop.loop.state.Input;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.ApprovalControl;
import dev.playloop.schemas.event.Author;
import dev.playloop.schemas.event.Control;
import dev.playloop.schemas.id.HaltScope;
import dev.playloop.schemas.id.RunId;
import java.util.function.UnaryOperator;
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

  static Event approve(String action) {
    return s ->
        s.control(Control.Approve.of(Configs.ADA, actionId(action), Author.of("eve"), s.now));
  }

  /// A person approves the action with arguments of this hash.
  static Event approveOf(String action, String hash) {
    return s ->
        s.control(
            Control.Approve.of(Configs.ADA, actionId(action), Author.of("eve"), s.now)
                .argsHash(hash));
  }

  static Event withdraw(String action) {
    return s ->
        s.control(
            ApprovalControl.Withdraw.of(
                Control.Approve.of(Configs.ADA, actionId(action), Author.of("eve"), s.now)));
  }

  static Event deny(String action) {
    return s ->
        s.control(
            Control.Deny.of(Configs.ADA, actionId(action), Author.of("eve"), s.now).reason("no"));
  }

  /// A person denies the action with arguments of this hash.
  static Event denyOf(String action, String hash) {
    return s ->
        s.control(
            Control.Deny.of(Configs.ADA, actionId(action), Author.of("eve"), s.now).argsHash(hash));
  }

  static Event cancel(String trigger) {
    return s ->
        s.control(new Control.CancelRun(Configs.ADA, RunId.of(Configs.ADA, trigger), "eve", s.now));
  }

  static Event pause() {
    return s -> s.control(new Control.Pause(Configs.ADA, "eve", s.now));
  }

  static Event resume() {
    return s -> s.control(new Control.Resume(Configs.ADA, "eve", s.now));
  }

  static Event halted(String scope) {
    return s -> s.fold(new Input.Halted(s.nextId(), s.now, new HaltScope(scope), "kim"));
  }

  static Event resumed() {
    return s -> s.fold(new Input.Resumed(s.nextId(), s.now));
  }

  static Event forget(String subject) {
    return s -> s.control(new Control.ForgetSubject(Configs.ADA, subject, "eve", s.now));
  }
}
