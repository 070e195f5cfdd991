package dev.playloop.loop;

import dev.playloop.loop.people.Talking;
import dev.playloop.loop.state.Draft;
import dev.playloop.loop.state.Flights;
import dev.playloop.loop.state.Goals;
import dev.playloop.loop.state.Memory;
import dev.playloop.loop.state.RunDraft;
import dev.playloop.loop.talk.Talk;
import dev.playloop.schemas.Text;
import dev.playloop.schemas.event.LoopEvent.DropReason;
import dev.playloop.schemas.event.LoopEvent.RunOutcome;
import dev.playloop.schemas.event.Section;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What outlives a run: key facts, the agent's own notes, a line for each closed run, and a memory
/// row where the world stores memories. All are bounded; the oldest go first.
final class Remembering {
  private static final int MAX_LINE = 160;
  private static final int MAX_NOTES = 10;
  private static final int MAX_NOTE_BYTES = 2_000;
  private static final int MAX_FACT_BYTES = 8_000;
  private static final double DEFAULT_IMPORTANCE = 0.5;

  private Remembering() {}

  /// The memory with a fact set, or forgotten where the value is empty; null where it is full.
  static @Nullable Memory fact(Memory memory, Memory.Fact fact, int maxFacts) {
    String key = fact.key();
    String value = fact.value();
    List<Memory.Fact> facts = new ArrayList<>(memory.facts());
    facts.removeIf(one -> one.key().equals(key));
    if (!value.isEmpty()) {
      facts.add(fact);
    }
    boolean fits = facts.size() <= maxFacts && bytes(facts) <= MAX_FACT_BYTES;
    return fits || value.isEmpty() ? memory.withFacts(facts) : null;
  }

  static Memory note(Memory memory, Memory.Note note) {
    List<Memory.Note> notes = new ArrayList<>(memory.notes());
    notes.add(note);
    while (notes.size() > MAX_NOTES || (notes.size() > 1 && bytes(notes) > MAX_NOTE_BYTES)) {
      notes.removeFirst();
    }
    return memory.withNotes(notes);
  }

  /// The open run closes: a line in the recent exchanges, and a memory row of its world.
  static void closed(Draft draft, RunOutcome outcome, String summary) {
    RunDraft run = draft.run();
    String subject = run.origin().subjectId();
    keepPlan(draft, run);
    Talking.closed(draft, outcome, summary);
    exchange(
        draft,
        new Memory.Exchange(draft.at(), run.origin().kind(), subject, outcome, line(summary)));
    String tool = draft.catalogue().memoryTool();
    boolean lived =
        run.turns() > 0
            && outcome != RunOutcome.CANCELLED
            && (outcome == RunOutcome.COMPLETED || !run.taken().steps().isEmpty());
    if (tool != null && lived) {
      Double importance = run.importance();
      ObjectNode args = Json.NODES.objectNode();
      if (subject != null) {
        args.put("subject", subject);
      }
      args.put("summary", summary);
      args.put(
          "importance", importance == null ? DEFAULT_IMPORTANCE : Math.clamp(importance, 0.0, 1.0));
      args.put("source", run.id().value());
      Sending.memory(draft, tool, args);
    }
  }

  /// A write of a closed run turned out after all.
  static void late(Draft draft, Flights.Flight flight, String text) {
    String line = line(text + " (" + flight.action().run().trigger() + ")");
    exchange(draft, new Memory.Exchange(draft.at(), "late", null, null, line));
  }

  private static void exchange(Draft draft, Memory.Exchange exchange) {
    List<Memory.Exchange> exchanges = new ArrayList<>(draft.memory().exchanges());
    exchanges.add(exchange);
    int bytes = 0;
    int kept = 0;
    for (Memory.Exchange each : exchanges.reversed()) {
      bytes += shown(each).getBytes(StandardCharsets.UTF_8).length + 3;
      if (kept == draft.policy().exchanges() || bytes > draft.policy().exchangeBytes()) {
        break;
      }
      kept++;
    }
    draft.remember(
        draft.memory().withExchanges(exchanges.subList(exchanges.size() - kept, exchanges.size())));
  }

