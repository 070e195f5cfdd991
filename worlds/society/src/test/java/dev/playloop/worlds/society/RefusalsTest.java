package dev.playloop.worlds.society;

import static dev.playloop.worlds.society.TestSociety.error;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.worlds.society.model.SocietyWorld;
import java.util.Arrays;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Each refusal: its code, the argument to blame, and that nothing changed.
@NeedsInfra
class RefusalsTest {
  private static TestSociety society;

  @BeforeAll
  static void open() {
    society = TestSociety.seeded();
    society.execute(
        """
        insert into proposals (id, community_id, author_id, title, description, status, closes_at)
        values ('open', 'my_community', 'leader-789', 't', 'd', 'open', null),
               ('late', 'my_community', 'leader-789', 't', 'd', 'open', now() - interval '1 hour'),
               ('passed', 'my_community', 'leader-789', 't', 'd', 'passed', null);
        insert into battles (id, community1_id, community2_id, status)
        values ('battle_soon', 'my_community', 'chaos_horde', 'pending');
        insert into market_items (name, price, stock, available)
        values ('sword', 1, 2, true), ('relic', 1, null, false), ('castle', 2000000000, null, true);
        insert into inventory (user_id, item_name, quantity) values ('ada', 'food', 2);
        update users set gold = 50 where id = 'ada';
        """);
  }

  @AfterAll
  static void close() {
    society.close();
  }

  @ParameterizedTest(name = "{0} {1} {2}: {3}")
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          ada | send_message | {"userId":"nobody","content":"x"} | no_such_user | userId
          ada | reply_to_message | {"messageId":"msg-001","content":"x"} | not_your_message | messageId
          ada | reply_to_message | {"messageId":"msg-999","content":"x"} | not_your_message | messageId
          ada | create_post | {"content":"x","communityId":"my_community"} | not_a_member | communityId
          ada | join_battle | {"battleId":"battle_456","energyAmount":1} | not_a_side | battleId
          dov | join_battle | {"battleId":"battle_soon","energyAmount":1} | not_active | battleId
          dov | join_battle | {"battleId":"battle_0","energyAmount":1} | no_such_battle | battleId
          dov | join_battle | {"battleId":"battle_456","energyAmount":31} | insufficient_energy | energyAmount
          dov | ignore_battle | {"battleId":"battle_0"} | no_such_battle | battleId
          ada | buy_item | {"itemName":"fod"} | unknown_item | itemName
          ada | buy_item | {"itemName":"relic"} | unknown_item | itemName
          ada | buy_item | {"itemName":"food","quantity":11} | insufficient_gold | -
          ada | buy_item | {"itemName":"castle","quantity":100} | insufficient_gold | -
          ada | buy_item | {"itemName":"sword","quantity":3} | out_of_stock | quantity
          ada | consume_item | {"itemName":"fod"} | unknown_item | itemName
          ada | consume_item | {"itemName":"food","quantity":3} | insufficient_item | quantity
          bea | consume_item | {"itemName":"food"} | insufficient_item | itemName
          ada | do_work | {"jobType":"fishing"} | unknown_job | jobType
          eli | do_work | {"jobType":"mining"} | insufficient_energy | -
          dov | join_community | {"communityId":"my_community"} | already_member | communityId
          dov | join_community | {"communityId":"atlantis"} | no_such_community | communityId
          ada | leave_community | {"communityId":"my_community"} | not_a_member | communityId
          ada | create_proposal | {"communityId":"my_community","title":"t","description":"d"} | not_a_member | communityId
          ada | vote_on_proposal | {"proposalId":"open","vote":"yes"} | not_a_member | proposalId
          dov | vote_on_proposal | {"proposalId":"passed","vote":"yes"} | proposal_closed | proposalId
          dov | vote_on_proposal | {"proposalId":"late","vote":"yes"} | proposal_closed | proposalId
          dov | vote_on_proposal | {"proposalId":"none","vote":"yes"} | no_such_proposal | proposalId
          Nobody Here | do_work | {"jobType":"mining"} | no_such_actor | -
          Nobody Here | get_my_stats | {} | no_such_actor | -
          ada | fly | {} | unknown_tool | -
          ada | buy_item | {"itemName":"food","quantity":-10} | invalid_arguments | quantity
          ada | get_my_stats | {"userId":"bea"} | invalid_arguments | userId
          """)
  void isRefusedAndNothingChanges(
      String actor, String tool, String args, String code, String field) {
    String before = society.everything();
    ActionResult result = society.actions.perform(society.call(actor, tool, args));
    assertThat(result.status()).as("%s", result).isEqualTo(Status.REFUSED);
    assertThat(error(result)).isNotNull();
    assertThat(error(result).code()).isEqualTo(code);
    assertThat(error(result).field()).isEqualTo(field);
    assertThat(error(result).message()).isNotBlank();
    assertThat(result.worldVersion()).isNull();
    assertThat(society.everything()).isEqualTo(before);
  }

  @Test
  void anActionIdUsedForAnotherCallIsAConflict() {
    var first = TestSociety.action("id", "bea", "do_work", "{\"jobType\":\"farming\"}");
    assertThat(society.actions.perform(first).status()).isEqualTo(Status.DONE);
    String before = society.everything();
    for (var other :
        Arrays.asList(
            TestSociety.action("id", "bea", "do_work", "{\"jobType\":\"mining\"}"),
            TestSociety.action("id", "bea", "buy_item", "{\"itemName\":\"food\"}"))) {
      ActionResult result = society.actions.perform(other);
      assertThat(error(result).code()).isEqualTo("idempotency_conflict");
    }
    assertThat(society.everything()).isEqualTo(before);
  }

  @Test
  void spacingAndOrderOfArgumentsAreNoConflict() {
    var first =
        TestSociety.action("same", "fay", "send_message", "{\"userId\":\"gil\",\"content\":\"x\"}");
    var again =
        TestSociety.action(
            "same", "fay", "send_message", "{ \"content\":\"x\", \"userId\":\"gil\"}");
    assertThat(society.actions.perform(again)).isEqualTo(society.actions.perform(first));
  }

  /// The database can't hold NUL; the edge replaces it, so that nothing paid for is thrown away.
  @Test
  void aTextThatTheDatabaseCannotHoldComesWithoutWhatItCannotHold() {
    ActionResult result =
        society.actions.perform(
            society.call("ada", "send_message", "{\"userId\":\"gil\",\"content\":\"a\\u0000b\"}"));
    assertThat(result.status()).isEqualTo(Status.DONE);
    ActionResult search =
        society.actions.perform(
            society.call("ada", "search_memories", "{\"query\":\"a\\u0000b\"}"));
    assertThat(search.status()).isEqualTo(Status.DONE);
  }

  @Test
  void aPriceBeyondAllGoldDoesNotOverflowIntoAGift() {
    long gold = society.number("select gold from users where id = 'gil'");
    ActionResult result =
        society.actions.perform(
            society.call("gil", "buy_item", "{\"itemName\":\"castle\",\"quantity\":100}"));
    assertThat(error(result).message()).contains("200000000000");
    assertThat(society.number("select gold from users where id = 'gil'")).isEqualTo(gold);
  }

  private static final ToolCatalogue ALL =
      new SocietyWorld().tools().and(new SocietyWorld().internal());

  @Test
  void everyToolOfTheCatalogueIsKnownToTheActions() {
    for (var spec : ALL.specs()) {
      ActionResult result = society.actions.simulate(society.call("ada", spec.name(), "{}"));
      assertThat(result.error() == null ? "" : error(result).code())
          .as(spec.name())
          .isNotEqualTo("unknown_tool");
    }
  }
}
