package dev.playloop.loop;

import static dev.playloop.loop.Arrives.message;
import static dev.playloop.loop.Configs.rules;
import static dev.playloop.loop.ModelSays.buy;
import static dev.playloop.loop.ModelSays.call;
import static dev.playloop.loop.ModelSays.calls;
import static dev.playloop.loop.ModelSays.work;
import static dev.playloop.loop.PeopleSay.approve;
import static dev.playloop.loop.PeopleSay.deny;
import static dev.playloop.loop.PeopleSay.edit;
import static dev.playloop.loop.PeopleSay.halted;
import static dev.playloop.loop.PeopleSay.replay;
import static dev.playloop.loop.PeopleSay.resumed;
import static dev.playloop.loop.PeopleSay.withdraw;
import static dev.playloop.loop.Rules.ANNA;
import static dev.playloop.loop.Rules.BEN;
import static dev.playloop.loop.Rules.CARL;
import static dev.playloop.loop.Rules.previewed;
import static dev.playloop.loop.Rules.toBoss;
import static dev.playloop.loop.Rules.treasurer;
import static dev.playloop.loop.Rules.two;
import static dev.playloop.loop.Scenario.ada;
import static dev.playloop.loop.Scenario.after;
import static dev.playloop.loop.Scenario.unnoticed;
import static dev.playloop.loop.WorldSays.actionId;
import static dev.playloop.loop.WorldSays.done;
import static dev.playloop.loop.WorldSays.doneAt;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.loop.state.Phase;
import dev.playloop.schemas.event.ApprovalControl.About;
import dev.playloop.schemas.event.ApprovalControl.Approve;
import dev.playloop.schemas.event.ApprovalControl.Confirm;
import dev.playloop.schemas.event.ApprovalEvent;
import dev.playloop.schemas.event.ApprovalEvent.Why;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.View;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.ToolCall;
import java.time.Duration;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What a thief, a race or bad luck might try with people's words.
class ApprovalAttackTest {
  static final String BUY = "t1#1.1";

  static Scenario.Event sees(int gold) {
    return s ->
        s.view =
            View.of(Configs.ADA, s.now, Json.NODES.objectNode().put("gold", gold))
                .version(gold)
                .tokens(9);
  }

  @Test
  void aPreviewThatComesDuringAHaltReleasesNothing() {
    ada(rules(previewed(treasurer("buy_item"))))
        .given(sees(5), message("t1", "bob"), calls(buy("food")), done("t1#1.401"))
        .given(sees(6), approve(BUY, ANNA))
        .when(halted("all"), done("t1#1.501"))
        .then()
        .when(resumed())
        .then("release buy_item " + BUY);
  }

  @Test
  void aRunThatIsParkedDuringAHaltLosesNothingOfItsTime() {
    ada(rules(treasurer("buy_item")))
        .given(message("t1", "bob"), calls(call("get_stats", "{}"), buy("food")))
        .given(after(Duration.ofMinutes(1)), halted("all"), unnoticed(Duration.ofMinutes(8)))
        .given(done("t1#1.1"), unnoticed(Duration.ofMinutes(5)), resumed())
        .when(approve("t1#1.2", ANNA))
        .then("release buy_item t1#1.2")
        .given(done("t1#1.2"))
        .when(after(Duration.ofMinutes(7)))
        .then("turn t1#2");
  }

  @Test
  void aWordThatCountedForNothingIsNotGoodOnceTheOtherIsTakenBack() {
    Scenario s =
        ada(rules(two(treasurer("buy_item"))))
            .given(message("t1", "bob"), calls(buy("food")), approve(BUY, ANNA));
    s.given(unnoticed(Duration.ofSeconds(1)));
    Approve again = new Approve(Configs.ADA, PeopleSay.about(s, BUY), ANNA, "yes!", s.now);
    s.given(replay(again), unnoticed(Duration.ofSeconds(1)), withdraw(BUY, ANNA))
        .given(approve(BUY, BEN))
        .when(replay(again))
        .then();
  }

  @Test
  void whoAgreesAnewAfterTakingItBackCounts() {
    ada(rules(treasurer("buy_item"), two(treasurer("do_work"))))
        .given(message("t1", "bob"), calls(work("mine")), approve(BUY, ANNA))
        .given(unnoticed(Duration.ofSeconds(1)), withdraw(BUY, ANNA), approve(BUY, BEN))
        .given(unnoticed(Duration.ofSeconds(1)))
        .when(approve(BUY, ANNA))
        .then("release do_work " + BUY);
  }

  @Test
  void anAnswerThatNamesNoQuestionIsNoneToTheNext() {
    Scenario s =
        ada(rules(previewed(treasurer("buy_item"))))
            .given(sees(5), message("t1", "bob"), calls(buy("food")), done("t1#1.401"));
    String hash = PeopleSay.about(s, BUY).argsHash();
    Approve old = new Approve(Configs.ADA, new About(actionId(BUY), null, hash), ANNA, null, s.now);
    s.given(sees(6), approve(BUY, BEN), WorldSays.failed("t1#1.501", "poor"))
        .when(replay(old))
        .then();
  }

  @Test
  void aTriggerThatComesAsTheQuestionEndsIsQueuedLikeAnyOther() {
    ada(rules(treasurer("buy_item")))
        .given(message("t1", "bob"), calls(buy("food")), unnoticed(Rules.STANDS))
        .when(message("t2", "joe"))
        .then("turn t1#2")
        .thenEvents("TriggerQueued");
  }

