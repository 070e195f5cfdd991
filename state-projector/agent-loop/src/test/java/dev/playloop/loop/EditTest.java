package dev.playloop.loop;

import static dev.playloop.loop.ApprovalAttackTest.BUY;
import static dev.playloop.loop.Arrives.message;
import static dev.playloop.loop.Configs.rules;
import static dev.playloop.loop.ModelSays.buy;
import static dev.playloop.loop.ModelSays.calls;
import static dev.playloop.loop.PeopleSay.about;
import static dev.playloop.loop.PeopleSay.approve;
import static dev.playloop.loop.PeopleSay.edit;
import static dev.playloop.loop.PeopleSay.replay;
import static dev.playloop.loop.Rules.ANNA;
import static dev.playloop.loop.Rules.BEN;
import static dev.playloop.loop.Rules.CARL;
import static dev.playloop.loop.Rules.forItem;
import static dev.playloop.loop.Rules.treasurer;
import static dev.playloop.loop.Rules.two;
import static dev.playloop.loop.Scenario.ada;
import static dev.playloop.loop.Scenario.unnoticed;
import static dev.playloop.loop.WorldSays.done;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.ApprovalControl.About;
import dev.playloop.schemas.event.ApprovalControl.Approve;
import dev.playloop.schemas.event.ApprovalEvent.Why;
import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.json.Json;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A person gives other arguments.
class EditTest {
  private static final String BREAD = "{\"item\":\"bread\",\"quantity\":1}";
  private static final String GOLD = "{\"item\":\"gold\",\"quantity\":1}";

  private static Scenario asked() {
    return ada(rules(forItem("gold", two(treasurer("buy_item"))), treasurer("buy_item")))
        .given(message("t1", "bob"), calls(buy("food")));
  }

  @Test
  void whatIsGivenInsteadGoesOut() {
    Scenario s = asked().when(edit(BUY, BREAD, ANNA)).then("release buy_item " + BUY);
    assertThat(s.command(dev.playloop.loop.state.Command.ReleaseAction.class).action().args())
        .isEqualTo(Json.tree(BREAD));
  }

  @Test
  void theModelsOwnCallStaysAsItWas() {
    Scenario s = asked().given(edit(BUY, BREAD, ANNA), done(BUY));
    assertThat(
            s.transcript().stream()
                .filter(Message.Assistant.class::isInstance)
                .map(one -> ((Message.Assistant) one).calls().getFirst().arguments()))
        .containsExactly("{\"item\":\"food\",\"quantity\":1}");
    s.thenPrompt("anna changed your call", "bread", "less will do");
  }

  @Test
  void theRuleForTheNewArgumentsDecidesWhoMustAgree() {
    asked()
        .when(edit(BUY, GOLD, ANNA))
        .then()
        .when(approve(BUY, BEN))
        .then("release buy_item " + BUY);
  }

  @Test
  void whoAgreedBeforeAgreedToSomethingElse() {
    Scenario s =
        ada(rules(two(treasurer("buy_item")))).given(message("t1", "bob"), calls(buy("food")));
    About old = about(s, BUY);
    s.given(approve(BUY, BEN))
        .when(edit(BUY, BREAD, ANNA))
        .then()
        .when(replay(new Approve(Configs.ADA, old, CARL, "late", s.now)))
        .then()
        .thenIgnored(Why.WRONG_ARGUMENTS)
        .when(unnoticed(Duration.ofSeconds(1)), approve(BUY, BEN))
        .then("release buy_item " + BUY);
  }

  @Test
  void whoMayNotAnswerTheNewQuestionDoesNotCountForIt() {
    ada(rules(
            forItem("gold", treasurer("buy_item").with().roles(List.of("boss")).build()),
            treasurer("buy_item")))
        .given(message("t1", "bob"), calls(buy("food")))
        .when(edit(BUY, GOLD, ANNA))
        .then()
        .when(approve(BUY, CARL))
        .then("release buy_item " + BUY);
  }

  @Test
  void whatDoesNotFitTheToolIsRefused() {
    asked()
        .when(
            edit(BUY, "{\"item\":\"bread\",\"quantity\":1,\"free\":true}", ANNA),
            edit(BUY, "{\"item\":\"bread\",\"quantity\":100}", ANNA),
            edit(BUY, "[]", ANNA))
        .then()
        .thenIgnored(Why.INVALID_ARGUMENTS, Why.INVALID_ARGUMENTS, Why.INVALID_ARGUMENTS);
  }

  @Test
  void whereItIsNotAllowedNothingIsChanged() {
    ada(Configs.approvals("buy_item"))
        .given(message("t1", "bob"), calls(buy("food")))
        .when(edit(BUY, BREAD, ANNA))
        .then()
        .thenIgnored(Why.NOT_ALLOWED);
  }
}
