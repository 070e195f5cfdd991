package dev.playloop.worlds.chain.lane.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.worlds.chain.backend.AccountNonces;
import dev.playloop.worlds.chain.backend.SeenAttempt;
import dev.playloop.worlds.chain.backend.SeenAttempt.Stage;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The table of steps: what is seen of a transaction with nonce 5, and what follows. Attempts are
/// `-` not known, `w` waiting, `p` executed, `b` in a block; nonces are pending/latest.
final class LaneDeciderTest {
  private static final LaneDecider IN_A_BLOCK = new LaneDecider(Stage.ACCEPTED, 3);
  private static final LaneDecider EARLY = new LaneDecider(Stage.PRE_CONFIRMED, 3);

  @ParameterizedTest
  @CsvSource({
    // attempts, nonces, dearer, suspicions, step
    "b,  6/6, false, 0, Landed 0",
    "-b, 6/6, false, 0, Landed 1",
    "b-, 6/6, true,  2, Landed 0",
    "wb, 6/6, true,  0, Landed 1",
    "p,  6/5, false, 0, Watch",
    "p,  6/5, true,  0, Watch",
    "w,  5/5, false, 0, Watch",
    "w,  5/5, true,  0, Bump",
    "w-, 5/5, true,  0, Bump",
    "-,  5/5, false, 0, Send 0",
    "--, 5/5, false, 0, Send 1",
    "-,  5/4, false, 0, Send 0",
    "-,  5/5, true,  0, Bump",
    "-,  6/5, false, 0, Watch",
    "-,  6/5, true,  0, Watch",
    "-,  6/6, false, 0, Suspicious",
    "-,  6/6, true,  0, Suspicious",
    "-,  6/6, false, 1, Suspicious",
    "-,  6/6, false, 2, Foreign",
    "--, 9/9, false, 2, Foreign",
    "-,  4/4, false, 0, Earlier",
    "-,  3/3, true,  0, Earlier",
    "-,  2/2, false, 0, Forgotten",
    "p,  2/2, false, 0, Forgotten",
    "w,  0/0, true,  0, Forgotten"
  })
  void eachSightHasItsStep(
      String attempts, String nonces, boolean dearer, int suspicions, String step) {
    assertThat(text(IN_A_BLOCK.decide(sight(attempts, nonces, dearer, suspicions))))
        .isEqualTo(step);
  }

  @Test
  void whereTheProfileSaysSoWhatIsExecutedHasLanded() {
    assertThat(text(EARLY.decide(sight("p", "6/5", false, 0)))).isEqualTo("Landed 0");
    assertThat(text(EARLY.decide(sight("w", "5/5", false, 0)))).isEqualTo("Watch");
  }

  @Test
  void whatHadLandedIsSentAgainAndNoOtherAttempt() {
    LaneSight sight =
        new LaneSight(
            attempts("--"), 5, new AccountNonces(5, 5), new LaneSight.Beside(3, 0, false, 0));

    assertThat(text(IN_A_BLOCK.decide(sight))).isEqualTo("Send 0");
  }

  @ParameterizedTest
  @CsvSource({
    // expected (- for none), nonces, next
    "-, 5/5, Take 5",
    "5, 5/5, Take 5",
    "-, 6/5, Wait",
    "5, 6/5, Wait",
    "6, 5/5, Wait",
    "4, 5/5, Foreign",
    "4, 9/9, Foreign",
    "-, 2/2, Forgotten",
    "5, 2/2, Forgotten"
  })
  void aNewIntentGetsTheNonceBehindAllOthersOrNone(String expected, String nonces, String next) {
    assertThat(
            text(
                IN_A_BLOCK.next(
                    expected.equals("-") ? null : Long.valueOf(expected), 3, nonces(nonces))))
        .isEqualTo(next);
  }

  @Test
  void earlyAnswersTakeTheNextNonceEarly() {
    assertThat(text(EARLY.next(6L, 3, nonces("6/5")))).isEqualTo("Take 6");
    assertThat(text(EARLY.next(5L, 3, nonces("6/5")))).isEqualTo("Foreign");
  }

  @Test
  void oneLookIsNeverBelieved() {
    assertThatThrownBy(() -> new LaneDecider(Stage.ACCEPTED, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new LaneDecider(Stage.WAITING, 3))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static LaneSight sight(String attempts, String nonces, boolean dearer, int suspicions) {
    LaneSight.Beside beside = new LaneSight.Beside(3, attempts.length() - 1, dearer, suspicions);
    return new LaneSight(attempts(attempts), 5, nonces(nonces), beside);
  }

  private static AccountNonces nonces(String text) {
    List<Long> both = Arrays.stream(text.split("/")).map(Long::valueOf).toList();
    return new AccountNonces(both.getFirst(), both.getLast());
  }

  private static List<SeenAttempt> attempts(String text) {
    return text.chars()
        .mapToObj(c ->
            new SeenAttempt(
                switch (c) {
                  case '-' -> Stage.UNKNOWN;
                  case 'w' -> Stage.WAITING;
                  case 'p' -> Stage.PRE_CONFIRMED;
                  case 'b' -> Stage.ACCEPTED;
                  default -> throw new IllegalArgumentException(text);
                },
                false,
                null))
        .toList();
  }

  private static String text(LaneStep step) {
    return switch (step) {
      case LaneStep.Landed(int attempt) -> "Landed " + attempt;
      case LaneStep.Send(int attempt) -> "Send " + attempt;
      case LaneStep.Watch(String _, boolean suspicious) -> suspicious ? "Suspicious" : "Watch";
      case LaneStep.Bump _ -> "Bump";
      case LaneStep.Earlier _ -> "Earlier";
      case LaneStep.Foreign _ -> "Foreign";
      case LaneStep.Forgotten _ -> "Forgotten";
    };
  }

  private static String text(LaneDecider.NextNonce next) {
    return switch (next) {
      case LaneDecider.NextNonce.Take(long nonce) -> "Take " + nonce;
      case LaneDecider.NextNonce.Wait _ -> "Wait";
      case LaneDecider.NextNonce.Foreign _ -> "Foreign";
      case LaneDecider.NextNonce.Forgotten _ -> "Forgotten";
    };
  }
}
