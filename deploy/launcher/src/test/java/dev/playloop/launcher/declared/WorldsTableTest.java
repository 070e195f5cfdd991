package dev.playloop.launcher.declared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.operator.Operator;
import dev.playloop.operator.Publisher;
import dev.playloop.schemas.config.ConfigFile;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.schemas.world.WorldDeclaration;
import dev.playloop.schemas.world.WorldRecord;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.TestInfra;
import dev.playloop.worlds.declared.model.DeclaredWorld;
import dev.playloop.worlds.declared.model.DeclaredWorlds;
import dev.playloop.worlds.model.Worlds;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

/// A declaration is known to whoever hears of it, however soon after it was made.
@NeedsInfra
class WorldsTableTest {
  private static final Worlds BUILD = Worlds.of();

  @Test
  void aNoIsNeverOlderThanTheQuestion(TestInfra infra) throws InterruptedException {
    KafkaSettings kafka =
        KafkaSettings.of(
            infra.bootstrapServers(), new Topics("declared-" + UUID.randomUUID() + ".", 2));
    var _ =
        new Operator(kafka, "kim", InstantSource.system())
            .createTopics(List.of(WorldDeclaration.SHARED));
    try (WorldsTable table = WorldsTable.start(kafka, BUILD).loaded();
        Publisher publisher = Publisher.open(kafka)) {
      for (String world : IntStream.range(0, 8).mapToObj(i -> "tavern-" + i).toList()) {
        assertThat(told(() -> table.knows(world))).isFalse();
        WorldDeclaration declaration = declared(world);
        Map<String, WorldRecord> records =
            DeclaredWorlds.records(declaration, Instant.EPOCH, "test");
        publisher.declare(records);
        assertThat(told(() -> table.knows(world))).as(world).isTrue();
        String hash = String.valueOf(table.current(world).hash());
        assertThat(told(() -> table.meant(world, hash))).isEqualTo(table.current(world));
        assertThat(told(() -> table.meant(world, "0".repeat(64)))).isEqualTo(table.current(world));
      }
    }
  }

  /// Else an action could be released to a topic that is not there, and its partition would stand.
  @Test
  void theTopicsOfAGroupAreThereBeforeItIsDeclared(TestInfra infra) throws InterruptedException {
    KafkaSettings kafka =
        KafkaSettings.of(
            infra.bootstrapServers(), new Topics("grouped-" + UUID.randomUUID() + ".", 2));
    Operator operator = new Operator(kafka, "kim", InstantSource.system());
    var _ = operator.createTopics(List.of(WorldDeclaration.SHARED));
    WorldDeclaration heavy = declared("tavern").withGroup("heavy");
    operator.declare(DeclaredWorlds.records(heavy, Instant.EPOCH, "test"));
    assertThat(operator.topics(List.of("heavy"))).allMatch(state -> state.matches());
    try (WorldsTable table = WorldsTable.start(kafka, BUILD).loaded()) {
      assertThat(table.group("tavern")).isEqualTo("heavy");
      assertThat(table.ownGroups()).containsExactly("heavy");
    }
  }

  /// What reads a record puts it off then, instead of taking it for one of a world that is not
  /// there.
  @Test
  void anOutageIsNoNo() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    try (WorldsTable table =
        WorldsTable.start(KafkaSettings.of("127.0.0.1:" + port, new Topics("away.", 1)), BUILD)) {
      assertThatThrownBy(() -> table.knows("tavern"))
          .isInstanceOf(TimeoutException.class)
          .hasMessageContaining("'tavern'");
    }
  }

  /// Asked anew where a machine that stood still was taken for an outage; a no is still not older
  /// than its question.
  private static <T> T told(Supplier<T> question) {
    return Await.until(
            () -> {
              try {
                return Optional.of(question.get());
              } catch (TimeoutException e) {
                return Optional.<T>empty();
              }
            },
            Optional::isPresent)
        .orElseThrow();
  }

  private static WorldDeclaration declared(String world) {
    return new ConfigFile(
            "world.yaml",
            """
            world: %s
            tools: [{name: ring, description: Ring the bell., effect: write}]
            actions: {url: 'http://127.0.0.1:7777'}
            """
                .formatted(world))
        .as(WorldDeclaration.class, DeclaredWorld::misfits);
  }
}
