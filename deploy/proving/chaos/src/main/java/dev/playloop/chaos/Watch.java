package dev.playloop.chaos;

import dev.playloop.chaos.check.Pauses;
import dev.playloop.chaos.system.Agents;
import dev.playloop.chaos.system.WorkerKind;
import dev.playloop.journal.JournalReader;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.journal.JournalEntry;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.JournalHeaders;
import dev.playloop.schemas.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Follows the output of each role and of each agent, and how long turns take: from a turn's prompt
/// to the agent's next one, or to the end of the run. Times are those of the broker, which stamps
/// each record when it is appended. Thread-safe.
final class Watch {
  private final Map<String, WorkerKind> roles = new HashMap<>();
  private final String journal;
  private final String triggers;
  private final Map<WorkerKind, List<Instant>> outputs = new EnumMap<>(WorkerKind.class);
  private final Pauses pauses = new Pauses();
  private final String turns;
  private final Map<String, Instant> begun = new HashMap<>();
  private final List<Long> turnMillis = new ArrayList<>();

  private final String prefix;

  /// @param prefix of the ids of triggers that may go past ingest
  Watch(Topics topics, String prefix) {
    this.prefix = prefix;
    journal = topics.journal().name();
    triggers = topics.triggers().name();
    turns = topics.turns().name();
    roles.put(topics.triggers().name(), WorkerKind.INGEST);
    roles.put(journal, WorkerKind.PROJECTOR);
    roles.put(topics.decisions().name(), WorkerKind.REASONER);
    roles.put(topics.results().name(), WorkerKind.EXECUTOR);
  }

  synchronized void see(Observed seen) {
    String topic = seen.record().topic();
    turn(seen);
    if (topic.equals(triggers)) {
      came(seen);
    }
    WorkerKind role = roles.get(topic);
    if (role == null || (role == WorkerKind.INGEST && isDirect(seen))) {
      return;
    }
    Instant at = Instant.ofEpochMilli(seen.record().timestamp());
    outputs.computeIfAbsent(role, _ -> new ArrayList<>()).add(at);
    if (topic.equals(journal)) {
      went(seen, at);
    }
  }

  private void came(Observed seen) {
    if (seen.record().key() == null || Hostile.mustBecomeLetter(seen.record())) {
      return;
    }
    Trigger trigger = Json.read(seen.record().value(), Trigger.class);
    String agent = trigger.agent().value();
    if (!Agents.isPoor(agent)) {
      Instant at = Instant.ofEpochMilli(seen.record().timestamp());
      pauses.came(agent, FactsReader.triggerId(seen.record(), trigger), at);
    }
  }

  private void went(Observed seen, Instant at) {
    String agent = new String(seen.record().key(), StandardCharsets.UTF_8);
    if (!Agents.isPoor(agent)) {
      JournalEntry entry = JournalHeaders.read(seen.record().headers(), seen.record().value());
      pauses.went(agent, JournalReader.read(entry).envelope().kind(), FactsReader.ended(entry), at);
    }
  }

  private void turn(Observed seen) {
    var record = seen.record();
    boolean begins = record.topic().equals(turns);
    boolean ends =
        record.topic().equals(journal)
            && !FactsReader.ended(JournalHeaders.read(record.headers(), record.value())).isEmpty();
    if (!begins && !ends) {
      return;
    }
    String agent = new String(record.key(), StandardCharsets.UTF_8);
    Instant at = Instant.ofEpochMilli(record.timestamp());
    Instant before = begins ? begun.put(agent, at) : begun.remove(agent);
    if (before != null && !Agents.isPoor(agent)) {
      turnMillis.add(Duration.between(before, at).toMillis());
    }
  }

  /// How many have ended.
  synchronized int turns() {
    return turnMillis.size();
  }

  /// What 99 of 100 turns took at most; 0 where none has ended.
  synchronized long turnP99() {
    List<Long> sorted = turnMillis.stream().sorted().toList();
    return sorted.isEmpty() ? 0 : sorted.get((sorted.size() - 1) * 99 / 100);
  }

  /// Triggers that came straight from the load went past ingest, and keep its names.
  private boolean isDirect(Observed seen) {
    String id = Json.read(seen.record().value(), Trigger.class).id();
    return id != null && id.startsWith(prefix);
  }

  synchronized Instant last(WorkerKind role) {
    return outputs.getOrDefault(role, List.of()).stream()
        .max(Instant::compareTo)
        .orElse(Instant.EPOCH);
  }

  synchronized Instant firstAfter(WorkerKind role, Instant time) {
    Collection<Instant> all = outputs.getOrDefault(role, List.of());
    return all.stream().filter(at -> at.isAfter(time)).min(Instant::compareTo).orElse(time);
  }

  synchronized void restart() {
    pauses.restart();
  }

  synchronized Pauses.Pause longestPause() {
    return pauses.longest();
  }
}
