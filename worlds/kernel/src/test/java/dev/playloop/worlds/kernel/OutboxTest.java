package dev.playloop.worlds.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.worlds.kernel.model.KernelScenes;
import dev.playloop.worlds.model.Perspective.Sight;
import dev.playloop.worlds.model.Scene;
import dev.playloop.worlds.model.WorldSource.Batch;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.Test;

/// What the outbox relays, in which order, and that it skips nothing.
@NeedsInfra
class OutboxTest extends OutboxCase {
  @Test
  void everyPrincipalSeesItsBalancesItsArtifactsAndWhatOthersDid() {
    kernel.done("beta", "invoke_artifact", "{\"artifact_id\":\"echo\"}");
    kernel.done("alpha", "transfer_scrip", "{\"to\":\"gamma\",\"amount\":12}");
    Sight gamma = sight("gamma", take());
    assertThat(gamma.summary())
        .startsWith("You are gamma. You have 12 scrip and an LLM budget of 0 USD.")
        .contains("You use 0 of 100 bytes of disk.")
        .contains("Others lately: alpha gave 12 scrip to gamma; beta invoked echo");
    assertThat(gamma.state().path("scrip").asLong()).isEqualTo(12);
    Sight beta = sight("beta", List.of());
    assertThat(beta.summary()).isEqualTo("Nothing is known about you yet.");
  }

  @Test
  void theVersionOfAResultIsReachedByTheViewThatShowsIt() {
    List<WorldEvent> events = new ArrayList<>(take());
    for (String call :
        List.of(
            "transfer_scrip {\"to\":\"beta\",\"amount\":3}",
            "invoke_artifact {\"artifact_id\":\"echo\"}",
            "write_artifact {\"artifact_id\":\"corpus\",\"content\":\"y\",\"artifact_type\":\"text\"}",
            "reserve {\"turn\":\"t\",\"upper_bound_usd\":0.1}")) {
      int blank = call.indexOf(' ');
      ActionResult result =
          kernel.perform("alpha", call.substring(0, blank), call.substring(blank + 1));
      events.addAll(take());
      Scene scene = Scene.empty(KernelScenes.of("alpha"));
      for (WorldEvent event : events) {
        scene = event.scene().equals(scene.id()) ? scene.with(event) : scene;
      }
      assertThat(scene.version())
          .as(call)
          .isGreaterThanOrEqualTo(Objects.requireNonNull(result.worldVersion()));
    }
    assertThat(sight("alpha", events).state().path("heldBudget").decimalValue())
        .isEqualByComparingTo("0.1");
  }

  @Test
  void whoIsConcernedIsToldInItsOwnScene() {
    take();
    kernel.done("alpha", "transfer_scrip", "{\"to\":\"gamma\",\"amount\":12}");
    assertThat(take())
        .filteredOn(event -> event.scene().equals(KernelScenes.of("gamma")))
        .extracting(event -> event.change().getClass().getSimpleName())
        .containsExactly("Happening", "EntityPut");
  }

  /// Ids are given out in another order than transactions commit: none is skipped, and numbers have
  /// no gaps, though rolled back transactions leave gaps in ids.
  @Test
  void numbersHaveNoGapsAndNoRowIsSkipped() {
    take();
    long first = kernel.number("select last from event_head");
    try (Handle late = kernel.database.writes().open()) {
      late.begin();
      event(late, "late");
      kernel
          .database
          .writes()
          .useTransaction(handle -> {
            event(handle, "undone");
            handle.rollback();
          });
      kernel.database.writes().useTransaction(handle -> event(handle, "early"));
      assertThat(lines(take())).containsExactly("early");
      late.commit();
    }
    assertThat(lines(take())).containsExactly("late");
    List<Long> numbers =
        kernel.rows("select seq from event order by seq").stream()
            .map(row -> (Long) row.get("seq"))
            .toList();
    assertThat(numbers).isEqualTo(LongStream.rangeClosed(1, first + 2).boxed().toList());
  }

  @Test
  void aBatchPolledAgainFromItsCursorTellsTheSame() {
    Batch first = outbox.poll(null, 40);
    assertThat(outbox.poll(null, 40)).isEqualTo(first);
    cursor = null;
    take();
    assertThat(outbox.poll(cursor, 40)).isEqualTo(new Batch(List.of(), List.of(), cursor));
  }

  @Test
  void anEventCarriesItsTimeItsNumberAndItsType() {
    WorldEvent event = outbox.poll(null, 4).events().getFirst();
    assertThat(event.change())
        .isInstanceOfSatisfying(
            WorldEvent.Happening.class,
            happening -> {
              assertThat(happening.kind()).isEqualTo("kernel.principal_created");
              assertThat(Objects.requireNonNull(happening.data()).path("sequence").asLong())
                  .isEqualTo(1);
              assertThat(happening.data().path("timestamp").asString()).endsWith("Z");
              assertThat(happening.data().path("event_type").asString())
                  .isEqualTo("principal_created");
            });
  }

  @Test
  void aCursorThatIsNotOursIsRefused() {
    assertThatThrownBy(() -> outbox.poll("1; drop table event", 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cursor");
  }
}
