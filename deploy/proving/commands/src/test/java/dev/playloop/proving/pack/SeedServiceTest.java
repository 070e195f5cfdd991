package dev.playloop.proving.pack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.Programs;
import dev.playloop.testkit.TestDatabase;
import dev.playloop.testkit.TestInfra;
import dev.playloop.worlds.society.SocietyDatabase;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What compose's service `seed` runs, on a society as the executor makes it.
@NeedsInfra
class SeedServiceTest {
  private static final Path EXAMPLE =
      Unpacked.root().resolve("worlds/society/src/main/resources/examples/society/seed.sql");

  @TempDir private Path folder;

  @Test
  void peopleComeIntoASocietyOfNobodyAndIntoNoOther(TestInfra infra) throws Exception {
    Programs.require("psql");
    TestDatabase server = infra.database();
    try (SocietyDatabase society =
        SocietyDatabase.open(server.jdbcUrl(), server.user(), server.password())) {
      seed(server);
      assertThat(people(society)).as("there is no seed.sql").isZero();

      Files.copy(EXAMPLE, folder.resolve("seed.sql"));
      seed(server);
      assertThat(people(society)).isPositive();
      assertThat(society.unknownUsers(Set.of("ada", "gil"))).isEmpty();
      assertThat(society.rows("select count(*) as n from ledger where action_id = 'opening'"))
          .as("the books are open")
          .allSatisfy(row -> assertThat(row.get("n")).asString().isNotEqualTo("0"));

      Files.writeString(folder.resolve("seed.sql"), "delete from users");
      seed(server);
      assertThat(people(society)).as("there is somebody").isPositive();
    }
  }

  private static long people(SocietyDatabase society) {
    return Long.parseLong(
        String.valueOf(society.rows("select count(*) as n from users").getFirst().get("n")));
  }

  private void seed(TestDatabase server) throws IOException, InterruptedException {
    ComposeFile compose = ComposeFile.read(Unpacked.root().resolve("deploy/compose/compose.yaml"));
    String script =
        ComposeFile.texts(compose.service("seed").path("command"))
            .getFirst()
            .replace("$$", "$")
            .replace("/agents/", folder + "/");
    URI at = URI.create(server.jdbcUrl().substring("jdbc:".length()));
    ProcessBuilder program = new ProcessBuilder("sh", "-euc", script);
    program
        .environment()
        .putAll(
            Map.of(
                "PGHOST", at.getHost(),
                "PGPORT", String.valueOf(at.getPort()),
                "PGDATABASE", at.getPath().substring(1),
                "PGUSER", server.user(),
                "PGPASSWORD", server.password()));
    Unpacked.Ended ended = Unpacked.ended(folder, program);
    assertThat(ended.code()).as(ended.said()).isZero();
  }
}
