package dev.playloop.audit.subject;

import dev.playloop.audit.JournalRecord;
import dev.playloop.audit.JournalSource;
import dev.playloop.audit.erase.Mention;
import dev.playloop.journal.Entry;
import dev.playloop.journal.Given;
import dev.playloop.journal.JournalReader;
import dev.playloop.journal.JournalReader.Read;
import dev.playloop.loop.state.Input;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.journal.JournalEntry.Body;
import dev.playloop.schemas.journal.JournalEntry.Envelope;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.seal.KeyRing;
import dev.playloop.schemas.tool.ToolCall;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Collects what a journal holds of one player: what they said, what agents answered, did in runs
/// about them and remember of them, and where else they are named. What belongs to others is told
/// by its place alone, since it may hold their data; prompts, views and costs are nobody's data.
/// Used once, by one thread; holds the ids of the player's runs.
public final class SubjectData implements JournalSource.Visitor {
  private final String subject;
  private final KeyRing keys;
  private final Consumer<SubjectLine> lines;
  private final Set<RunId> runs = new HashSet<>();
  private final Map<SubjectLine.What, Long> counts = new EnumMap<>(SubjectLine.What.class);

  /// @param subject the id in the triggers' `subject`
  /// @param lines is given one after the other, in the journal's order
  public SubjectData(String subject, KeyRing keys, Consumer<SubjectLine> lines) {
    this.subject = subject;
    this.keys = keys;
    this.lines = lines;
  }

  /// How many lines of each kind there were.
  public Map<SubjectLine.What, Long> counts() {
    return Map.copyOf(counts);
  }

  @Override
  public void take(JournalRecord record) {
    Read read;
    try {
      read = JournalReader.read(record.entry(), keys);
    } catch (InvalidValueException e) {
      return; // no entry: 'audit verify' tells of it
    }
    byte[] json = read.bodyJson();
    if (json == null) {
      tell(read.envelope(), SubjectLine.What.UNREADABLE, null);
      return;
    }
    JsonNode talk = talk(read);
    if (talk != null && talk.path("with").stringValue("").equals(subject)) {
      tell(read.envelope(), SubjectLine.What.REMEMBERED, talk.path("said"));
      return;
    }
    Input input = input(read);
    if (input == null || !own(read.envelope(), input)) {
      named(read.envelope(), json);
    }
  }

  private static @Nullable JsonNode talk(Read read) {
    Body body = Entry.isTalk(read.envelope().kind()) ? read.body() : null;
    return body == null ? null : body.input();
  }

  private static @Nullable Input input(Read read) {
    try {
      Body body = read.body();
      return body == null ? null : Given.read(read.envelope(), body.input());
    } catch (IllegalArgumentException e) {
      return null; // a snapshot, or of another release
    }
  }

  /// Whether it is the player's, and was told.
  private boolean own(Envelope at, Input input) {
    switch (input) {
      case Input.TriggerArrived(var _, var _, Trigger trigger, var _) when isOurs(trigger) -> {
        runs.add(RunId.of(at.agent(), String.valueOf(trigger.id())));
        tell(at, SubjectLine.What.SAID, Json.LOG.valueToTree(trigger));
      }
      case Input.DecisionMade(var _, Instant _, Decision made)
          when runs.contains(made.turn().run()) ->
          tell(at, SubjectLine.What.ANSWERED, answered(made));
      case Input.ActionDone(var _, Instant _, ActionResult result)
          when runs.contains(result.action().run()) ->
          tell(at, SubjectLine.What.DONE, Json.LOG.valueToTree(result));
      default -> {
        return false;
      }
    }
    return true;
  }

  private boolean isOurs(Trigger trigger) {
    Trigger.Subject whose = trigger.subject();
    return whose != null && whose.id().equals(subject);
  }

  /// Without what the provider sent beside it, and what it cost.
  private static JsonNode answered(Decision made) {
    ObjectNode told = Json.NODES.objectNode();
    told.put("turn", made.turn().value());
    if (made.outcome() instanceof Decision.Answered answered) {
      told.put("text", answered.text());
      ArrayNode calls = told.putArray("calls");
      for (ToolCall call : answered.toolCalls()) {
        calls.addObject().put("tool", call.name()).put("arguments", call.arguments());
      }
    } else {
      told.put("outcome", made.outcome().getClass().getSimpleName());
    }
    return told;
  }

  private void named(Envelope at, byte[] json) {
    if (Mention.ofAny(List.of(subject), new String(json, StandardCharsets.UTF_8))) {
      tell(at, SubjectLine.What.NAMED, null);
    }
  }

  private void tell(Envelope at, SubjectLine.What what, @Nullable JsonNode data) {
    counts.merge(what, 1L, Long::sum);
    if (what != SubjectLine.What.UNREADABLE) {
      lines.accept(new SubjectLine(at.agent(), at.seq(), at.at(), what, data));
    }
  }
}
