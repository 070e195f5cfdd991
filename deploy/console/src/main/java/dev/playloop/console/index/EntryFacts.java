package dev.playloop.console.index;

import dev.playloop.journal.Entry;
import dev.playloop.journal.Given;
import dev.playloop.journal.JournalReader.Read;
import dev.playloop.loop.state.Input;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.journal.JournalEntry.Body;
import dev.playloop.schemas.journal.JournalEntry.Envelope;
import dev.playloop.schemas.tool.ToolCall;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// What one entry of a journal says, as far as an index has use for it. Holds the payload, and
/// lives no longer than its batch. Immutable.
///
/// @param input null where the entry holds none, or its payload is not there
/// @param json the input as it is journaled; null where it is not there
/// @param saw whether a view lies in it
record EntryFacts(
    Envelope envelope,
    @Nullable Input input,
    @Nullable JsonNode json,
    boolean saw,
    List<LoopEvent> events) {
  private static final int MAX_TEXT = 64 * 1024;
  private static final int MAX_DEPTH = 32;

  /// What nobody says in words, or says twice.
  private static final Set<String> UNSAID =
      Set.of("raw", "turn", "action", "agent", "status", "type", "requestHash", "candidate", "v");

  /// Of an entry that was read. A payload that is no body of its kind is as good as none: the audit
  /// tells what is wrong with it.
  static EntryFacts of(Read read) {
    Envelope envelope = read.envelope();
    if (read.bodyJson() == null || !Entry.isInput(envelope.kind())) {
      return new EntryFacts(envelope, null, null, false, List.of());
    }
    try {
      Body body = read.body();
      if (body != null) {
        return new EntryFacts(
            envelope,
            Given.read(envelope, body.input()),
            body.input(),
            body.view() != null,
            body.events());
      }
    } catch (IllegalArgumentException | JacksonException e) {
      // As above: nothing of it is shown but that it lies there.
    }
    return new EntryFacts(envelope, null, null, false, List.of());
  }

  /// Whether nobody reads what is in it: it was erased, is sealed, or is not what was written.
  static boolean isClosed(Read read) {
    return read.bodyJson() == null;
  }

  /// Which run it names itself; null where it names none.
  @Nullable RunId run() {
    for (LoopEvent event : events) {
      if (event instanceof LoopEvent.RunOpened opened
          && input instanceof Input.TriggerArrived arrived
          && opened.trigger().equals(arrived.trigger().id())) {
        return opened.run();
      }
    }
    return switch (input) {
      case Input.DecisionMade made -> made.decision().turn().run();
      case Input.ActionDone done -> done.result().action().run();
      case Input.ActionProgressed progressed -> progressed.progress().action().run();
      case null, default -> null;
    };
  }

  /// The number of the turn that it is about; 0 where it is about none.
  int turn() {
    return switch (input) {
      case Input.DecisionMade made -> made.decision().turn().number();
      case Input.ActionDone done -> done.result().action().turn().number();
      case Input.ActionProgressed progressed -> progressed.progress().action().turn().number();
      case null, default -> 0;
    };
  }

  /// How what it tells came out, in one word; null where that is no question.
  @Nullable String outcome() {
    for (LoopEvent event : events) {
      if (event instanceof LoopEvent.RunClosed closed) {
        return closed.outcome().name();
      }
      if (event instanceof LoopEvent.TriggerDropped dropped) {
        return dropped.reason().name();
      }
    }
    return switch (input) {
      case Input.DecisionMade made -> word(made.decision().outcome());
      case Input.ActionDone done -> done.result().status().name();
      case null, default -> null;
    };
  }

  private static String word(Decision.Outcome outcome) {
    return outcome.getClass().getSimpleName().toLowerCase(Locale.ROOT);
  }

  /// The tools that a model called, in their order.
  List<String> calls() {
    return input instanceof Input.DecisionMade(_, _, Decision decision)
            && decision.outcome() instanceof Decision.Answered answered
        ? answered.toolCalls().stream().map(ToolCall::target).toList()
        : List.of();
  }

  /// The id of the action that it is about; null where it is about none.
  @Nullable String action() {
    return switch (input) {
      case Input.ActionDone done -> done.result().action().value();
      case Input.ActionProgressed progressed -> progressed.progress().action().value();
      case null, default -> null;
    };
  }

  /// The last words of the agent, where this entry holds them.
  @Nullable String words() {
    return input instanceof Input.DecisionMade(_, _, Decision decision)
            && decision.outcome() instanceof Decision.Answered answered
            && !answered.text().isBlank()
        ? answered.text()
        : null;
  }

  /// What can be searched for in it: every text that somebody, a model or a world put in.
  String text() {
    StringBuilder text = new StringBuilder();
    switch (input) {
      case Input.TriggerArrived _,
          Input.DecisionMade _,
          Input.ActionDone _,
          Input.ActionProgressed _,
          Input.Controlled _ -> {
        if (json != null) {
          gather(json, text, MAX_DEPTH);
        }
      }
      case null, default -> {
        // Nobody says anything in it.
      }
    }
    for (LoopEvent event : events) {
      if (event instanceof LoopEvent.RunClosed closed) {
        text.append(closed.summary()).append('\n');
      }
    }
    return text.toString();
  }

  private static void gather(JsonNode node, StringBuilder text, int depth) {
    if (text.length() > MAX_TEXT || depth == 0) {
      return;
    }
    if (node.isString()) {
      String value = node.stringValue();
      text.append(value, 0, Math.min(value.length(), MAX_TEXT)).append('\n');
    } else if (node.isObject()) {
      node.properties()
          .forEach(field -> {
            if (!UNSAID.contains(field.getKey())) {
              gather(field.getValue(), text, depth - 1);
            }
          });
    } else {
      for (JsonNode each : node.values()) {
        gather(each, text, depth - 1);
      }
    }
  }
}