  /// Forgets what is held of a subject: what it said and was told in runs about it, and what names
  /// it.
  static void forget(Draft draft, String subject) {
    draft.talks().forget(subject);
    Queue.drop(
        draft,
        DropReason.FORGOTTEN,
        waiting -> {
          Trigger.Subject whom = waiting.trigger().subject();
          return whom != null && whom.id().equals(subject);
        });
    Memory memory = draft.memory();
    draft.remember(
        new Memory(
            memory.facts().stream()
                .filter(f -> !subject.equals(f.subject()))
                .filter(f -> !f.key().contains(subject) && !f.value().contains(subject))
                .toList(),
            memory.notes().stream()
                .filter(n -> !subject.equals(n.subject()) && !n.text().contains(subject))
                .toList(),
            memory.exchanges().stream()
                .filter(e -> !subject.equals(e.subject()) && !e.text().contains(subject))
                .toList(),
            memory.work() == null ? null : without(memory.work(), subject)));
  }

  private static Memory.Work without(Memory.Work work, String subject) {
    return new Memory.Work(
        work.iteration(),
        work.plan().stream().filter(step -> !step.text().contains(subject)).toList());
  }

  /// The memory as another iteration of the agent's work begins.
  static Memory iteration(Memory memory) {
    Memory.Work work =
        memory.work() == null
            ? new Memory.Work(1, List.of())
            : new Memory.Work(memory.work().iteration() + 1, memory.work().plan());
    return memory.withWork(work);
  }

  private static void keepPlan(Draft draft, RunDraft run) {
    Memory memory = draft.memory();
    if (run.goals().goesOn() && memory.work() != null) {
      Memory.Work work = new Memory.Work(memory.work().iteration(), run.goals().plan());
      draft.remember(memory.withWork(work));
    }
  }

  /// The MEMORY section as of now.
  ///
  /// @param talk what was said before with whom the run is about; null where nothing was
  static String render(Memory memory, @Nullable Talk talk, int bytes) {
    ObjectNode node = Json.NODES.objectNode();
    if (memory.work() != null) {
      node.put("iteration", memory.work().iteration());
      ArrayNode plan = node.putArray("plan");
      for (Goals.PlanStep step : memory.work().plan()) {
        plan.addObject().put("text", step.text()).put("done", step.done());
      }
    }
    if (!memory.facts().isEmpty()) {
      ObjectNode facts = node.putObject("facts");
      memory.facts().forEach(fact -> facts.put(fact.key(), fact.value()));
    }
    if (!memory.notes().isEmpty()) {
      ArrayNode notes = node.putArray("notes");
      memory.notes().forEach(note -> notes.add(note.text()));
    }
    if (!memory.exchanges().isEmpty()) {
      ArrayNode recent = node.putArray("recent");
      memory.exchanges().forEach(exchange -> recent.add(shown(exchange)));
    }
    if (talk != null) {
      node.set("counterpart", Talking.shown(talk, bytes));
    }
    return Section.render(Section.MEMORY, node);
  }

  private static String shown(Memory.Exchange exchange) {
    return exchange.at().truncatedTo(ChronoUnit.MINUTES)
        + " "
        + exchange.kind()
        + (exchange.subject() == null ? "" : " of " + exchange.subject())
        + ": "
        + exchange.text()
        + (exchange.outcome() == null
            ? ""
            : " [" + exchange.outcome().name().toLowerCase(Locale.ROOT) + "]");
  }

  private static String line(String text) {
    String flat = text.replaceAll("\\s+", " ").strip();
    return Text.brief(flat, MAX_LINE);
  }

  private static int bytes(Object value) {
    return Json.bytes(value).length;
  }
}
