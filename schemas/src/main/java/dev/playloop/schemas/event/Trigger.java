package dev.playloop.schemas.event;

import dev.playloop.schemas.Require;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.TriggerId;
import dev.playloop.schemas.json.Default;
import dev.playloop.schemas.json.Matches;
import dev.playloop.schemas.json.Versioned;
import dev.playloop.schemas.tool.Bounds;
import dev.playloop.schemas.tool.Describe;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Something happened that an agent should react to. `kind` is an open name such as `chat.message`;
/// `replyTo` is the id of the message that is owed an answer; `hops` counts the agents this chain
/// of triggers has gone through. `data` is world-specific and is shown to the model as data.
///
/// A record straight from Kafka may lack `id` and `at`; the loop fills them from the record.
@RecordBuilder
public record Trigger(
    @Default("1") int v,
    @Describe(
            "unique per event, so that the same event twice acts once; left out, topic-partition-offset")
        @Matches(TriggerId.REGEX)
        @Nullable String id,
    @Describe("who should react, such as tally/ada") AgentId agent,
    @Describe("what happened, such as chat.message; limits and boundaries go by it")
        @Matches(KIND_REGEX)
        String kind,
    @Describe("when it happened") @Nullable Instant at,
    @Describe("who or what it is about") @Nullable Subject subject,
    @Describe("what happened, in words for the model")
        @Bounds(min = 0, max = MAX_TEXT)
        @Default("\"\"")
        String text,
    @Describe("what the world says about it, any JSON; shown to the model as data")
        @Nullable JsonNode data,
    @Describe("id of the message that is owed an answer") @Bounds(min = 1, max = 128)
        @Nullable String replyTo,
    @Describe("0 to 100; left out, that of its kind") @Bounds(min = 0, max = 100)
        @Nullable Integer priority,
    @Describe("how many agents this chain of triggers has gone through")
        @Bounds(min = 0, max = 1_000)
        @Default("0")
        int hops,
    @Describe(
            "version of the world event that its agent is to have seen: the first turn waits for the"
                + " view that has it, as long as its world says; such versions grow over the scene")
        @Bounds(min = 0, max = Long.MAX_VALUE)
        @Nullable Long worldVersion)
    implements TriggerBuilder.With, Versioned {
  public static final int VERSION = 1;
  public static final int MAX_TEXT = 16_000;
  static final String KIND_REGEX = "[a-z][a-z0-9_-]*(\\.[a-z0-9_-]+){0,4}";
  static final Pattern KIND = Pattern.compile(KIND_REGEX);

  public Trigger {
    v = v == 0 ? VERSION : v;
    Require.time("at", at);
    if (id != null) {
      TriggerId.checked(id);
    }
    Require.present("agent", agent, "the agent's id, such as tally/ada");
    Require.match("kind", kind, KIND, "a dotted name such as chat.message");
    Require.length("kind", kind, 1, 80);
    text = text == null ? "" : text;
    Require.length("text", text, 0, MAX_TEXT);
    if (replyTo != null) {
      Require.text("replyTo", replyTo, 128);
    }
    if (priority != null) {
      Require.range("priority", priority, 0, 100);
    }
    Require.range("hops", hops, 0, 1_000);
    if (worldVersion != null) {
      Require.range("worldVersion", worldVersion, 0, Long.MAX_VALUE);
    }
  }

  /// One of that kind that says nothing more: without text, and the first of its chain.
  public static Trigger of(@Nullable String id, AgentId agent, String kind) {
    return new Trigger(VERSION, id, agent, kind, null, null, "", null, null, null, 0, null);
  }

  public Trigger at(@Nullable Instant at) {
    return with().at(at).build();
  }

  public Trigger subject(@Nullable Subject subject) {
    return with().subject(subject).build();
  }

  public Trigger text(String text) {
    return with().text(text).build();
  }

  public Trigger data(@Nullable JsonNode data) {
    return with().data(data).build();
  }

  public Trigger replyTo(@Nullable String replyTo) {
    return with().replyTo(replyTo).build();
  }

  public Trigger priority(@Nullable Integer priority) {
    return with().priority(priority).build();
  }

  public Trigger hops(int hops) {
    return with().hops(hops).build();
  }

  public Trigger worldVersion(@Nullable Long worldVersion) {
    return with().worldVersion(worldVersion).build();
  }

  /// Its class, which gives the default priority.
  public TriggerClass triggerClass() {
    return TriggerClass.of(kind);
  }

  /// The priority it waits with: its own, or that of the class that it has in its world.
  public int priorityAs(TriggerClass is) {
    return priority == null ? is.priority() : priority;
  }

  public Trigger withId(String newId, Instant newAt) {
    return with().id(newId).at(newAt).build();
  }

  /// Who or what the trigger is about.
  public record Subject(
      @Describe("such as user or battle") @Bounds(min = 1, max = 64) String type,
      @Bounds(min = 1, max = 128) String id) {
    public Subject {
      Require.text("type", type, 64);
      Require.text("id", id, 128);
    }
  }
}
