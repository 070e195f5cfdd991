package dev.playloop.chaos.approval;

import dev.playloop.chaos.FactsReader;
import dev.playloop.chaos.Observed;
import dev.playloop.chaos.Observer;
import dev.playloop.chaos.check.EffectLog;
import dev.playloop.chaos.check.Facts;
import dev.playloop.chaos.system.ChaosSystem;
import dev.playloop.journal.JournalReader;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.event.Control;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.journal.JournalEntry;
import dev.playloop.schemas.json.Edge;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.principal.Principal;
import dev.playloop.schemas.seal.ControlSeal;
import dev.playloop.schemas.tool.Effect;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Makes [ApprovalFacts] of what was observed.
final class ApprovalFactsReader {
  private final ChaosSystem system;
  private final Observer observer;

  ApprovalFactsReader(ChaosSystem system, Observer observer) {
    this.system = system;
    this.observer = observer;
  }

  ApprovalFacts read(Facts facts) {
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
    return new ApprovalFacts(facts.events(), released(), effects, results, unproved());
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

  /// Each word in the journal must be signed by the gateway.
  private List<String> unproved() {
    Principal signer = system.signer();
    List<String> unproved = new ArrayList<>();
    new FactsReader(system, observer)
        .journal()
        .forEach(
            (agent, entries) -> entries.forEach(entry -> verify(agent, entry, signer, unproved)));
    return unproved;
  }

  private static void verify(
      AgentId agent, JournalEntry entry, Principal signer, List<String> unproved) {
    JournalReader.Read read = JournalReader.read(entry);
    JournalEntry.Body body = read.body();
    if (body == null || !read.envelope().kind().equals("controlled")) {
      return;
    }
    Control control = Json.read(Json.bytes(body.input()), Control.class, Edge.KEPT);
    ControlSeal.Verdict verdict =
        ControlSeal.verify(
            control, id -> id.equals(signer.id()) ? signer : null, read.envelope().at());
    if (!(verdict instanceof ControlSeal.Proved)) {
      unproved.add(agent + " entry " + read.envelope().seq() + ": " + verdict.why());
    }
  }
}
