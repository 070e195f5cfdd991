package dev.playloop.projector.shell;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CatchingUpTest {
  private static final long START = 100_000;

  private final CatchingUp task = new CatchingUp(START);

  @Test
  void afterAStartDeadlinesWaitForWhatLiesOnTheTopics() {
    assertThat(task.tick(START + 20)).isFalse();
    task.read(START - 70_000, START + 30);
    assertThat(task.tick(START + 40)).isFalse();
    task.read(START - 10, START + 50);
    assertThat(task.tick(START + 60)).isFalse();

    task.read(START + 55, START + 70);

    assertThat(task.tick(START + 80)).isTrue();
  }

  @Test
  void whereNothingComesDeadlinesWaitForAMoment() {
    for (long now = START; now < START + CatchingUp.QUIET_MILLIS; now += 20) {
      assertThat(task.tick(now)).isFalse();
    }
    assertThat(task.tick(START + CatchingUp.QUIET_MILLIS)).isTrue();
  }

  @Test
  void aRecordOfTheBacklogBeginsTheMomentAnew() {
    for (long now = START; now < START + 1_500; now += 20) {
      assertThat(task.tick(now)).isFalse();
    }
    task.read(START - 1, START + 1_500);
    for (long now = START + 1_500; now < START + 3_500; now += 20) {
      assertThat(task.tick(now)).isFalse();
    }
    assertThat(task.tick(START + 3_500)).isTrue();
  }

  @Test
  void afterAStandstillItStartsOver() {
    task.read(START, START);
    assertThat(task.tick(START + 20)).isTrue();

    long back = START + 20 + CatchingUp.STANDSTILL_MILLIS + 1;

    assertThat(task.tick(back)).isFalse();
    task.read(back - 1, back);
    assertThat(task.tick(back + 20)).isFalse();
    task.read(back + 21, back + 22);
    assertThat(task.tick(back + 40)).isTrue();
  }

  @Test
  void aTaskThatKeepsUpNeverWaits() {
    task.read(START, START);
    for (long now = START; now < START + 10_000; now += 500) {
      assertThat(task.tick(now)).isTrue();
    }
  }
}
