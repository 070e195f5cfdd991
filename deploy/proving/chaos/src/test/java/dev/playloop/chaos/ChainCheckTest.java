package dev.playloop.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.playloop.chaos.check.ChainCheck;
import dev.playloop.chaos.check.Checker;
import dev.playloop.chaos.check.Violation;
import dev.playloop.chaos.check.Violation.Kind;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Each promise about a chain, broken once; and what looks like a breach and is none.
class ChainCheckTest {
  private static final String ONE = "eternum/e0:t1#1.1";
  private static final String TWO = "eternum/e1:t1#1.1";
  private static final String THREE = "eternum/e2:t1#1.1";

  @ParameterizedTest(name = "{0}")
  @MethodSource("breaches")
  void aBrokenPromiseIsFound(String promise, ChainFactsOf facts, List<Kind> kinds) {
    assertThat(kinds(facts)).as(promise).containsExactlyInAnyOrderElementsOf(kinds);
  }

  static Stream<Arguments> breaches() {
    return Stream.of(
        row("an intent that lands twice, by two attempts", Kind.DUPLICATE)
            .of(done(ONE, 0, "0xa").signed(ONE, 1, "0xb").landed(1, "0xb")),
        row("the same bytes in two blocks", Kind.DUPLICATE, Kind.ORDER)
            .of(done(ONE, 0, "0xa").landed(0, "0xa")),
        row("a transaction of nobody", Kind.DUPLICATE)
            .of(done(ONE, 0, "0xa").landed(1, "0xstranger")),
        row("a transaction of two intents", Kind.DUPLICATE)
            .of(done(ONE, 0, "0xa").signed(TWO, 0, "0xa").told(TWO, "DONE", "0xa")),
        row("the same bytes of two that both expired", Kind.DUPLICATE, Kind.UNTRUE)
            .of(expired(ONE).signed(TWO, 0, "0xa").landed(0, "0xa").told(TWO, "EXPIRED", "")),
        row(
                "bytes of one that expired, and of one that has not ended",
                Kind.DUPLICATE,
                Kind.UNTRUE,
                Kind.LOST)
            .of(expired(ONE).signed(TWO, 0, "0xa").landed(0, "0xa")),
        row("bytes of one that expired, which landed once more", Kind.DUPLICATE, Kind.ORDER)
            .of(and(expired(ONE), TWO, 0, "0xa").landed(0, "0xa")),
        row("bytes of one that expired, and of two that are done", Kind.DUPLICATE)
            .of(
                and(expired(ONE), TWO, 0, "0xa")
                    .signed(THREE, 0, "0xa")
                    .told(THREE, "DONE", "0xa")),
        row("one that expired, was issued again, and landed both times", Kind.DUPLICATE)
            .of(and(expired(ONE).landed(0, "0xa"), ONE, 1, "0xb")),
        row("the same, where the next one was refused", Kind.DUPLICATE, Kind.UNTRUE, Kind.OVERSPEND)
            .of(
                and(
                    expired(ONE).signed(TWO, 0, "0xa").landed(0, "0xa").told(TWO, "REFUSED", ""),
                    ONE,
                    1,
                    "0xb")),
        row("bytes of one that was issued again and has no other receipt", Kind.DUPLICATE)
            .of(and(expired(ONE), TWO, 0, "0xa").told(ONE, "DONE", "0xa")),
        row("a nonce that is left out", Kind.ORDER).of(done(ONE, 1, "0xa")),
        row("a gap between two nonces", Kind.ORDER).of(and(done(ONE, 0, "0xa"), TWO, 2, "0xb")),
        row("an intent without a result", Kind.LOST).of(new ChainFactsOf().signed(ONE, 0, "0xa")),
        row("what landed, without a result", Kind.LOST)
            .of(new ChainFactsOf().signed(ONE, 0, "0xa").landed(0, "0xa")),
        row("what nobody knows of in the end", Kind.LOST)
            .of(
                new ChainFactsOf()
                    .signed(ONE, 0, "0xa")
                    .told(ONE, "EXPIRED", "")
                    .told(ONE, "UNKNOWN", "")),
        row("not begun in time, and on the chain", Kind.UNTRUE)
            .of(new ChainFactsOf().signed(ONE, 0, "0xa").landed(0, "0xa").told(ONE, "EXPIRED", "")),
        row("two results that differ", Kind.DUPLICATE, Kind.UNTRUE)
            .of(done(ONE, 0, "0xa").told(ONE, "REFUSED", "")),
        row("done, and not on the chain", Kind.LOST)
            .of(new ChainFactsOf().signed(ONE, 0, "0xa").told(ONE, "DONE", "0xa")),
        row("done by another attempt than the one that landed", Kind.LOST)
            .of(
                new ChainFactsOf()
                    .signed(ONE, 0, "0xa")
                    .signed(ONE, 0, "0xb")
                    .landed(0, "0xb")
                    .told(ONE, "DONE", "0xa")),
        row("refused, and on the chain", Kind.UNTRUE)
            .of(new ChainFactsOf().signed(ONE, 0, "0xa").landed(0, "0xa").told(ONE, "REFUSED", "")),
        row("reverted, and told as done", Kind.UNTRUE)
            .of(
                new ChainFactsOf()
                    .signed(ONE, 0, "0xa")
                    .landed(0, "0xa", 60, true)
                    .told(ONE, "DONE", "0xa")),
        row("a receipt without an intent", Kind.UNTRUE)
            .of(new ChainFactsOf().told(ONE, "DONE", "0xa")),
        row("an attempt that may pass the cap", Kind.OVERSPEND)
            .of(
                new ChainFactsOf()
                    .signed(ONE, 0, "0xa", 101, ChainFactsOf.DAY)
                    .landed(0, "0xa")
                    .told(ONE, "DONE", "0xa")),
        row("a fee that passes what was signed", Kind.OVERSPEND)
            .of(
                new ChainFactsOf()
                    .signed(ONE, 0, "0xa")
                    .landed(0, "0xa", 91, false)
                    .told(ONE, "DONE", "0xa")),
        row("a day that passes its sum, by a reverted one", Kind.OVERSPEND)
            .of(
                done(ONE, 0, "0xa")
                    .signed(TWO, 1, "0xb", 100, ChainFactsOf.DAY)
                    .landed(1, "0xb", 91, true)
                    .told(TWO, "FAILED", "0xb")));
  }

