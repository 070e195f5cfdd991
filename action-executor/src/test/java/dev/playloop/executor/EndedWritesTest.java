package dev.playloop.executor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.id.ActionId;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EndedWritesTest {
  private static final long SEED = 1;

  @Test
  void itKnowsWhatAMapKnows() {
    Random random = new Random(SEED);
    EndedWrites ended = new EndedWrites();
    Map<ActionId, Status> expected = new HashMap<>();
    Status[] statuses = Status.values();
    for (int i = 0; i < 200_000; i++) {
      ActionId action = action(random.nextInt(150_000));
      Status status = statuses[random.nextInt(statuses.length)];
      ended.put(EndedWrites.Key.of(action), status);
      expected.put(action, status);
    }

    assertThat(ended.size()).isEqualTo(expected.size());
    for (int i = 0; i < 150_000; i++) {
      ActionId action = action(i);
      assertThat(ended.find(EndedWrites.Key.of(action)))
          .as("seed %d, %s", SEED, action)
          .isEqualTo(expected.get(action));
    }
  }

  private static ActionId action(int number) {
    return new ActionId("test/ada:t" + number + "#1.1");
  }
}
