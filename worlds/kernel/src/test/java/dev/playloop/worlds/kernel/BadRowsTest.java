package dev.playloop.worlds.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.json.Json;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.worlds.kernel.model.KernelScenes;
import dev.playloop.worlds.model.WorldSource.Batch;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Rows and views of which nothing can be made, and rows as long as they like.
@NeedsInfra
class BadRowsTest extends OutboxCase {
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
        .allSatisfy(view ->
            assertThat(Json.text(view)).contains("\"recent\"").contains("transfer").contains("…"));
  }
}
