package dev.playloop.chaos.approval;

import dev.playloop.chaos.FactsReader;
import dev.playloop.chaos.Observed;
import dev.playloop.chaos.Observer;
import dev.playloop.chaos.check.EffectLog;
import dev.playloop.chaos.check.Facts;
import dev.playloop.chaos.system.ChaosSystem;
import dev.playloop.journal.JournalReader;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.event.Control;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.TriggerId;
import dev.playloop.schemas.journal.JournalEntry;
import dev.playloop.schemas.json.Edge;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.principal.Principal;
import dev.playloop.schemas.seal.ControlSeal;
import dev.playloop.schemas.tool.Effect;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/// Makes [ApprovalFacts] of what was observed.
final class ApprovalFactsReader {
  private static final String CONTROLLED = "controlled";

  /// So much of a word's hash is its id.
  private static final int ID = 32;

  private final ChaosSystem system;
  private final Observer observer;

  ApprovalFactsReader(ChaosSystem system, Observer observer) {
    this.system = system;
    this.observer = observer;
  }

  /// `taken` are the ids of the words that the gateway took.
  ApprovalFacts read(Facts facts, Set<String> taken) {
    Map<String, Integer> effects = new HashMap<>();
    for (EffectLog.Effect effect : facts.effects()) {
      effects.merge(effect.action(), 1, Integer::sum);
    }
    for (Facts.Deed deed : facts.deeds()) {
      if (deed.ok()) {
        effects.merge(deed.action(), 1, Integer::sum);
      }
    }
    Map<String, Status> results = new HashMap<>();
    facts.results().forEach(result -> results.put(result.action(), result.status()));
    return new ApprovalFacts(facts.events(), released(), effects, results, words(taken));
  }

  private Map<String, ApprovalFacts.Write> released() {
    Map<String, ApprovalFacts.Write> released = new HashMap<>();
    for (String world : system.worlds().names()) {
      for (Observed seen : observer.of(system.kafka().topics().actions(world))) {
        Action action = Json.read(seen.record().value(), Action.class);
        if (action.mode() == Action.Mode.EXECUTE && action.effect() == Effect.WRITE) {
          released.put(
              action.action().value(), new ApprovalFacts.Write(action.tool(), action.args()));
        }
      }
    }
    return released;
  }

  /// Each word that was taken must be in the journal, and each there must be signed by the gateway.
  private ApprovalFacts.Words words(Set<String> taken) {
    List<String> unproved = new ArrayList<>();
    Set<String> heard = new HashSet<>();
    new FactsReader(system, observer)
        .journal()
        .forEach((agent, entries) ->
            entries.stream()
                .map(JournalReader::read)
                .filter(read -> read.envelope().kind().equals(CONTROLLED))
                .forEach(read -> {
                  heard.add(read.envelope().input());
                  verify(agent, read, unproved);
                }));
    Set<String> unheard = new TreeSet<>(taken);
    for (Observed seen : observer.of(system.kafka().topics().controls())) {
      if (heard.contains(input(seen.record()))) {
        unheard.remove(Sha256.hex(seen.record().value()).substring(0, ID));
      }
    }
    return new ApprovalFacts.Words(List.copyOf(unheard), unproved);
  }

  private static String input(ConsumerRecord<byte[], byte[]> record) {
    return TriggerId.ofRecord(record.topic(), record.partition(), record.offset());
  }

  private void verify(AgentId agent, JournalReader.Read read, List<String> unproved) {
    JournalEntry.Body body = read.body();
    if (body == null) {
      unproved.add(agent + " entry " + read.envelope().seq() + ": it has no payload");
      return;
    }
    Principal signer = system.signer();
    Control control = Json.read(Json.bytes(body.input()), Control.class, Edge.KEPT);
    ControlSeal.Verdict verdict =
        ControlSeal.verify(
            control, id -> id.equals(signer.id()) ? signer : null, read.envelope().at());
    if (!(verdict instanceof ControlSeal.Proved)) {
      unproved.add(agent + " entry " + read.envelope().seq() + ": " + verdict.why());
    }
  }
}
