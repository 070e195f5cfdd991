package dev.playloop.loop;

import static dev.playloop.loop.Arrives.message;
import static dev.playloop.loop.ModelSays.call;
import static dev.playloop.loop.ModelSays.calls;
import static dev.playloop.loop.ModelSays.work;
import static dev.playloop.loop.Scenario.ada;
import static dev.playloop.loop.Scenario.inWorldWithAccount;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.loop.state.Declared;
import dev.playloop.loop.state.Input;
import dev.playloop.loop.state.LoopPolicy;
import dev.playloop.loop.state.Phase;
import dev.playloop.loop.state.Transition;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.schemas.tool.ToolSpec;
import dev.playloop.worlds.model.Catalogue;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// What an open run began with is known no more, and something else is in force.
class UpdatedWorldTest {
  private static final Catalogue WITHOUT_WORK =
      Catalogue.of(TestWorld.PLAIN.declaring(few(), null));

  private static ToolCatalogue few() {
    List<ToolSpec<?>> few =
        TestWorld.PLAIN.tools().specs().stream()
            .filter(tool -> !tool.name().equals("do_work"))
            .toList();
    return ToolCatalogue.of(few);
  }

  private static Transition lost(Scenario scenario, Catalogue now) {
    return new Fold(LoopPolicy.DEFAULT)
        .fold(scenario.state(), new Input.CatalogueLost("lost", scenario.now), Declared.only(now));
  }

  @Test
  void aRunThatThinksGoesOnAndIsTold() {
    Transition step = lost(ada().given(message("t1", "bob")), WITHOUT_WORK);

    assertThat(step.events()).isEmpty();
    assertThat(Objects.requireNonNull(step.state().run()).catalogue())
        .isEqualTo(WITHOUT_WORK.hash());
    assertThat(step.state().run().notices())
        .extracting(notice -> notice.code())
        .containsExactly("tools_changed");
  }

  /// The loop's own tools are no world's to take away.
  @Test
  void aRunThatWaitsGoesOn() {
    Scenario waiting =
        ada().given(message("t1", "bob")).given(calls(call("wait", "{\"seconds\":60}")));
    assertThat(Objects.requireNonNull(waiting.state().run()).phase())
        .isInstanceOf(Phase.Acting.class);

    assertThat(lost(waiting, WITHOUT_WORK).events()).isEmpty();
  }

  @Test
  void aRunWhoseToolIsGoneEnds() {
    Scenario working = ada().given(message("t1", "bob")).given(calls(work("mine")));

    assertThat(closed(lost(working, WITHOUT_WORK)))
        .isEqualTo("an update of the game took the tool do_work away");
    assertThat(lost(working, Catalogue.of(TestWorld.SLOW)).events()).isEmpty();
  }

  @Test
  void aRunThatAskedAnAccountThatIsGoneEnds() {
    Scenario reserving = inWorldWithAccount().given(message("t1", "bob"));
    assertThat(Objects.requireNonNull(reserving.state().run()).phase())
        .isInstanceOf(Phase.Reserving.class);

    assertThat(closed(lost(reserving, WITHOUT_WORK)))
        .isEqualTo("an update of the game took its account away");
    assertThat(lost(reserving, Catalogue.of(TestWorld.WITH_ACCOUNT)).events()).isEmpty();
  }

  private static String closed(Transition step) {
    return step.events().stream()
        .filter(LoopEvent.RunClosed.class::isInstance)
        .map(event -> ((LoopEvent.RunClosed) event).summary())
        .findFirst()
        .orElseThrow();
  }
}
