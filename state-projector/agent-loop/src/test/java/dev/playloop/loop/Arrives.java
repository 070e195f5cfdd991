package dev.playloop.loop;

import dev.playloop.loop.Scenario.Event;
import dev.playloop.loop.state.Input;
import dev.playloop.schemas.event.Trigger;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What arrives for the agent in a [Scenario]: triggers of all kinds.
final class Arrives {
  private Arrives() {}

  static Event trigger(Trigger trigger) {
    return s ->
        s.fold(
            new Input.TriggerArrived(
                s.nextId(),
                s.now,
                trigger.at() == null
                    ? trigger.withId(Objects.requireNonNull(trigger.id()), s.now)
                    : trigger,
                false));
  }

  static Event trigger(String id, String kind) {
    return trigger(newTrigger(id, kind, null));
  }

  static Trigger newTrigger(String id, String kind, @Nullable String user) {
    return Trigger.of(id, Configs.ADA, kind)
        .subject(user == null ? null : new Trigger.Subject("user", user))
        .text("text of " + id);
  }

  /// A chat message of this user.
  static Event message(String id, String user) {
    return trigger(newTrigger(id, "chat.message", user));
  }

  /// A chat message that is owed a reply.
  static Event question(String id, String user, String messageId) {
    Trigger t = newTrigger(id, "chat.mention", user);
    return trigger(
        Trigger.of(id, t.agent(), t.kind()).subject(t.subject()).text(t.text()).replyTo(messageId));
  }

  static Event withPriority(String id, String kind, int priority) {
    return trigger(Trigger.of(id, Configs.ADA, kind).priority(priority));
  }

  /// About what is seen in views from this version on.
  static Event seenAt(String id, long version) {
    return trigger(Trigger.of(id, Configs.ADA, "chat.message").worldVersion(version));
  }

  static Event afterHops(String id, int hops) {
    return trigger(Trigger.of(id, Configs.ADA, "chat.message").hops(hops));
  }
}
