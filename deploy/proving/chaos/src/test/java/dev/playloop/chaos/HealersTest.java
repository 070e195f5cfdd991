package dev.playloop.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class HealersTest {
  private final List<String> unhealed = new CopyOnWriteArrayList<>();

  @Test
  void whatDoesNotHealIsToldWithItsFaultAndItsReason() {
    try (Healers healers = new Healers(unhealed::add)) {
      healers.heal(
          new Fault.KillDatabase(),
          1,
          () -> {
            throw new UncheckedIOException(new IOException("the server does not start"));
          });
    }

    assertThat(unhealed)
        .singleElement()
        .asString()
        .contains("KillDatabase", "did not heal", "the server does not start");
  }

  @Test
  void whatHealsIsWaitedForAndNotTold() {
    AtomicBoolean healed = new AtomicBoolean();
    try (Healers healers = new Healers(unhealed::add)) {
      healers.heal(new Fault.KillDatabase(), 50, () -> healed.set(true));
    }

    assertThat(healed).isTrue();
    assertThat(unhealed).isEmpty();
  }
}
