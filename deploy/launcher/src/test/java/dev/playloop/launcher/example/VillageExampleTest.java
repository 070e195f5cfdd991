package dev.playloop.launcher.example;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.audit.FoldBuild;
import dev.playloop.audit.evidence.Evidence;
import dev.playloop.audit.evidence.Replaying;
import dev.playloop.launcher.LocalSystem;
import dev.playloop.launcher.Working;
import dev.playloop.launcher.audit.ThisBuild;
import dev.playloop.operator.principal.NewPrincipal;
import dev.playloop.operator.principal.PrincipalAnswer;
import dev.playloop.operator.principal.PrincipalRegister;
import dev.playloop.schemas.event.View;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.principal.Principal;
import dev.playloop.schemas.principal.Scope;
import dev.playloop.schemas.view.Panel;
import dev.playloop.testkit.EmbeddedOnly;
import dev.playloop.testkit.Programs;
import dev.playloop.worlds.model.World;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// A real game of Node joins by the declared world's door, is killed in the midst of its story, and
/// is asked itself what was seen in it.
@EmbeddedOnly("the game is a process of this machine, and so is all else")
class VillageExampleTest {
  @Test
  void whatMustBeSeenInTheGameIsSeen() throws InterruptedException {
    Programs.require("node", "npm");
    Example example = Example.load("village");
    try (LocalSystem system =
        LocalSystem.start(
            Working.options(Map.of())
                .withWorlds(example.worlds())
                .withRehearsal(example.rehearsal()))) {
      ExampleRun.prepare(example, system);
      PrincipalRegister principals = new PrincipalRegister(system.kafka(), Clock.systemUTC());
      assertThat(principals.add(leftBehind())).isInstanceOf(PrincipalAnswer.Token.class);

      ExampleRun.Outcome outcome = ExampleRun.play(example, system, _ -> {});

      assertThat(outcome.differences()).isEmpty();
      assertThat(outcome.report().runs()).hasSizeGreaterThan(10);
      assertThat(principals.list())
          .as("the game's token ends with it, and so does that of a start that was killed")
          .filteredOn(one -> one.kind() == Principal.Kind.GAME)
          .hasSize(2)
          .allSatisfy(one -> assertThat(one.revokedAt()).isNotNull());
      assertThat(drawn(system, new AgentId("village/mira")).drawings().getFirst())
          .isInstanceOfSatisfying(
              Panel.Grid.class,
              square -> {
                assertThat(square.marks())
                    .extracting(Panel.Mark::kind)
                    .hasSizeGreaterThan(1)
                    .startsWith(Panel.Mark.SELF)
                    .containsOnlyOnce(Panel.Mark.SELF)
                    .containsAnyOf("npc", "player", "object");
                assertThat(square.marks().getFirst().label()).isEqualTo("mira");
              });
    }
  }

  /// What a page draws of what this agent saw last.
  private static Panel drawn(LocalSystem system, AgentId agent) {
    try (Evidence evidence = Evidence.ofCluster(system.kafka())) {
      FoldBuild fold = ThisBuild.fold(evidence);
      Instant later = Clock.systemUTC().instant().plus(Duration.ofDays(1));
      View view = Replaying.at(agent, later).from(evidence, fold).view();
      World world = fold.worlds().current(agent.world()).world();
      return Objects.requireNonNull(
          Objects.requireNonNull(world).panel(Objects.requireNonNull(view)));
    }
  }

  private static NewPrincipal leftBehind() {
    return new NewPrincipal(
        "village-game",
        Principal.Kind.GAME,
        "village",
        List.of(Scope.act("village"), Scope.publish("village")),
        null);
  }
}
