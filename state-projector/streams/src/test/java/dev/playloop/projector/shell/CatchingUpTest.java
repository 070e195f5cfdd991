package dev.playloop.projector.shell;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CatchingUpTest {
  private static final long START = 100_000;
  private static final long YOUNG = CatchingUp.CLOCKS_DIFFER_MILLIS;

  private final CatchingUp task = new CatchingUp(START);

  @Test
  void afterAStartDeadlinesWaitForWhatLiesOnTheTopics() {
    assertThat(task.tick(START + 20)).isFalse();
    task.read(START - 70_000, START + 30);
    assertThat(task.tick(START + 40)).isFalse();
    task.read(START + YOUNG - 1, START + 50);
    assertThat(task.tick(START + 60)).isFalse();

    task.read(START + YOUNG, START + 70);

    assertThat(task.tick(START + 80)).isTrue();
  }

  @Test
  void whereNothingComesDeadlinesWaitForAWhile() {
    assertThat(quiet(START, START + CatchingUp.QUIET_MILLIS - 20)).isFalse();
    assertThat(task.tick(START + CatchingUp.QUIET_MILLIS)).isTrue();
  }

  @Test
  void aRecordOfTheBacklogBeginsTheWaitAnew() {
    long middle = START + CatchingUp.QUIET_MILLIS / 2;
    assertThat(quiet(START, middle)).isFalse();
    task.read(START - 1, middle);

    assertThat(quiet(middle, middle + CatchingUp.QUIET_MILLIS - 20)).isFalse();
    assertThat(task.tick(middle + CatchingUp.QUIET_MILLIS)).isTrue();
  }

  @Test
  void afterAStandstillItStartsOver() {
    task.read(START + YOUNG, START);
    assertThat(task.tick(START + 20)).isTrue();

    long back = START + 20 + CatchingUp.STANDSTILL_MILLIS + 1;

    assertThat(task.tick(back)).isFalse();
    task.read(back - 1, back);
    assertThat(task.tick(back + 20)).isFalse();
    task.read(back + YOUNG, back + 22);
    assertThat(task.tick(back + 40)).isTrue();
  }

  @Test
  void aTaskThatKeepsUpNeverWaits() {
    task.read(START + YOUNG, START);
    for (long now = START; now < START + 10_000; now += 500) {
      assertThat(task.tick(now)).isTrue();
    }
  }

  /// Ticks without a record; what the last one said.
  private boolean quiet(long from, long to) {
    boolean last = false;
    for (long now = from; now <= to; now += 20) {
      last = task.tick(now);
    }
    return last;
  }
}