  @Test
  void aCallThatWasDeniedWithOtherArgumentsIsNotAskedAgain() {
    ada(rules(two(treasurer("buy_item"))))
        .given(message("t1", "bob"), calls(buy("food")))
        .given(edit(BUY, "{\"item\":\"bread\",\"quantity\":1}", ANNA), deny(BUY, BEN))
        .when(calls(buy("food")))
        .then("turn t1#3")
        .when(calls(buy("bread")))
        .then("turn t1#4");
  }

  @Test
  void anEditMayNotOutgrowWhatAModelMaySay() {
    String job = "x".repeat(30_000);
    ada(rules(treasurer("do_work")))
        .given(message("t1", "bob"), calls(work("mine")))
        .when(edit(BUY, "{\"job\":\"" + job + "\"}", ANNA))
        .then()
        .thenIgnored(Why.INVALID_ARGUMENTS);
  }

  @Test
  void largeWordsDoNotFillTheState() {
    String reason = "ü".repeat(60_000);
    Scenario s =
        ada(rules(treasurer("buy_item"))).given(message("t1", "bob"), message("t2", "joe"));
    s.given(calls(buy("food")));
    s.control(
        new dev.playloop.schemas.event.ApprovalControl.Deny(
            Configs.ADA, PeopleSay.about(s, BUY), ANNA, reason, s.now));
    assertThat(Json.bytes(s.state()).length).isLessThan(20_000);
    assertThat(s.promptText().length()).isLessThan(20_000);
  }

  @Test
  void whoIsAskedAfterTheFirstMayEdit() {
    ada(rules(toBoss(treasurer("buy_item"))))
        .given(message("t1", "bob"), calls(buy("food")), after(Rules.STANDS))
        .when(edit(BUY, "{\"item\":\"bread\",\"quantity\":1}", CARL))
        .then("release buy_item " + BUY)
        .thenEvents("Ended");
  }

  @Test
  void theParkedRunsEndLeavesTheOpenOneWaitingForItsView() {
    Scenario s =
        ada(rules(treasurer("buy_item")))
            .given(message("t1", "bob"), calls(buy("food")), message("t2", "joe"))
            .given(calls(call("press_button", "{\"button\":\"A\"}")), doneAt("t2#1.1", 7));
    assertThat(Objects.requireNonNull(s.state().run()).phase()).isInstanceOf(Phase.Viewing.class);
    s.given(PeopleSay.cancel("t1"));
    assertThat(s.wish()).isEqualTo(7);
  }

  @Test
  void whoHasNotTheRolesOfAToolConfirmsNoLateWriteOfIt() {
    ada(rules(treasurer("buy_item")))
        .given(message("t1", "bob"), calls(buy("food")), approve(BUY, ANNA))
        .given(PeopleSay.cancel("t1"), after(Duration.ofHours(1)))
        .when(confirm(BUY, Rules.DORA))
        .thenIgnored(Why.MISSING_ROLE)
        .when(confirm(BUY, ANNA))
        .thenEvents("Confirmed");
  }

  private static Scenario.Event confirm(String action, dev.playloop.schemas.event.Author by) {
    return s -> s.control(Confirm.of(Configs.ADA, actionId(action), true, by, s.now));
  }

  @Test
  void noCallOfAModelHasTheIdOfAnothersPreview() {
    ToolCall[] many =
        Stream.concat(
                IntStream.range(0, 400).mapToObj(_ -> call("note", "{\"text\":\"n\"}")),
                Stream.of(call("get_stats", "{}"), buy("food")))
            .toArray(ToolCall[]::new);
    Scenario s =
        ada(rules(previewed(treasurer("buy_item")))).given(message("t1", "bob")).when(calls(many));
    assertThat(s.commands())
        .filteredOn(dev.playloop.loop.state.Command.ReleaseAction.class::isInstance)
        .extracting(CommandText::show)
        .doesNotHaveDuplicates()
        .noneMatch(one -> one.startsWith("simulate") && one.matches(".*\\.([1-9]\\d{0,2})$"));
  }

  @Test
  void aGrantEndsInTimeThoughNothingHappens() {
    ada(rules(treasurer("buy_item")))
        .given(PeopleSay.grant("g1", "buy_item", "{}", 3, ANNA))
        .when(after(Duration.ofHours(2)))
        .thenEvents("GrantEnded");
  }

  @Test
  void theModelIsToldWhatAPersonMadeOfItsCallAndWhy() {
    ada(rules(treasurer("buy_item")))
        .given(message("t1", "bob"), calls(buy("food")))
        .given(edit(BUY, "{\"item\":\"bread\",\"quantity\":2}", ANNA), done(BUY))
        .given(s -> {})
        .thenPrompt("anna changed", "bread", "less will do");
  }

  @Test
  void aWaitThatIsOverWithThePreviewIsAnsweredOnce() {
    ada(rules(previewed(treasurer("buy_item"))))
        .given(message("t1", "bob"), calls(buy("food"), call("wait", "{\"seconds\":60}")))
        .given(unnoticed(Duration.ofMinutes(5)))
        .when(after(Duration.ZERO))
        .thenEvents("ApprovalAsked");
  }

  @Test
  void wordsThatCannotBeTakenAreDroppedAndTheFoldGoesOn() {
    Scenario s =
        ada(rules(treasurer("buy_item")))
            .given(message("t1", "bob"), calls(buy("food")), message("t2", "joe"));
    s.poisoned(new Approve(Configs.ADA, PeopleSay.about(s, BUY), ANNA, null, s.now));
    assertThat(s.events()).noneMatch(ApprovalEvent.Answered.class::isInstance);
    assertThat(s.events()).anyMatch(LoopEvent.Poisoned.class::isInstance);
  }
}
