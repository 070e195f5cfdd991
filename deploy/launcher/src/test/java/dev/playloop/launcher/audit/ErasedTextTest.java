package dev.playloop.launcher.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.audit.erase.Erased;
import dev.playloop.schemas.id.AgentId;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What whoever asked for an erasure reads: above all what was not erased, and what to do.
final class ErasedTextTest {
  private static String told(Erased erased) {
    StringWriter text = new StringWriter();
    new ErasedText(new PrintWriter(text, true)).accept(erased);
    return text.toString();
  }

  @Test
  void whatIsKeptIsNamedWithWhoHasNotConsumedIt() {
    assertThat(told(new Erased.Kept("playloop.turns", 2, 10, 15, "playloop.reasoner")))
        .isEqualTo(
            "  NOT deleted  playloop.turns-2 from 10 to 15: playloop.reasoner has not consumed it;"
                + " until retention\n");
  }

  @Test
  void aQuestionThatNamesTheSubjectIsSaidToStandUntilItIsAnswered() {
    assertThat(told(new Erased.StillAsked("society/cal")))
        .contains("NOT deleted", "society/cal", "approvals list");
  }

  @Test
  void whereNobodysPayloadsAreSealedTheJournalIsSaidToStay() {
    assertThat(told(new Erased.NothingSealed("zed", false)))
        .contains("nothing is sealed for 'zed'", "NOT erased   the journal")
        .contains("PLAYLOOP_SUBJECT_MASTER_KEY");
    assertThat(told(new Erased.NothingSealed("zed", true)))
        .contains("nothing is sealed for 'zed'")
        .doesNotContain("NOT erased");
  }

  @Test
  void aWaitIsToldInSeconds() {
    assertThat(told(new Erased.Waiting(Duration.ofMillis(31_400)))).contains("waiting      31 s");
  }

  @Test
  void anEndThatLeftSomethingAsksForTheCommandAgain() {
    assertThat(told(new Erased.Ended(false))).contains("NOT all is deleted", "give this command");
    assertThat(told(new Erased.Ended(true))).contains("Left,").doesNotContain("NOT all");
  }

  @Test
  void atMostTenAgentsAreNamed() {
    List<AgentId> agents =
        IntStream.range(0, 12).mapToObj(i -> AgentId.of("tally", "a" + i)).toList();

    assertThat(told(new Erased.Forgotten("zed", agents)))
        .contains("forgotten by 12 agents", "tally/a9, …")
        .doesNotContain("tally/a10");
  }
}
