package dev.playloop.operator;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.TopicReader;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.TurnId;
import dev.playloop.schemas.seal.KeyRing;
import dev.playloop.schemas.tool.ToolCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/// Follows what happens to agents, as the journal tells it, and the dead letters of triggers that
/// no journal tells of. Whoever keeps [Batch#next()] when a batch is done with gets each step once,
/// however often it begins anew: it is in no consumer group, so workers that come and go move
/// nothing of it. The steps of one agent come in their order. Holds one poll's records, and the
/// tools of the turns under way. Used by one thread.
public final class Following implements AutoCloseable {
  private final Set<AgentId> agents;
  private final Sources sources;
  private final TopicReader reader;
  private final StepReader steps;
  private final Map<String, List<String>> calls;

  /// What came, and the position behind it.
  public record Batch(List<Step> steps, Position next) {
    public Batch {
      steps = List.copyOf(steps);
    }
  }

  /// Whom to follow, and what else to read for it.
  ///
  /// @param agents all, where it is empty
  /// @param keys payloads that they don't open give no step
  /// @param worlds whose actions are read for the names of tools that no model called
  /// @param arrivals whether triggers and turns also give a step when they are written
  public record Plan(
      KafkaSettings kafka,
      Set<AgentId> agents,
      KeyRing keys,
      Collection<String> worlds,
      boolean arrivals) {
    public Plan {
      agents = Set.copyOf(agents);
      worlds = List.copyOf(worlds);
    }

    public Plan only(Set<AgentId> some) {
      return new Plan(kafka, some, keys, worlds, arrivals);
    }

    public Plan openedBy(KeyRing other) {
      return new Plan(kafka, agents, other, worlds, arrivals);
    }

    public Plan actionsOf(Collection<String> some) {
      return new Plan(kafka, agents, keys, some, arrivals);
    }

    public Plan withArrivals() {
      return new Plan(kafka, agents, keys, worlds, true);
    }

    /// From there on. Throws [PositionGone] where what comes next is not there any more.
    public Following from(Position position) {
      Sources sources = new Sources(kafka, worlds, arrivals);
      return new Following(this, sources, sources.open(position), position);
    }

    /// What is written from now on.
    public Following fromNow() {
      Sources sources = new Sources(kafka, worlds, arrivals);
      return new Following(this, sources, sources.openAtEnd(), Position.BEGINNING);
    }
  }

  private Following(Plan plan, Sources sources, TopicReader reader, Position from) {
    this.agents = plan.agents();
    this.sources = sources;
    this.reader = reader;
    this.steps = new StepReader(plan.kafka().topics(), plan.keys());
    this.calls = new HashMap<>(from.calls());
  }

  /// All agents, with payloads that are not sealed.
  public static Plan of(KafkaSettings kafka) {
    return new Plan(kafka, Set.of(), KeyRing.NONE, List.of(), false);
  }

  /// What comes within `timeout`; no step where nothing does.
  public Batch poll(Duration timeout) {
    return new Batch(read(reader.poll(timeout)), new Position(sources.positions(reader), calls));
  }

  /// All that is there now, in one order. Holds all of its records.
  public Batch toEnd() {
    return new Batch(read(reader.toEnd()), new Position(sources.positions(reader), calls));
  }

  private List<Step> read(List<ConsumerRecord<byte[], byte[]>> records) {
    List<Step> came = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : sources.ordered(records)) {
      for (Step step : steps.read(record)) {
        if (agents.isEmpty() || agents.contains(step.agent())) {
          came.add(named(step));
        }
      }
    }
    return came;
  }

  /// With the tool's name, where a model called it: the journal alone tells, so that it is the same
  /// wherever somebody began.
  private Step named(Step step) {
    switch (step) {
      case Step.Decided decided -> remember(decided.decision());
      case Step.Closed closed -> forget(closed.run().run().value());
      case Step.Acted acted when acted.tool().isEmpty() -> {
        return new Step.Acted(
            acted.agent(), acted.at(), acted.result(), tool(acted.result().action().value()));
      }
      case Step.Progressed progressed when progressed.tool().isEmpty() -> {
        return new Step.Progressed(
            progressed.agent(),
            progressed.at(),
            progressed.progress(),
            tool(progressed.progress().action().value()));
      }
      case Step.Acted _,
          Step.Progressed _,
          Step.Published _,
          Step.Triggered _,
          Step.TurnOpened _,
          Step.Saw _,
          Step.Dropped _,
          Step.Noted _ -> {}
    }
    return step;
  }

  /// Of the newest turn of each run alone: the next one opens when all its calls are answered.
  private void remember(Decision decision) {
    TurnId turn = decision.turn();
    forget(turn.run().value());
    if (decision.outcome() instanceof Decision.Answered answered
        && !answered.toolCalls().isEmpty()) {
      calls.put(turn.value(), answered.toolCalls().stream().map(ToolCall::target).toList());
    }
  }

  private void forget(String run) {
    calls.keySet().removeIf(turn -> turn.startsWith(run + "#"));
  }

  /// `<turn>.<number>`, where the calls of a decision count from 1.
  private String tool(String action) {
    int dot = action.lastIndexOf('.');
    List<String> names = calls.getOrDefault(action.substring(0, dot), List.of());
    int number = Integer.parseInt(action, dot + 1, action.length(), 10);
    return number <= names.size() ? names.get(number - 1) : "";
  }

  @Override
  public void close() {
    reader.close();
  }
}
