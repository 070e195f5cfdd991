package dev.playloop.projector.world;

import static dev.playloop.fixtures.Samples.config;

import dev.playloop.fixtures.Driver;
import dev.playloop.fixtures.Samples;
import dev.playloop.fixtures.TestWorld;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.worlds.model.Worlds;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// The world's topology, driven by hand.
abstract class WorldTopologyCase {
  static final Topics TOPICS = new Topics("t.", 1);

  @TempDir Path dir;
  Driver driver;

  @BeforeEach
  void open() {
    driver = new Driver(topology(), dir, Samples.START);
  }

  @AfterEach
  void close() {
    driver.close();
  }

  org.apache.kafka.streams.Topology topology() {
    return topology(TOPICS);
  }

  static org.apache.kafka.streams.Topology topology(Topics topics) {
    return WorldTopology.build(topics, Worlds.of(new TestWorld()), WorldPolicy.DEFAULT);
  }

  void apply(AgentConfig config) {
    driver.send(TOPICS.agents(), config.agent(), config);
  }

  void happens(WorldEvent event) {
    driver.send(TOPICS.worldEvents(), event.scene(), event);
  }
}
