package dev.playloop.projector.world;

import dev.playloop.schemas.Text;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.AgentConfig.Subscription;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.event.WorldEvent.Happening;
import dev.playloop.schemas.id.TriggerId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Turns a happening into the trigger of an agent that subscribed to its kind. Pure.
final class Subscriptions {
  private Subscriptions() {}

  /// The trigger of the first subscription that fits, or null. Where the happening's data names
  /// `replyTo`, `subject {type, id}` or `hops`, the trigger takes them over, so that an answer
  /// finds its message and a chain of agents stays countable. Throws
  /// [dev.playloop.schemas.InvalidValueException] where the subscription's kind is no kind.
  static @Nullable Trigger trigger(
      AgentConfig config, WorldEvent event, Happening happening, Instant now) {
    for (Subscription subscription : config.subscriptions()) {
      if (fits(subscription.event(), happening.kind())) {
        return trigger(config, subscription, event, happening, now);
      }
    }
    return null;
  }

  private static Trigger trigger(
      AgentConfig config,
      Subscription subscription,
      WorldEvent event,
      Happening happening,
      Instant now) {
    JsonNode data = happening.data();
    String text = subscription.text() == null ? happening.text() : subscription.text();
    return Trigger.of(
            TriggerId.ofSubscription(event.id(), config.agent()),
            config.agent(),
            subscription.kind())
        .at(event.at() == null ? now : event.at())
        .subject(subject(data))
        .text(text == null ? "" : Text.cut(text, Trigger.MAX_TEXT))
        .data(data)
        .replyTo(text(data, "replyTo"))
        .hops(
            data != null && data.path("hops").canConvertToInt() ? data.path("hops").intValue() : 0);
  }

  /// A kind, `chat.*` for all kinds that begin so, or `*`.
  private static boolean fits(String pattern, String kind) {
    return pattern.equals("*")
        || pattern.equals(kind)
        || (pattern.endsWith(".*") && kind.startsWith(pattern.substring(0, pattern.length() - 1)));
  }

  private static Trigger.@Nullable Subject subject(@Nullable JsonNode data) {
    if (data == null) {
      return null;
    }
    String type = text(data.path("subject"), "type");
    String id = text(data.path("subject"), "id");
    return type == null || id == null ? null : new Trigger.Subject(type, id);
  }

  private static @Nullable String text(@Nullable JsonNode data, String field) {
    if (data == null) {
      return null;
    }
    JsonNode value = data.path(field);
    return value.isString() && !value.stringValue().isBlank() ? value.stringValue() : null;
  }
}
