package dev.playloop.console.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.console.api.StoppedReadings.Stopped;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What is kept of runs that somebody reads on is bounded, taken by one alone, and none of it
/// outlives an erasure.
class StoppedReadingsTest {
  private final StoppedReadings<Reading> stopped = new StoppedReadings<>();

  private record Reading(String run, @Nullable Long next, long weight) implements Stopped {}

  private static Reading reading(int number, long weight) {
    return new Reading("run-" + number, 5L, weight);
  }

  private void keep(Reading reading) {
    stopped.keep(reading, stopped.erasures());
  }

  private List<Integer> left(int most) {
    return IntStream.range(0, most)
        .filter(number -> stopped.take("run-" + number, 5) != null)
        .boxed()
        .toList();
  }

  @Test
  void oneIsTakenOnceAndWhereItStoppedOnly() {
    Reading one = reading(1, 10);
    keep(one);

    assertThat(stopped.take("run-1", 6)).isNull();
    assertThat(stopped.take("run-2", 5)).isNull();
    assertThat(stopped.take("run-1", 5)).isSameAs(one);
    assertThat(stopped.take("run-1", 5)).isNull();
  }

  @Test
  void oneThatHasEndedIsNotKept() {
    keep(new Reading("run-0", null, 10));

    assertThat(left(1)).isEmpty();
    assertThat(stopped.take("run-0", 0)).isNull();
  }

  @Test
  void theNewestAreKept() {
    int many = StoppedReadings.MOST + 3;
    IntStream.range(0, many).forEach(number -> keep(reading(number, 1)));

    assertThat(left(many)).containsExactlyElementsOf(IntStream.range(3, many).boxed().toList());
  }

  @Test
  void heavyOnesMakeRoomAndTheNewestStaysHoweverHeavy() {
    long half = StoppedReadings.BYTES / 2;
    Stream.of(reading(0, half), reading(1, half), reading(2, half)).forEach(this::keep);
    assertThat(left(3)).containsExactly(1, 2);

    Stream.of(reading(0, 1), reading(1, 1), reading(2, 3 * half)).forEach(this::keep);
    assertThat(left(3)).containsExactly(2);
  }

  @Test
  void oneThatIsKeptAgainIsTheNewest() {
    long half = StoppedReadings.BYTES / 2;
    Stream.of(reading(0, half), reading(1, half), reading(0, half), reading(2, half))
        .forEach(this::keep);

    assertThat(left(3)).containsExactly(0, 2);
  }

  @Test
  void whatWasBegunBeforeAnErasureIsGone() {
    keep(reading(0, 1));
    long before = stopped.erasures();
    stopped.forget();
    stopped.keep(reading(1, 1), before);
    keep(reading(2, 1));

    assertThat(left(3)).containsExactly(2);
  }
}
