package dev.playloop.operator;

import dev.playloop.journal.KeyRing;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.TurnId;
import dev.playloop.schemas.tool.ToolCall;
import dev.playloop.schemas.topic.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/// Follows what happens to agents, as the journal tells it, and the dead letters of triggers that
/// no journal tells of. Whoever keeps [Batch#next()] when a batch is done with gets each step once,
/// however often it begins anew: it is in no consumer group, so workers that come and go move
/// nothing of it. The steps of one agent come in their order. Holds one poll's records, and the
/// tools of the turns under way. Used by one thread.
final class Following implements AutoCloseable {
  private static final Duration ASK = Duration.ofSeconds(15);

  private final Topics topics;
  private final Set<AgentId> agents;
  private final TopicReader reader;
  private final StepReader steps;
  private final Map<String, List<String>> calls;

  /// What came, and the position behind it.
  public record Batch(List<Step> steps, Position next) {
    public Batch {
      steps = List.copyOf(steps);
    }
  }

  private Following(
      KafkaSettings kafka, Set<AgentId> agents, KeyRing keys, TopicReader reader, Position from) {
    this.topics = kafka.topics();
    this.agents = Set.copyOf(agents);
    this.reader = reader;
    this.steps = new StepReader(topics, keys);
    this.calls = new HashMap<>(from.calls());
  }

  /// Follows `agents`, or all where none is named; payloads that `keys` don't open give no step.
  /// Throws [PositionGone] where what comes next is not there any more.
  public static Following open(
      KafkaSettings kafka, Set<AgentId> agents, KeyRing keys, Position from) {
    Map<TopicPartition, Long> places = new HashMap<>();
    Topics topics = kafka.topics();
    from.journal()
        .forEach((number, next) ->
            places.put(new TopicPartition(topics.journal().name(), number), next));
    from.letters()
        .forEach((number, next) ->
            places.put(new TopicPartition(topics.deadLetters().name(), number), next));
    TopicReader reader =
        TopicReading.of(kafka, List.of(topics.journal(), topics.deadLetters()))
            .prompt()
            .asking(ASK)
            .from(places, Instant.EPOCH);
    boolean opened = false;
    try {
      requireThere(places, reader.begins());
      opened = true;
      return new Following(kafka, agents, keys, reader, from);
    } finally {
      if (!opened) {
        reader.close();
      }
    }
  }

  private static void requireThere(
      Map<TopicPartition, Long> places, Map<TopicPartition, Long> begins) {
    places.forEach((partition, next) -> {
      long begin = begins.getOrDefault(partition, 0L);
      if (next < begin) {
        throw new PositionGone(partition, next, begin);
      }
    });
  }

  /// What comes within `timeout`; no step where nothing does.
  public Batch poll(Duration timeout) {
    List<Step> came = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : reader.poll(timeout)) {
      for (Step step : steps.read(record)) {
        if (agents.isEmpty() || agents.contains(step.agent())) {
          came.add(named(step));
        }
      }
    }
    return new Batch(came, position());
  }

  private Position position() {
    Map<Integer, Long> journal = new TreeMap<>();
    Map<Integer, Long> letters = new TreeMap<>();
    reader
        .positions()
        .forEach((partition, next) ->
            (partition.topic().equals(topics.journal().name()) ? journal : letters)
                .put(partition.partition(), next));
    return new Position(journal, letters, calls);
  }

  /// With the tool's name, where a model called it: the journal alone tells, so that it is the same
  /// wherever somebody began.
  private Step named(Step step) {
    switch (step) {
      case Step.Decided decided -> remember(decided.decision());
      case Step.Closed closed -> forget(closed.run().run().value());
      case Step.Acted acted -> {
        return new Step.Acted(
            acted.agent(), acted.at(), acted.result(), tool(acted.result().action().value()));
      }
      case Step.Published _,
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
      calls.put(turn.value(), answered.toolCalls().stream().map(ToolCall::name).toList());
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
