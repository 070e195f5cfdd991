package dev.playloop.console.live;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Who opens many streams keeps nobody else from looking.
class StreamPlacesTest {
  private final StreamPlaces places = new StreamPlaces();

  @Test
  void onePersonHasAFewAndTheOthersHaveTheRest() {
    for (int i = 0; i < StreamPlaces.EACH; i++) {
      assertThat(places.take("ada")).isTrue();
    }
    assertThat(places.take("ada")).as("one more").isFalse();
    for (int i = 0; i < StreamPlaces.MOST - StreamPlaces.EACH; i++) {
      assertThat(places.take("person-" + i)).isTrue();
    }
    assertThat(places.take("late")).as("beyond all").isFalse();

    places.leave("ada");
    assertThat(places.take("late")).isTrue();
    places.leave("late");
    assertThat(places.take("ada")).isTrue();
    assertThat(places.take("ada")).isFalse();
  }
}
