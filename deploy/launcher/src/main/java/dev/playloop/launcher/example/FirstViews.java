package dev.playloop.launcher.example;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.launcher.InstalledWorlds;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.worlds.model.Worlds;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Waits for agents' first views, so that their first turn sees the world. Used by one thread.
final class FirstViews implements AutoCloseable {
  private final TopicReader tail;
  private final Set<String> seen = new HashSet<>();

  private FirstViews(TopicReader tail) {
    this.tail = tail;
  }

  static FirstViews of(KafkaSettings kafka) {
    return new FirstViews(TopicReading.of(kafka, kafka.topics().views()).prompt().fromBeginning());
  }

  /// Returns when each agent has a view whose world may show something before anybody plays, or
  /// after `limit`: it may have nothing to show yet. A world that is data shows what its game
  /// tells, and that comes later.
  void await(Collection<AgentConfig> agents, Duration limit) {
    Worlds installed = InstalledWorlds.worlds();
    List<String> names =
        agents.stream()
            .map(AgentConfig::agent)
            .filter(agent -> installed.knows(agent.world()))
            .map(AgentId::value)
            .toList();
    Instant end = Instant.now().plus(limit);
    while (!seen.containsAll(names) && Instant.now().isBefore(end)) {
      tail.poll(Duration.ofMillis(20))
          .forEach(record -> seen.add(new String(record.key(), StandardCharsets.UTF_8)));
    }
  }

  @Override
  public void close() {
    tail.close();
  }
}
