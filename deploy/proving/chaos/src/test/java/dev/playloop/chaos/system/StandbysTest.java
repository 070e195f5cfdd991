package dev.playloop.chaos.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.chaos.cluster.Logins;
import dev.playloop.chaos.world.ChaosWorlds;
import dev.playloop.worlds.postgres.WorldDatabase;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StandbysTest {
  private static final URI NOWHERE = URI.create("none:none");

  @Test
  void projectorsOnSeveralBrokersHoldACopyForEachOther() {
    assertThat(projector(Servers.THREE)).isEqualTo(1);
    assertThat(projector(Servers.ONE)).isZero();
  }

  private static int projector(Servers servers) {
    WorkerLaunch launch =
        WorkerLaunchBuilder.builder()
            .role(WorkerKind.PROJECTOR)
            .bootstrap("127.0.0.1:1")
            .instance("-")
            .standbys(servers.standbys())
            .data(Path.of("data"))
            .database(new WorldDatabase.Login("jdbc:none", "nobody", ""))
            .checker(NOWHERE)
            .httpPort(0)
            .worlds(ChaosWorlds.PLAIN)
            .game(NOWHERE)
            .chain(Map.of())
            .key(Path.of("key.pem"))
            .logins(Logins.NONE)
            .build();
    return WorkerMain.projector(launch).standbys();
  }
}
