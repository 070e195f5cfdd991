package dev.playloop.worlds.society;

import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.postgres.Rows;
import dev.playloop.worlds.society.model.SocietyScenes;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What a row of the outbox says, and the trigger or world event that it becomes. Pure. Whatever is
/// wrong with a row is thrown here, by [#of] or by what is made of it.
record OutboxRow(SocietyOutbox.Raw raw, JsonNode payload, AgentId agent) {
  static OutboxRow of(SocietyOutbox.Raw raw) {
    Rows.requireRead(raw.bytes());
    return new OutboxRow(raw, Json.tree(raw.payload()), new AgentId(raw.agent()));
  }

  String topic() {
    return raw.topic();
  }

  private String eventId() {
    return "outbox-" + raw.at().id();
  }

  WorldEvent changed() {
    return SocietyScenes.changed(
        eventId(),
        raw.key(),
        raw.written(),
        payload.path("version").asLong(0),
        payload.path("state"));
  }

  Trigger trigger() {
    return switch (topic()) {
      case "message.received", "message.mention" -> message();
      case "battle.joined" ->
          battle(
              "%s fights against you in %s with %d energy."
                  .formatted(text("fromName"), text("battleId"), payload.path("energy").asInt(0)));
      case "proposal.created" ->
          about(
              new Trigger.Subject("proposal", text("proposalId")),
              text("fromName") + " proposes: " + text("title") + "\n" + text("text"));
      case "post.created" -> about(new Trigger.Subject("user", text("from")), text("text"));
      default -> payload.has("text") ? ofGame() : happened();
    };
  }

  /// A game server may write rows of its own: their topic is the kind of the trigger.
  private Trigger ofGame() {
    return about(
        payload.path("subject").isString() ? new Trigger.Subject("event", text("subject")) : null,
        text("text"));
  }

  /// What the functions for games tell, which have no text.
  private Trigger happened() {
    return switch (topic()) {
      case "battle.started" ->
          battle(
              "A battle has started: %s, %s against %s. Its priority is %s."
                  .formatted(text("battleId"), text("community"), text("enemy"), text("priority")));
      case "battle.ended" ->
          battle(
              "The battle %s against %s has ended: %s."
                  .formatted(text("battleId"), text("enemy"), result()));
      case "proposal.closed" ->
          about(
              new Trigger.Subject("proposal", text("proposalId")),
              "The votes are counted: %s was %s, %d to %d."
                  .formatted(
                      text("title"),
                      text("status"),
                      payload.path("yes").asLong(0),
                      payload.path("no").asLong(0)));
      default -> ofGame();
    };
  }

  private String result() {
    return switch (text("result").toLowerCase(Locale.ROOT)) {
      case "won" -> "your side has won";
      case "lost" -> "your side has lost";
      default -> "nobody has won";
    };
  }

  /// A message of an agent that is itself an answer owes none, or two agents would thank each other
  /// until the bound on hops stops them. What a person writes has no `replyTo` in its row.
  private Trigger message() {
    boolean owed = payload.has("messageId") && !payload.has("replyTo");
    return about(new Trigger.Subject("user", text("from")), text("text"))
        .replyTo(owed ? text("messageId") : null);
  }

  /// A battle changes what its fighters see: where the row names the version, the agent's first
  /// turn waits for the view that has it.
  private Trigger battle(String text) {
    JsonNode version = payload.path("version");
    return about(new Trigger.Subject("battle", text("battleId")), text)
        .worldVersion(
            version.isIntegralNumber() && version.asLong(0) > 0 ? version.asLong() : null);
  }

  private Trigger about(Trigger.@Nullable Subject subject, String text) {
    return Trigger.of(eventId(), agent, kind())
        .at(raw.written())
        .subject(subject)
        .text(text)
        .data(payload)
        .hops(raw.hops());
  }

  private String kind() {
    return switch (topic()) {
      case "message.received" -> "chat.message";
      case "message.mention" -> "chat.mention";
      default -> topic();
    };
  }

  private String text(String field) {
    return payload.path(field).asString("");
  }
}
