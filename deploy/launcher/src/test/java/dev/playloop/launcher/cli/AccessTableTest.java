package dev.playloop.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.testkit.Await;
import dev.playloop.testkit.EmbeddedOnly;
import dev.playloop.testkit.TestInfra;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The access table of `docs/operations.md` against an authorizer: the rights it names are enough
/// for a run from end to end, and a role without its row does not start.
@EmbeddedOnly("its broker has an authorizer")
class AccessTableTest {
  private static final AccessTable TABLE = AccessTable.read();

  @TempDir private static Path folder;
  private static SecuredPlay play;

  @BeforeAll
  static void start(TestInfra infra) throws Exception {
    play = SecuredPlay.start(folder, infra, TABLE.rows().keySet());
  }

  @AfterAll
  static void stop() {
    if (play != null) {
      play.close();
    }
  }

  @Test
  void theTablesRightsAreEnoughForARun() throws Exception {
    play.allow(TABLE.without());

    play.run(
        "by-the-table",
        SecuredPlay.ROLES.stream().collect(Collectors.toMap(Function.identity(), play::settings)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"projector", "reasoner", "executor", "ingest"})
  void aRoleWithoutItsRowDoesNotStart(String role) throws Exception {
    play.allow(TABLE.without(role));
    try (RoleThread refused = RoleThread.start(folder, role, play.settings(role))) {
      boolean ended = Await.until(() -> !refused.isRunning(), gone -> gone);

      assertThat(ended).as(refused.health("ready").body()).isTrue();
      assertThat(refused.code()).isPositive();
      assertThat(refused.said()).containsIgnoringCase("not authorized");
    }
  }

  /// Past the check of the topics: the rest of the row counts too.
  @ParameterizedTest
  @ValueSource(strings = {"projector", "reasoner", "executor", "ingest"})
  void aRoleWithoutItsGroupStopsAndSaysSo(String principal) throws Exception {
    play.allow(
        TABLE.without().stream()
            .filter(acl ->
                !(acl.entry().principal().equals("User:" + principal)
                    && acl.pattern().resourceType() == ResourceType.GROUP))
            .toList());
    try (RoleThread role = RoleThread.start(folder, principal, play.settings(principal))) {
      // Half a process helps nobody: a supervisor starts it again, and somebody sees that.
      assertThat(Await.until(role::code, code -> code >= 0)).as(role.said()).isEqualTo(1);
    }
  }
}