  @Test
  void whatIsAsItShouldBeHolds() {
    ChainFactsOf facts =
        and(done(ONE, 0, "0xa"), TWO, 1, "0xb")
            .signed("eternum/e2:t1#1.1", 2, "0xunsent")
            .told("eternum/e2:t1#1.1", "REFUSED", "")
            .told("eternum/e3:t1#1.1", "REFUSED", "");
    assertThat(kinds(facts)).isEmpty();
  }

  @Test
  void aDearerAttemptAndAResultThatIsToldTwiceAreNoBreach() {
    ChainFactsOf facts =
        new ChainFactsOf()
            .signed(ONE, 0, "0xa")
            .signed(ONE, 0, "0xb", 100, ChainFactsOf.DAY)
            .landed(0, "0xb", 95, false)
            .told(ONE, "DONE", "0xb")
            .told(ONE, "DONE", "0xb");
    assertThat(kinds(facts)).isEmpty();
  }

  @Test
  void anActionThatExpiredUnsentMayBeSignedAnew() {
    assertThat(kinds(done(ONE, 0, "0xb").signed(ONE, 7, "0xunsent"))).isEmpty();
  }

  /// Seed 220 of three brokers: the same call with the nonce that was left.
  @Test
  void theNextOneMayHaveTheBytesOfOneThatExpiredUnsent() {
    assertThat(kinds(and(expired(ONE), TWO, 0, "0xa"))).isEmpty();
  }

  /// Seed 4245: and is then issued again itself.
  @Test
  void theOneThatExpiredUnsentMayLandBehindTheNextOne() {
    assertThat(kinds(and(and(expired(ONE), TWO, 0, "0xa"), ONE, 1, "0xb"))).isEmpty();
  }

  @Test
  void anActionThatWasNotBegunInTimeHasEnded() {
    assertThat(kinds(new ChainFactsOf().signed(ONE, 0, "0xunsent").told(ONE, "EXPIRED", "")))
        .isEmpty();
  }

  @Test
  void aWordThatIsNotTheLastIsNoResult() {
    assertThat(
            kinds(
                new ChainFactsOf()
                    .signed(ONE, 0, "0xa")
                    .landed(0, "0xa")
                    .told(ONE, "UNKNOWN", "")
                    .told(ONE, "EXPIRED", "")
                    .told(ONE, "DONE", "0xa")
                    .told(ONE, "UNKNOWN", "")))
        .isEmpty();
  }

  @Test
  void twoDaysHaveASumEach() {
    ChainFactsOf facts =
        done(ONE, 0, "0xa")
            .signed(TWO, 1, "0xb", 100, ChainFactsOf.DAY.plusDays(1))
            .landed(1, "0xb", 95, false)
            .told(TWO, "DONE", "0xb");
    assertThat(kinds(facts)).isEmpty();
  }

  @Test
  void aHistoryIsHeldAgainstItsChainToo() {
    FactsOf facts = new FactsOf();
    facts.chain = new ChainFactsOf().signed(ONE, 0, "0xa").facts();
    assertThat(Checker.check(facts.facts(), Duration.ofSeconds(5)))
        .extracting(Violation::kind)
        .containsExactly(Kind.LOST);
  }

  /// Signed as the first one of its account, and not begun in time.
  private static ChainFactsOf expired(String action) {
    return new ChainFactsOf().signed(action, 0, "0xa").told(action, "EXPIRED", "");
  }

  /// Landed, and told so.
  private static ChainFactsOf done(String action, long nonce, String hash) {
    return and(new ChainFactsOf(), action, nonce, hash);
  }

  private static ChainFactsOf and(ChainFactsOf facts, String action, long nonce, String hash) {
    return facts.signed(action, nonce, hash).landed(nonce, hash).told(action, "DONE", hash);
  }

  private record Row(String promise, List<Kind> kinds) {
    Arguments of(ChainFactsOf facts) {
      return arguments(promise, facts, kinds);
    }
  }

  private static Row row(String promise, Kind... kinds) {
    return new Row(promise, List.of(kinds));
  }

  private static List<Kind> kinds(ChainFactsOf facts) {
    return ChainCheck.check(facts.facts()).stream().map(Violation::kind).distinct().toList();
  }
}
