package dev.playloop.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.config.ConfigFile;
import dev.playloop.schemas.config.InvalidFileException;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.settings.InvalidSettingException;
import dev.playloop.worlds.model.WorldActions.Safety;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Who acts as whom, and with which key, is the executor's word.
class MandatesTest {
  private static final String LIST =
      """
      - world: arena
        actor: ada
        agents: [arena/ada, arena/deputy]
        key: env:ADA_KEY
      - world: arena
        actor: bob
        agents: [arena/bob]
      """;

  private final Mandates mandates = Mandates.of(new ConfigFile("actors.yaml", LIST));

  @ParameterizedTest
  @EnumSource
  void whoMayActAsAnActorDoesWithItsKey(Safety safety) throws Exception {
    Bench bench = bench(safety);

    assertThat(bench.handle(Bench.strike(1)).status()).isEqualTo(Status.DONE);

    assertThat(bench.world.seenKey).isEqualTo("env:ADA_KEY");
  }

  @ParameterizedTest
  @EnumSource
  void nobodyElseDoesAnythingAsThatActor(Safety safety) throws Exception {
    Bench bench = bench(safety);
    for (Action each : new Action[] {as("bob", Bench.strike(1)), as("eve", Bench.look(2))}) {
      ActionResult result = bench.handle(each);

      assertThat(result.status()).isEqualTo(Status.REFUSED);
      assertThat(Objects.requireNonNull(result.error()).code()).isEqualTo("not_this_actor");
    }
    assertThat(bench.world.calls).isEmpty();
    assertThat(bench.ledger).isEmpty();
  }

  @Test
  void aWorldOfWhichNobodyIsNamedIsHeldToNoList() {
    Mandates others = Mandates.of(new ConfigFile("f", LIST.replace("arena", "pit")));

    assertThat(others.allow(as("eve", Bench.strike(1)))).isTrue();
    assertThat(others.key(Bench.strike(1))).isNull();
    assertThat(Mandates.NONE.allow(Bench.strike(1))).isTrue();
  }

  @Test
  void severalAgentsMayActAsOneActor() {
    Action deputy =
        Action.of(
            Bench.id(1), new AgentId("arena/deputy"), "ada", "strike", Bench.strike(1).args());

    assertThat(mandates.allow(deputy)).isTrue();
    assertThat(mandates.key(deputy)).isEqualTo("env:ADA_KEY");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "- {world: arena, actor: ada, agents: []}",
        "- {world: arena, agents: [arena/ada]}",
        "- {world: arena, actor: ada, agents: [Ada]}",
        "- {world: arena, actor: ada, agents: [arena/ada], keys: x}",
        "- {world: arena, actor: ada, agents: [arena/ada]}\n"
            + "- {world: arena, actor: ada, agents: [arena/bob]}"
      })
  void aSlipIsRefusedWithItsLine(String text) {
    assertThatThrownBy(() -> Mandates.of(new ConfigFile("actors.yaml", text)))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("actors.yaml:");
  }

  @Test
  void aFileThatIsNotThereNamesTheSetting() {
    assertThatThrownBy(() -> Mandates.read("PLAYLOOP_EXECUTOR_ACTORS", Path.of("/no/such/file")))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("PLAYLOOP_EXECUTOR_ACTORS");
  }

  private Bench bench(Safety safety) {
    Bench bench = new Bench(safety);
    bench.mandates = mandates;
    bench.restarted();
    return bench;
  }

  private static Action as(String actor, Action action) {
    return Action.of(action.action(), action.agent(), actor, action.tool(), action.args())
        .lane(action.lane())
        .effect(action.effect())
        .notAfter(action.notAfter());
  }
}
