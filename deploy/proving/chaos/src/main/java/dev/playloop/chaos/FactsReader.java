package dev.playloop.chaos;

import dev.playloop.chaos.check.ChainCheck;
import dev.playloop.chaos.check.ChainFacts;
import dev.playloop.chaos.check.Facts;
import dev.playloop.chaos.check.FactsBuilder;
import dev.playloop.chaos.system.ChainHost;
import dev.playloop.chaos.system.ChaosSystem;
import dev.playloop.chaos.world.ChaosWorlds;
import dev.playloop.journal.ChainHead;
import dev.playloop.journal.Desk;
import dev.playloop.journal.JournalReader;
import dev.playloop.journal.JournalVerifier;
import dev.playloop.journal.Refold;
import dev.playloop.loop.state.LoopPolicy;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.TriggerId;
import dev.playloop.schemas.journal.JournalEntry;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.topic.JournalHeaders;
import dev.playloop.schemas.topic.LetterHeaders;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.worlds.eternum.model.EternumWorld;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/// Makes [Facts] of what the observer read, what the model and the vault counted, and what lies in
/// the database.
public final class FactsReader {
  private static final long LOOK_MILLIS = 500;

  private final ChaosSystem system;
  private final ChaosWorlds worlds;
  private final Topics topics;
  private final Observer observer;

  public FactsReader(ChaosSystem system, Observer observer) {
    this.system = system;
    this.worlds = system.worlds();
    this.topics = system.kafka().topics();
    this.observer = observer;
  }

  public Facts read(Set<String> accepted, List<String> untold, Map<String, Facts.Caps> caps)
      throws InterruptedException {
    Map<String, List<Facts.Call>> calls = new HashMap<>();
    system
        .checker()
        .calls()
        .all()
        .forEach((hash, all) ->
            calls.put(hash, all.stream().map(c -> new Facts.Call(c.at(), c.answered())).toList()));
    Map<AgentId, List<JournalEntry>> journal = journal();
    return FactsBuilder.builder()
        .accepted(accepted)
        .triggers(triggers())
        .events(decided(journal))
        .paid(paid())
        .answers(answers())
        .calls(calls)
        .effects(system.checker().effects().all())
        .actions(actions())
        .results(results())
        .deeds(WorldFacts.deeds(system.database()))
        .chain(chainFacts())
        .booksOff(WorldFacts.booksOff(system.database()))
        .presses(system.presses())
        .audit(audit(journal))
        .hostile(hostile())
        .deadLetters(deadLetters())
        .untold(untold)
        .crashes(system.crashes())
        .caps(caps)
        .build();
  }

  /// The ids of all triggers that a journal entry ends. A second copy that is dropped ends nothing:
  /// the first one may still wait in the queue.
  static List<String> ended(JournalEntry entry) {
    JournalEntry.Body body = JournalReader.read(entry).body();
    List<String> ended = new ArrayList<>();
    for (LoopEvent event : body == null ? List.<LoopEvent>of() : body.events()) {
      if (event instanceof LoopEvent.RunClosed closed) {
        ended.addAll(closed.triggers());
      } else if (event instanceof LoopEvent.TriggerDropped dropped
          && dropped.reason() != LoopEvent.DropReason.DUPLICATE) {
        ended.add(dropped.trigger());
      }
    }
    return ended;
  }

  /// Where the record lies that a dead letter is of.
  static String letterOf(ConsumerRecord<byte[], byte[]> letter) {
    return "%s-%s@%s"
        .formatted(
            header(letter, LetterHeaders.TOPIC),
            header(letter, LetterHeaders.PARTITION),
            header(letter, LetterHeaders.OFFSET));
  }

