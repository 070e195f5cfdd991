package dev.playloop.worlds.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.json.Json;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.worlds.kernel.model.KernelScenes;
import dev.playloop.worlds.kernel.model.KernelWorld;
import dev.playloop.worlds.model.Perspective.Sight;
import dev.playloop.worlds.model.Scene;
import dev.playloop.worlds.model.WorldSource.Batch;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What the outbox relays, in which order, and that it skips nothing.
@NeedsInfra
class OutboxTest {
  private TestKernel kernel;
  private KernelOutbox outbox;
  private @Nullable String cursor;

  @BeforeEach
  void open() {
    kernel = TestKernel.seeded();
    outbox = new KernelOutbox(kernel.database);
    cursor = null;
  }

  @AfterEach
  void close() {
    kernel.close();
  }

  private List<WorldEvent> take() {
    List<WorldEvent> taken = new ArrayList<>();
    while (true) {
      Batch batch = outbox.poll(cursor, 100);
      assertThat(batch.events().size()).isLessThanOrEqualTo(100);
      taken.addAll(batch.events());
      cursor = batch.cursor();
      if (batch.isEmpty()) {
        return taken;
      }
    }
  }

  private Sight sight(String actor, List<WorldEvent> events) {
    Scene scene = Scene.empty(new KernelWorld().perspective().homeScene(actor));
    for (WorldEvent event : events) {
      scene = event.scene().equals(scene.id()) ? scene.with(event) : scene;
    }
    return new KernelWorld().perspective().see(scene, actor);
  }

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

  private static void event(Handle handle, String line) {
    handle.execute(
        "insert into event (type, principal, line, fields) values ('test', 'nobody', ?, '{}')",
        line);
  }

  private static List<String> lines(List<WorldEvent> events) {
    return events.stream()
        .map(WorldEvent::change)
        .filter(change -> change instanceof WorldEvent.Happening)
        .map(change -> ((WorldEvent.Happening) change).text())
        .toList();
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

  /// An operator's script may write rows too, and jsonb holds numbers that no reader takes.
  @Test
  void aRowOfWhichNoEventCanBeMadeIsADeadLetterAndThoseBehindItAreRelayed() {
    take();
    kernel
        .database
        .writes()
        .useTransaction(handle -> {
          event(handle, "before");
          handle.execute(
              "insert into event (type, principal, line, fields)"
                  + " values ('test', 'nobody', 'huge', '{\"x\": 1e100000}')");
          event(handle, "after");
        });

    Batch batch = outbox.poll(cursor, 100);

    assertThat(lines(batch.events())).containsExactly("before", "after");
    assertThat(batch.unreadable()).hasSize(1);
    assertThat(batch.unreadable().getFirst().row()).startsWith("event ");
    assertThat(batch.unreadable().getFirst().content()).startsWith("{\"x\": 1000");
    assertThat(batch.unreadable().getFirst().reason()).contains("a number");
    cursor = batch.cursor();
    assertThat(outbox.poll(cursor, 100).isEmpty()).isTrue();
  }

  /// Its line stands in everybody's view.
  @Test
  void aRowOf30MegabytesIsADeadLetterAndCostsNobodyAView() {
    take();
    kernel
        .database
        .writes()
        .useTransaction(handle -> {
          event(handle, "before");
          handle.execute(
              "insert into event (type, principal, line, fields) values ('transfer', 'gamma',"
                  + " repeat('x', 30000000), jsonb_build_object('x', repeat('x', 30000000)))");
          handle.execute(
              "insert into event (type, principal, line, fields)"
                  + " values ('test', 'beta', 'after', '{}')");
        });

    Batch batch = outbox.poll(cursor, 100);

    assertThat(lines(batch.events())).containsExactly("before", "after");
    assertThat(batch.unreadable())
        .singleElement()
        .satisfies(row -> {
          assertThat(row.row()).startsWith("event ");
          assertThat(row.content()).isEmpty();
          assertThat(row.reason()).contains(" bytes, which were not read");
        });
    assertThat(batch.events())
        .filteredOn(event -> event.change() instanceof WorldEvent.EntityPut)
        .extracting(WorldEvent::scene)
        .containsExactly(KernelScenes.of("gamma"), KernelScenes.of("beta"));
    assertThat(sight("beta", batch.events()).summary()).contains("Others lately: xxx");
  }

  @Test
  void aViewThatCanNotBeMadeCostsItsPrincipalAlone() {
    take();
    kernel
        .database
        .writes()
        .useTransaction(handle -> {
          handle.execute("alter table resource alter column amount type numeric");
          handle.execute(
              "update resource set amount = cast('1e100000' as numeric)"
                  + " where principal_id = 'beta' and name = 'llm_budget'");
          handle.execute(
              "insert into event (type, principal, other, line, fields)"
                  + " values ('test', 'beta', 'alpha', 'both', '{}')");
        });

    Batch batch = outbox.poll(cursor, 100);

    assertThat(batch.unreadable())
        .singleElement()
        .satisfies(view -> {
          assertThat(view.row()).startsWith("view at event ");
          assertThat(view.content()).isEqualTo("beta");
        });
    assertThat(batch.events())
        .filteredOn(event -> event.change() instanceof WorldEvent.EntityPut)
        .extracting(WorldEvent::scene)
        .containsExactly(KernelScenes.of("alpha"));
  }

  /// JSON takes three bytes for one of these, and six for a control character.
  @ParameterizedTest
  @ValueSource(strings = {"'x'", "'語'", "chr(1)"})
  void linesOfAnyLengthLeaveRoomInTheViewsOfOthers(String letter) {
    take();
    kernel
        .database
        .writes()
        .useTransaction(handle ->
            handle.execute(
                "insert into event (type, principal, other, line, fields)"
                    + " select 'transfer', repeat(%1$s, 20000), 'alpha', repeat(%1$s, 20000), '{}'"
                        .formatted(letter)
                    + " from generate_series(1, 12)"));

    List<WorldEvent> views =
        take().stream().filter(event -> event.change() instanceof WorldEvent.EntityPut).toList();

    assertThat(views)
        .extracting(WorldEvent::scene)
        .isNotEmpty()
        .containsOnly(KernelScenes.of("alpha"));
    assertThat(views)
        .allSatisfy(view -> assertThat(Json.bytes(view)).hasSizeLessThan(10_000))
        .allSatisfy(
            view -> assertThat(Json.text(view)).contains("\"recent\"").contains("transfer"));
  }

  @Test
  void aCursorThatIsNotOursIsRefused() {
    assertThatThrownBy(() -> outbox.poll("1; drop table event", 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cursor");
  }
}
