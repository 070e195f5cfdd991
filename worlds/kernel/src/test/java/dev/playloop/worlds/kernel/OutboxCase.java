package dev.playloop.worlds.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.worlds.kernel.model.KernelWorld;
import dev.playloop.worlds.model.Perspective.Sight;
import dev.playloop.worlds.model.Scene;
import dev.playloop.worlds.model.WorldSource.Batch;
import java.util.ArrayList;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/// A kernel and its outbox, read as the source of its world reads it.
abstract class OutboxCase {
  TestKernel kernel;
  KernelOutbox outbox;
  @Nullable String cursor;

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

  List<WorldEvent> take() {
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

  Sight sight(String actor, List<WorldEvent> events) {
    Scene scene = Scene.empty(new KernelWorld().perspective().homeScene(actor));
    for (WorldEvent event : events) {
      scene = event.scene().equals(scene.id()) ? scene.with(event) : scene;
    }
    return new KernelWorld().perspective().see(scene, actor);
  }

  static void event(Handle handle, String line) {
    handle.execute(
        "insert into event (type, principal, line, fields) values ('test', 'nobody', ?, '{}')",
        line);
  }

  static List<String> lines(List<WorldEvent> events) {
    return events.stream()
        .map(WorldEvent::change)
        .filter(change -> change instanceof WorldEvent.Happening)
        .map(change -> ((WorldEvent.Happening) change).text())
        .toList();
  }
}
