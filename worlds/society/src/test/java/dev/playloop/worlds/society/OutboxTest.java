package dev.playloop.worlds.society;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.worlds.model.Scene;
import dev.playloop.worlds.society.model.SocietyWorld;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// What the outbox relays, and that it skips nothing.
@NeedsInfra
class OutboxTest extends OutboxCase {
  @Test
  void fixturesPublishTheViewOfEveryAgent() {
    List<Object> events = take(7);
    assertThat(events)
        .extracting(event -> ((WorldEvent) event).scene().value())
        .containsExactlyInAnyOrder(
            "society:ada",
            "society:bea",
            "society:cal",
            "society:dov",
            "society:eli",
            "society:fay",
            "society:gil");
    Scene scene = Scene.empty(new SocietyWorld().perspective().homeScene("dov"));
    for (Object event : events) {
      WorldEvent change = (WorldEvent) event;
      scene = change.scene().equals(scene.id()) ? scene.with(change) : scene;
    }
    assertThat(new SocietyWorld().perspective().see(scene, "dov").summary())
        .isEqualTo(
            "You are Dov. Health 100/100, energy 30/100, morale 60/100, 0 gold. You carry nothing."
                + " You belong to Iron Guard. Open battles of your community: battle-789 against"
                + " Rival Faction; battle_456 against Chaos Horde.");
  }

  @Test
  void theVersionOfAResultIsTheVersionOfTheViewThatShowsIt() {
    skipFixtures();
    Scene scene = Scene.empty(new SocietyWorld().perspective().homeScene("cal"));
    for (String call :
        List.of(
            "do_work {\"jobType\":\"mining\"}",
            "buy_item {\"itemName\":\"food\",\"quantity\":10}",
            "consume_item {\"itemName\":\"food\",\"quantity\":4}",
            "join_community {\"communityId\":\"my_community\"}",
            "ignore_battle {\"battleId\":\"battle_456\"}",
            "join_battle {\"battleId\":\"battle-789\",\"energyAmount\":9}",
            "leave_community {\"communityId\":\"my_community\"}")) {
      int blank = call.indexOf(' ');
      ActionResult result =
          society.actions.perform(
              society.call("cal", call.substring(0, blank), call.substring(blank + 1)));
      assertThat(result.status()).as("%s: %s", call, result).isEqualTo(Status.DONE);
      WorldEvent event = (WorldEvent) take(1).getFirst();
      scene = scene.with(event);
      assertThat(scene.version()).as(call).isEqualTo(result.worldVersion());
    }
    var state = new SocietyWorld().perspective().see(scene, "cal").state();
    assertThat(state.path("inventory")).hasToString("{\"food\":6}");
    assertThat(state.path("energy").asInt()).isEqualTo(10 + 28 - 9);
    assertThat(state.path("community").isNull()).isTrue();
    assertThat(state.path("battles")).isEmpty();
  }

  @Test
  void aMessageTriggersTheAgentThatReceivesIt() {
    skipFixtures();
    act("ada", "send_message", "{\"userId\":\"bea\",\"content\":\"Trade with me?\"}", 3);
    Trigger trigger = trigger();
    assertThat(trigger.agent()).isEqualTo(new AgentId("society/bea"));
    assertThat(trigger.kind()).isEqualTo("chat.message");
    assertThat(trigger.text()).isEqualTo("Trade with me?");
    assertThat(trigger.subject()).isEqualTo(new Trigger.Subject("user", "ada"));
    assertThat(trigger.hops()).isEqualTo(3);
    assertThat(trigger.id()).matches("outbox-[0-9]+");
    assertThat(trigger.replyTo())
        .isEqualTo(Objects.requireNonNull(trigger.data()).path("messageId").asString());

    act("bea", "reply_to_message", reply(trigger, "No."), trigger.hops() + 1);
    Trigger answer = trigger();
    assertThat(answer.agent()).isEqualTo(new AgentId("society/ada"));
    assertThat(answer.hops()).isEqualTo(4);
    assertThat(answer.replyTo()).as("an answer owes no answer").isNull();
  }

  private static String reply(Trigger trigger, String text) {
    return "{\"messageId\":\"" + trigger.replyTo() + "\",\"content\":\"" + text + "\"}";
  }

  @Test
  void aMessageThatNamesTheAgentIsAMention() {
    skipFixtures();
    act("ada", "send_message", "{\"userId\":\"bea\",\"content\":\"Hear me, @Bea!\"}", 0);
    assertThat(trigger().kind()).isEqualTo("chat.mention");
  }

  @Test
  void aPostWakesTheOtherMembersAndWhomItMentions() {
    skipFixtures();
    act(
        "dov",
        "create_post",
        "{\"communityId\":\"my_community\",\"content\":\"To arms @gil and @ada, not @adam\"}",
        0);
    List<Object> triggers = take(4);
    assertThat(triggers)
        .extracting(t -> ((Trigger) t).agent().name() + " " + ((Trigger) t).kind())
        .containsExactlyInAnyOrder(
            "ada chat.mention", "gil chat.mention", "eli post.created", "fay post.created");
  }

  @Test
  void aProposalWakesTheOtherMembers() {
    skipFixtures();
    act(
        "fay",
        "create_proposal",
        "{\"communityId\":\"my_community\",\"title\":\"Walls\",\"description\":\"Higher ones\"}",
        0);
    List<Object> triggers = take(3);
    assertThat(triggers)
        .extracting(t -> ((Trigger) t).agent().name() + " " + ((Trigger) t).kind())
        .containsExactly("dov proposal.created", "eli proposal.created", "gil proposal.created");
    assertThat(((Trigger) triggers.getFirst()).text())
        .isEqualTo("Fay proposes: Walls\nHigher ones");
  }

  @Test
  void joiningABattleWakesOnlyUndecidedAgentsOfTheOtherSide() {
    skipFixtures();
    act("gil", "ignore_battle", "{\"battleId\":\"battle-789\"}", 0);
    act("fay", "join_battle", "{\"battleId\":\"battle-789\",\"energyAmount\":5}", 0);
    take(2);
    act("rival-leader", "join_battle", "{\"battleId\":\"battle-789\",\"energyAmount\":5}", 0);
    List<Object> triggers = take(2);
    assertThat(triggers)
        .extracting(t -> ((Trigger) t).agent().name() + " " + ((Trigger) t).kind())
        .containsExactly("dov battle.joined", "eli battle.joined");
    assertThat(((Trigger) triggers.getFirst()).subject())
        .isEqualTo(new Trigger.Subject("battle", "battle-789"));
  }

  @Test
  void nobodyIsWokenForAHuman() {
    skipFixtures();
    act("ada", "send_message", "{\"userId\":\"user-100\",\"content\":\"Hello @Mia\"}", 0);
    assertThat(society.number("select count(*) from outbox where topic <> 'view.changed'"))
        .isZero();
  }
}
