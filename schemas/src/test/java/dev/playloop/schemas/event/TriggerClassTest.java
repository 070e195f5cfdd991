package dev.playloop.schemas.event;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TriggerClassTest {
  @ParameterizedTest
  @CsvSource({
    "chat.message, CONVERSATION",
    "chat, CONVERSATION",
    "schedule.daily, SCHEDULE",
    "tally.iteration, SCHEDULE",
    "idle.tick, IDLE",
    "idle.iteration, IDLE",
    "tally.raised, EVENT",
    "iteration, EVENT",
    "chatter.message, EVENT"
  })
  void aKindHasAClassByItsFirstPartOrAsAnIteration(String kind, TriggerClass triggerClass) {
    assertThat(TriggerClass.of(kind)).isEqualTo(triggerClass);
  }
}
