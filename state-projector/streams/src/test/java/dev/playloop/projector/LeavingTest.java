package dev.playloop.projector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.fixtures.TestWorld;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.RoleContext;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.TestInfra;
import dev.playloop.worlds.model.Worlds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a projector that is stopped on purpose leaves to others: all of it, at once.
@NeedsInfra
class LeavingTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir Path dir;

  /// Well before the session of whoever says nothing is over; with a name and without.
  @Test
  void isInNoGroupOnceItIsClosed(TestInfra infra) throws Exception {
    Fixture system = Fixture.of(infra.bootstrapServers(), "leaving.", 1, 1);
    for (String instance : new String[] {null, "projector-0"}) {
      KafkaSettings kafka =
          new KafkaSettings(system.kafka().client(), system.kafka().topics(), instance);
      StateProjector projector =
          ProjectorRole.of(
                  Fixture.settings(dir.resolve("of-" + instance)), Worlds.of(new TestWorld()))
              .start(RoleContext.of(kafka));
      try (projector) {
        assertThat(projector.awaitReady(PATIENCE)).isTrue();
        assertThat(members(kafka)).as("while it runs, as %s", instance).containsValue(1);
      }
      assertThat(members(kafka)).as("behind it, as %s", instance).isNotEmpty();
      assertThat(members(kafka).values()).as("behind it, as %s", instance).containsOnly(0);
    }
  }

  private static Map<String, Integer> members(KafkaSettings kafka) throws Exception {
    Map<String, Integer> members = new TreeMap<>();
    try (Admin admin = Admin.create(kafka.with(Map.of()))) {
      var groups =
          admin.listGroups().all().get().stream()
              .map(group -> group.groupId())
              .filter(group -> group.startsWith(kafka.topics().prefix()))
              .toList();
      for (ConsumerGroupDescription group :
          admin.describeConsumerGroups(groups).all().get().values()) {
        members.put(group.groupId(), group.members().size());
      }
    }
    return members;
  }
}
