package dev.playloop.projector.shell;

import static dev.playloop.fixtures.Samples.agent;

import dev.playloop.fixtures.TestWorld;
import dev.playloop.journal.ChainHead;
import dev.playloop.journal.Desk;
import dev.playloop.journal.Given;
import dev.playloop.journal.JournalVerifier;
import dev.playloop.journal.JournalWriter;
import dev.playloop.journal.Refold;
import dev.playloop.journal.Releases;
import dev.playloop.kit.Telemetry;
import dev.playloop.loop.state.Input;
import dev.playloop.loop.state.LoopPolicy;
import dev.playloop.projector.telemetry.Expiries;
import dev.playloop.projector.telemetry.LoopTelemetry;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.Halts;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.journal.JournalEntry;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.JournalHeaders;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/// Tasks over the stores that another one left, and what they send, without a broker.
abstract class AgentTaskCase extends LoopTopologyCase {
  final List<JournalEntry> journal = new ArrayList<>();
  final List<Action> actions = new ArrayList<>();
  final List<Turn> turns = new ArrayList<>();

  /// A task over the driver's stores, as a new task would build it.
  AgentTask task(Releases releases, Alarms alarms) {
    Batch batch =
        new Batch(
            loop.driver.store(LoopTopology.AGENTS),
            (sink, key, value, headers) -> {
              if (sink.equals(LoopTopology.JOURNAL)) {
                journal.add(JournalHeaders.read(headers, value));
              } else if (sink.equals(LoopTopology.TURNS)) {
                turns.add(Json.read(Objects.requireNonNull(value), Turn.class));
              } else if (sink.equals(LoopOutputs.actions(TestWorld.NAME))) {
                actions.add(Json.read(Objects.requireNonNull(value), Action.class));
              }
            });
    Agents agents = new Agents(batch, 1 << 20);
    LoopTelemetry telemetry = new LoopTelemetry(Telemetry.off(), new Expiries(Telemetry.off()), 3);
    agents.collect(alarms, telemetry);
    JournalWriter writer =
        new JournalWriter(loop.topics.journal().maxRecordBytes(), () -> new byte[16]);
    return new AgentTask(
        new AgentTask.Folding(
            releases,
            LoopOutputs.net(loop.topics, new Desk(LoopPolicy.DEFAULT, releases)),
            to -> LoopOutputs.actions(to.world()),
            Attention.none()),
        new SealedJournal(writer, new SubjectKeys(batch, null), batch),
        new AgentTask.Stores(
            agents,
            new KnownTriggers(batch, LoopPolicy.DEFAULT.knownTriggers()),
            new Sights(loop.driver.rawStore(LoopTopology.VIEWS), 1 << 20),
            alarms,
            () -> Halts.NONE),
        batch,
        telemetry);
  }

  static Incoming.Pending decided(Decision decision) {
    return (at, known) -> Given.of(new Input.DecisionMade(decision.turn().value(), at, decision));
  }

  static Incoming.Pending done(ActionId action, JsonNode output) {
    ActionResult result = ActionResult.done(action, agent("ada"), output, null);
    return (at, known) -> Given.of(new Input.ActionDone(action.value(), at, result));
  }

  JournalVerifier.Report verify(Releases releases) {
    return new JournalVerifier(new Refold(new Desk(LoopPolicy.DEFAULT, releases)))
        .verify(agent("ada"), journal, ChainHead.START, null);
  }
}
