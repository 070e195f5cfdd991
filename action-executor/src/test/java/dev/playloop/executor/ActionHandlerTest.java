package dev.playloop.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.kit.Emit;
import dev.playloop.kit.TerminalException;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.Action.Mode;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.event.LedgerEntry;
import dev.playloop.schemas.id.Lane;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.topic.HeaderNames;
import dev.playloop.worlds.model.WorldActions.Safety;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// One action in, one result out, for worlds of both kinds.
class ActionHandlerTest {
  @ParameterizedTest
  @EnumSource
  void performedActionIsAnsweredWithItsResult(Safety safety) throws Exception {
    Bench bench = new Bench(safety);

    ActionResult result = bench.handle(Bench.strike(1));

    assertThat(result.status()).isEqualTo(Status.DONE);
    assertThat(Objects.requireNonNull(result.output()).get("text").asString()).isEqualTo("landed");
    assertThat(bench.world.effects).containsExactly(Bench.id(1));
  }

  @ParameterizedTest
  @EnumSource
  void aResultSaysInAHeaderWhichActionItAnswers(Safety safety) throws Exception {
    Bench bench = new Bench(safety);

    List<Emit<?, ?>> emits =
        bench.handler.handle(Bench.strike(1), bench.context(Bench.strike(1), 100));

    assertThat(emits.getLast().headers()).containsEntry(HeaderNames.ACTION, Bench.id(1).value());
  }

  @ParameterizedTest
  @EnumSource
  void sameActionAgainActsOnceAndIsAnsweredAgain(Safety safety) throws Exception {
    Bench bench = new Bench(safety);

    ActionResult first = bench.handle(Bench.strike(1));
    ActionResult second = bench.handle(Bench.strike(1), 101);

    assertThat(second).isEqualTo(first);
    assertThat(bench.world.effects).hasSize(1);
  }

  @Test
  void unknownToolIsRefusedWithTheNearestName() throws Exception {
    Bench bench = new Bench(Safety.TRANSACTIONAL);

    ActionResult result =
        bench.handle(Bench.action(1, "strik", Json.NODES.objectNode().put("force", 3)));

    assertThat(result.status()).isEqualTo(Status.REFUSED);
    ActionResult.ActionError error = Objects.requireNonNull(result.error());
    assertThat(error.code()).isEqualTo("unknown_tool");
    assertThat(error.message()).contains("did you mean 'strike'");
    assertThat(bench.world.calls).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void badArgumentsAreRefusedWithTheirField(Safety safety) throws Exception {
    Bench bench = new Bench(safety);

    ActionResult result =
        bench.handle(Bench.action(1, "strike", Json.NODES.objectNode().put("force", -1)));

    assertThat(result.status()).isEqualTo(Status.REFUSED);
    ActionResult.ActionError error = Objects.requireNonNull(result.error());
    assertThat(error.code()).isEqualTo("invalid_arguments");
    assertThat(error.field()).isEqualTo("force");
    assertThat(bench.world.calls).isEmpty();
    assertThat(bench.ledger).isEmpty();
  }

  @Test
  void effectIsTheCataloguesWordNotTheRecords() throws Exception {
    Bench bench = new Bench(Safety.LEDGER);

    bench.handle(Bench.claiming(Effect.READ, Bench.strike(1)));
    bench.handle(Bench.claiming(Effect.WRITE, Bench.look(2)));

    assertThat(bench.ledger)
        .extracting(LedgerEntry::action)
        .containsExactly(Bench.id(1), Bench.id(1));
  }

  @Test
  void agentOfAnotherWorldIsRefused() throws Exception {
    Bench bench = new Bench(Safety.TRANSACTIONAL);
    Action a = Bench.strike(1);
    Action stranger =
        Action.of(
                a.action(),
                dev.playloop.schemas.id.AgentId.of("elsewhere", "ada"),
                a.actor(),
                a.tool(),
                a.args())
            .lane(a.lane())
            .effect(a.effect())
            .mode(a.mode())
            .notAfter(a.notAfter())
            .hops(a.hops());

    assertThat(bench.handle(stranger).status()).isEqualTo(Status.REFUSED);
    assertThat(bench.world.calls).isEmpty();
  }

  @Test
  void recordWhoseKeyIsNotItsLaneIsADeadLetter() {
    Bench bench = new Bench(Safety.TRANSACTIONAL);
    Action other = Bench.as(Mode.EXECUTE, Bench.strike(1));
    var context = bench.context(Bench.strike(1), 1);
    Action moved = other.lane(new Lane("another"));

    assertThatThrownBy(() -> bench.handler.handle(moved, context))
        .isInstanceOf(TerminalException.class)
        .hasMessageContaining("lane");
    assertThat(bench.world.calls).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void simulationHasNoEffectAndNoLedger(Safety safety) throws Exception {
    Bench bench = new Bench(safety);

    ActionResult result = bench.handle(Bench.as(Mode.SIMULATE, Bench.strike(1)));

    assertThat(result.status()).isEqualTo(Status.DONE);
    assertThat(bench.world.calls).containsExactly("simulate");
    assertThat(bench.ledger).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void reconcilingNeverPerforms(Safety safety) throws Exception {
    Bench bench = new Bench(safety);

    ActionResult result = bench.handle(Bench.as(Mode.RECONCILE, Bench.strike(1)));

    assertThat(result.status()).isEqualTo(Status.FAILED);
    assertThat(Objects.requireNonNull(result.error()).code()).isEqualTo("not_done");
    assertThat(bench.world.effects).isEmpty();
    assertThat(bench.world.calls).doesNotContain("perform");
  }

  @ParameterizedTest
  @EnumSource
  void reconcilingTellsWhatHappened(Safety safety) throws Exception {
    Bench bench = new Bench(safety);
    bench.handle(Bench.strike(1));

    assertThat(bench.handle(Bench.as(Mode.RECONCILE, Bench.strike(1)), 101).status())
        .isEqualTo(Status.DONE);
  }

  @Test
  void memoryRowOfAClosedRunIsWrittenThoughNoModelMayAskForIt() throws Exception {
    Bench bench = new Bench(Safety.TRANSACTIONAL);

    ActionResult result = bench.handle(Bench.action(1001, "remember_run", Json.NODES.objectNode()));

    assertThat(result.status()).isEqualTo(Status.DONE);
  }
}
