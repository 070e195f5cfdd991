package dev.playloop.launcher.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.playloop.schemas.approval.AnswerKind;
import dev.playloop.schemas.event.ApprovalEvent;
import dev.playloop.schemas.event.ApprovalEventAnsweredBuilder;
import dev.playloop.schemas.event.Author;
import dev.playloop.schemas.id.ActionId;
import java.time.Duration;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ApprovalTextTest {
  private static final ActionId WRITE = new ActionId("society/bea:m1#2.1");
  private static final Author MIA = Author.of("mia");

  @ParameterizedTest
  @MethodSource
  void whatPeopleSaidIsASentence(ApprovalEvent event, String words) {
    assertThat(ApprovalText.of(event)).isEqualTo(words);
  }

  static Stream<Arguments> whatPeopleSaidIsASentence() {
    return Stream.of(
        arguments(said(AnswerKind.APPROVE, null), "mia approves society/bea:m1#2.1"),
        arguments(said(AnswerKind.DENY, "Be kind."), "mia denies society/bea:m1#2.1: Be kind."),
        arguments(
            said(AnswerKind.WITHDRAW, null), "mia takes back what was said of society/bea:m1#2.1"),
        arguments(
            new ApprovalEvent.Confirmed(WRITE, false, MIA, "I looked."),
            "society/bea:m1#2.1 has not happened, says mia: I looked."),
        arguments(
            new ApprovalEvent.RunResumed(WRITE.run(), Duration.ofMillis(171)),
            "society/bea:m1 goes on after 171 ms"));
  }

  private static ApprovalEvent said(AnswerKind answer, @Nullable String reason) {
    return ApprovalEventAnsweredBuilder.builder()
        .action(WRITE)
        .answer(answer)
        .author(MIA)
        .reason(reason)
        .build();
  }

  @ParameterizedTest
  @CsvSource({"PT0S,0 ms", "PT0.999S,999 ms", "PT59S,59 s", "PT1H2M3S,1 h 2 min", "-P2D,2 d 0 h"})
  void timesAreInUnitsThatAPersonReads(Duration time, String words) {
    assertThat(Lasting.words(time)).isEqualTo(words);
  }
}