  private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
    Header header = record.headers().lastHeader(name);
    return header == null ? "" : new String(header.value(), StandardCharsets.UTF_8);
  }

  static String triggerId(ConsumerRecord<byte[], byte[]> record, Trigger trigger) {
    String id = trigger.id();
    return id == null
        ? TriggerId.ofRecord(record.topic(), record.partition(), record.offset())
        : id;
  }

  private List<Facts.TriggerOnLog> triggers() {
    List<Facts.TriggerOnLog> triggers = new ArrayList<>();
    for (Observed seen : observer.good(topics.triggers())) {
      Trigger trigger = Json.read(seen.record().value(), Trigger.class);
      triggers.add(
          new Facts.TriggerOnLog(
              trigger.agent().value(), triggerId(seen.record(), trigger), trigger.kind()));
    }
    return triggers;
  }

  /// The journal of each agent, in its order.
  public Map<AgentId, List<JournalEntry>> journal() {
    Map<AgentId, List<JournalEntry>> byAgent = new LinkedHashMap<>();
    for (Observed seen : observer.of(topics.journal())) {
      AgentId agent = new AgentId(new String(seen.record().key(), StandardCharsets.UTF_8));
      byAgent
          .computeIfAbsent(agent, _ -> new ArrayList<>())
          .add(JournalHeaders.read(seen.record().headers(), seen.record().value()));
    }
    return byAgent;
  }

  private static List<Facts.Decided> decided(Map<AgentId, List<JournalEntry>> journal) {
    List<Facts.Decided> all = new ArrayList<>();
    journal.forEach((agent, entries) -> {
      for (JournalEntry entry : entries) {
        JournalEntry.Body body = JournalReader.read(entry).body();
        if (body != null) {
          body.events().forEach(event -> all.add(new Facts.Decided(agent.value(), event)));
        }
      }
    });
    return all;
  }

  private List<String> audit(Map<AgentId, List<JournalEntry>> journal) {
    LoopPolicy policy = LoopPolicy.DEFAULT;
    JournalVerifier verifier = new JournalVerifier(new Refold(Desk.of(policy, worlds.table())));
    List<String> findings = new ArrayList<>();
    journal.forEach((agent, entries) -> {
      JournalVerifier.Report report = verifier.verify(agent, entries, ChainHead.START, null);
      report.findings().forEach(finding -> findings.add(agent + ": " + finding));
      if (report.refolded() != report.entries() && report.holds()) {
        findings.add(agent + ": " + report.notRefolded() + " entries could not be folded again");
      }
    });
    return findings;
  }

  private List<Facts.Paid> paid() {
    List<Facts.Paid> paid = new ArrayList<>();
    for (Observed seen : observer.good(topics.decisions())) {
      Decision decision = Json.read(seen.record().value(), Decision.class);
      paid.add(
          new Facts.Paid(
              decision.agent().value(), decision.turn().run().value(), decision.costUsd()));
    }
    return paid;
  }

  private List<Facts.Answer> answers() {
    Map<String, Instant> notAfter = new HashMap<>();
    for (Observed seen : observer.good(topics.turns())) {
      if (seen.record().value() != null) {
        Turn turn = Json.read(seen.record().value(), Turn.class);
        notAfter.merge(turn.turn().value(), turn.notAfter(), (a, b) -> a.isAfter(b) ? a : b);
      }
    }
    List<Facts.Answer> answers = new ArrayList<>();
    for (Observed seen : observer.good(topics.decisions())) {
      Decision decision = Json.read(seen.record().value(), Decision.class);
      String hash = decision.requestHash();
      if (hash != null && decision.outcome() instanceof Decision.Answered) {
        answers.add(
            new Facts.Answer(
                decision.turn().value(),
                hash,
                seen.at(),
                notAfter.getOrDefault(decision.turn().value(), Instant.MAX.minusSeconds(86_400))));
      }
    }
    return answers;
  }

  private List<Facts.Asked> actions() {
    List<Facts.Asked> asked = new ArrayList<>();
    for (String world : worlds.names()) {
      for (Observed seen : observer.good(topics.actions(world))) {
        Action action = Json.read(seen.record().value(), Action.class);
        asked.add(
            new Facts.Asked(
                action.action().value(),
                action.agent().value(),
                action.effect() == Effect.WRITE && action.mode() == Action.Mode.EXECUTE));
      }
    }
    return asked;
  }

  /// Waits until what a chain has lost, and can't keep lost, is there again; or for so long. What
  /// is there then is checked with all else.
  public void awaitChain(Duration limit) throws InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    while (!ChainCheck.check(chainFacts()).isEmpty() && System.nanoTime() < deadline) {
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    }
  }

  /// What the ledger and the chain say of writes by now.
  ChainFacts chainFacts() throws InterruptedException {
    ChainHost chain = system.chain();
    return chain == null
        ? ChainFacts.NONE
        : ChainFactsReader.read(chain, observer.good(topics.ledger(EternumWorld.NAME)), told());
  }

  /// The last word on each action: UNKNOWN may be followed by what became of it.
  private List<Facts.Result> results() {
    Map<String, Facts.Result> last = new LinkedHashMap<>();
    for (ActionResult result : told()) {
      last.put(result.action().value(), new Facts.Result(result.action().value(), result.status()));
    }
    return List.copyOf(last.values());
  }

  /// What is on the way to a result lies on the same topic.
  private List<ActionResult> told() {
    List<ActionResult> told = new ArrayList<>();
    for (Observed seen : observer.good(topics.results())) {
      if (Json.LOG.readTree(seen.record().value()).has("status")) {
        told.add(Json.read(seen.record().value(), ActionResult.class));
      }
    }
    return told;
  }

  private Map<String, String> hostile() {
    Map<String, String> hostile = new LinkedHashMap<>();
    for (Observed seen : observer.all()) {
      if (!seen.record().topic().equals(topics.deadLetters().name())
          && Hostile.mustBecomeLetter(seen.record())) {
        hostile.put(seen.place(), Hostile.what(seen.record()));
      }
    }
    return hostile;
  }

  private List<Facts.Letter> deadLetters() {
    List<Facts.Letter> letters = new ArrayList<>();
    for (Observed seen : observer.of(topics.deadLetters())) {
      StringBuilder letter = new StringBuilder();
      for (Header header : seen.record().headers()) {
        String value = new String(header.value(), StandardCharsets.UTF_8);
        letter.append("%s=%.200s ".formatted(header.key(), value));
      }
      letters.add(new Facts.Letter(letterOf(seen.record()), letter.toString()));
    }
    return letters;
  }
}
