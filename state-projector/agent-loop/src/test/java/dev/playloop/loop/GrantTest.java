package dev.playloop.loop;

import static dev.playloop.loop.ApprovalAttackTest.BUY;
import static dev.playloop.loop.Arrives.message;
import static dev.playloop.loop.Configs.rules;
import static dev.playloop.loop.ModelSays.buy;
import static dev.playloop.loop.ModelSays.calls;
import static dev.playloop.loop.PeopleSay.deny;
import static dev.playloop.loop.PeopleSay.grant;
import static dev.playloop.loop.PeopleSay.revoke;
import static dev.playloop.loop.PeopleSay.somebody;
import static dev.playloop.loop.Rules.ANNA;
import static dev.playloop.loop.Rules.BEN;
import static dev.playloop.loop.Rules.DORA;
import static dev.playloop.loop.Rules.treasurer;
import static dev.playloop.loop.Rules.two;
import static dev.playloop.loop.Scenario.ada;
import static dev.playloop.loop.Scenario.after;
import static dev.playloop.loop.WorldSays.done;

import dev.playloop.schemas.event.ApprovalEvent.Why;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// What people approve in advance.
class GrantTest {
  private static Scenario agent() {
    return ada(rules(treasurer("buy_item")));
  }

  @Test
  void aGrantPaysForAsManyWritesAsItIsGoodFor() {
    agent()
        .given(grant("g", "buy_item", "{}", 1, ANNA), message("t1", "bob"))
        .when(calls(buy("food")))
        .then("release buy_item " + BUY)
        .thenEvents("GrantUsed", "GrantEnded")
        .given(done(BUY))
        .when(calls(buy("food")))
        .then()
        .thenEvents("ApprovalAsked");
  }

  @Test
  void aGrantPaysForNothingElse() {
    agent()
        .given(grant("g", "buy_item", "{\"item\":\"bread\"}", 5, ANNA), message("t1", "bob"))
        .when(calls(buy("food")))
        .then()
        .thenEvents("ApprovalAsked");
  }

  /// A rule asks in doubt; a grant that paid in doubt would be approval of what nobody described.
  @Test
  void aGrantForAnArgumentThatIsNotThereNeverPays() {
    agent()
        .given(grant("g", "buy_item", "{\"price\":{\"atMost\":5}}", 5, ANNA), message("t1", "bob"))
        .when(calls(buy("food")))
        .then()
        .thenEvents("ApprovalAsked");
  }

  @Test
  void aGrantEndsAndSoDoesARevokedOne() {
    agent()
        .given(grant("g", "buy_item", "{}", 5, ANNA), after(Duration.ofHours(2)))
        .given(message("t1", "bob"))
        .when(calls(buy("food")))
        .then();
    agent()
        .given(grant("g", "buy_item", "{}", 5, ANNA), revoke("g"), message("t1", "bob"))
        .when(calls(buy("food")))
        .then();
  }

  @Test
  void aGrantIsGivenOnceHoweverOftenItIsSaid() {
    agent()
        .given(grant("g", "buy_item", "{}", 1, ANNA))
        .when(grant("g", "buy_item", "{}", 1, ANNA))
        .thenIgnored(Why.REPLAYED)
        .given(revoke("g"))
        .when(grant("g", "buy_item", "{}", 1, ANNA))
        .thenIgnored(Why.REPLAYED);
  }

  @Test
  void whereTwoMustAgreeOneGrantIsNotEnoughNorTwoOfOnePerson() {
    ada(rules(two(treasurer("buy_item"))))
        .given(grant("a", "buy_item", "{}", 3, ANNA), grant("b", "buy_item", "{}", 3, ANNA))
        .given(message("t1", "bob"))
        .when(calls(buy("food")))
        .then()
        .given(deny(BUY, BEN), grant("c", "buy_item", "{}", 3, BEN))
        .when(calls(buy("bread")))
        .then("release buy_item t1#2.1");
  }

  @Test
  void whoMayNotAnswerGrantsNothing() {
    agent()
        .when(
            grant("g", "buy_item", "{}", 1, DORA),
            grant("h", "buy_item", "{}", 1, somebody("ada", "*")),
            grant("i", "nothing", "{}", 1, ANNA),
            grant("j", "buy_item", "{}", 0, ANNA))
        .thenIgnored(Why.MISSING_ROLE, Why.OWN_REQUEST, Why.INVALID_GRANT, Why.INVALID_GRANT);
  }

  @Test
  void aGrantOfWhomTheRunIsAboutPaysNothing() {
    agent()
        .given(grant("g", "buy_item", "{}", 1, somebody("bob", "treasurer")))
        .given(message("t1", "bob"))
        .when(calls(buy("food")))
        .then()
        .thenEvents("ApprovalAsked");
  }

  @Test
  void thereIsAnEndToHowManyGrantsThereAre() {
    Scenario s = agent();
    for (int i = 0; i < 16; i++) {
      s.given(grant("g" + i, "buy_item", "{}", 1, ANNA));
    }
    s.when(grant("g16", "buy_item", "{}", 1, ANNA)).thenIgnored(Why.TOO_MANY_GRANTS);
  }
}
