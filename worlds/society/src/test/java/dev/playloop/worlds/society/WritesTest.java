package dev.playloop.worlds.society;

import static dev.playloop.worlds.society.TestSociety.output;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.worlds.postgres.RefusedSql;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// What the writes leave behind, beyond the economy.
@NeedsInfra
class WritesTest {
  private TestSociety society;

  @BeforeEach
  void open() {
    society = TestSociety.seeded();
  }

  @AfterEach
  void close() {
    society.close();
  }

  private ActionResult done(String actor, String tool, String args) {
    ActionResult result = society.actions.perform(society.call(actor, tool, args));
    assertThat(result.status()).as("%s", result).isEqualTo(Status.DONE);
    return result;
  }

  private JsonNode answer(String actor, String tool, String args) {
    return output(done(actor, tool, args));
  }

  @Test
  void aReplyGoesToTheSenderAndMarksTheMessageRead() {
    String id =
        answer("ada", "reply_to_message", "{\"messageId\":\"msg-100\",\"content\":\"Hello Mia\"}")
            .path("messageId")
            .asString();
    assertThat(society.rows("select * from messages where id = '" + id + "'"))
        .singleElement()
        .satisfies(row ->
            assertThat(row)
                .containsEntry("sender_id", "ada")
                .containsEntry("receiver_id", "user-100")
                .containsEntry("reply_to", "msg-100")
                .containsEntry("content", "Hello Mia"));
    assertThat(
            society.number(
                "select count(*) from messages where id = 'msg-100' and read_at is not null"))
        .isEqualTo(1);
  }

  @Test
  void fightingAgainAddsUpAndTakesBackAnEarlierRefusal() {
    answer("fay", "ignore_battle", "{\"battleId\":\"789\",\"reason\":\"tired\"}");
    assertThat(society.rows("select reason from battle_stances where user_id = 'fay'"))
        .singleElement()
        .satisfies(row -> assertThat(row).containsEntry("reason", "tired"));
    answer("fay", "join_battle", "{\"battleId\":\"battle_789\",\"energyAmount\":20}");
    JsonNode second =
        answer("fay", "join_battle", "{\"battleId\":\"battle-789\",\"energyAmount\":30}");
    assertThat(second.path("contributed").asInt()).isEqualTo(50);
    assertThat(second.path("energy").asInt()).isZero();
    assertThat(society.number("select count(*) from battle_stances")).isZero();
    assertThat(
            society.rows(
                "select side, energy_spent, damage_dealt from battle_participants"
                    + " where user_id = 'fay'"))
        .singleElement()
        .satisfies(row ->
            assertThat(row)
                .containsEntry("side", 1)
                .containsEntry("energy_spent", 50L)
                .containsEntry("damage_dealt", 50L));
  }

  @Test
  void aDefenderDamagesTheOtherColumn() {
    answer("rival-leader", "join_battle", "{\"battleId\":\"battle-789\",\"energyAmount\":15}");
    assertThat(society.rows("select damage1, damage2 from battles where id = 'battle-789'"))
        .singleElement()
        .satisfies(
            row -> assertThat(row).containsEntry("damage1", 0L).containsEntry("damage2", 15L));
  }

  @Test
  void theFirstCommunityBecomesPrimaryAndLeavingItPromotesTheOldestOther() {
    assertThat(
            answer("cal", "join_community", "{\"communityId\":\"order_of_dawn\"}").path("primary"))
        .hasToString("true");
    assertThat(
            answer("cal", "join_community", "{\"communityId\":\"my_community\"}").path("primary"))
        .hasToString("false");
    answer("cal", "join_community", "{\"communityId\":\"chaos_legion\"}");
    assertThat(
            answer("cal", "leave_community", "{\"communityId\":\"order_of_dawn\"}")
                .path("primary")
                .asString())
        .isEqualTo("my_community");
    assertThat(
            answer("cal", "leave_community", "{\"communityId\":\"chaos_legion\"}")
                .path("primary")
                .asString())
        .isEqualTo("my_community");
    JsonNode last = answer("cal", "leave_community", "{\"communityId\":\"my_community\"}");
    assertThat(last.path("primary").isNull()).isTrue();
  }

  @Test
  void aVoteCanBeChangedWhileTheProposalIsOpen() {
    String id =
        answer(
                "dov",
                "create_proposal",
                "{\"communityId\":\"my_community\",\"title\":\"Walls\",\"description\":\"Higher\"}")
            .path("proposalId")
            .asString();
    answer("fay", "vote_on_proposal", "{\"proposalId\":\"" + id + "\",\"vote\":\"no\"}");
    answer("fay", "vote_on_proposal", "{\"proposalId\":\"" + id + "\",\"vote\":\"yes\"}");
    assertThat(society.rows("select vote from votes where proposal_id = '" + id + "'"))
        .singleElement()
        .satisfies(row -> assertThat(row).containsEntry("vote", "yes"));
  }

  @Test
  void theMemoryOfARunIsKeptOnceAndFound() {
    String run =
        "{\"subject\":\"user-100\",\"summary\":\"Greeted Mia warmly\",\"importance\":0.3,"
            + "\"source\":\"society/ada:t1\"}";
    assertThat(done("ada", "remember_run", run).worldVersion()).isNull();
    done("ada", "remember_run", run);
    assertThat(society.number("select count(*) from memories where agent_id = 'ada'")).isEqualTo(1);
    assertThat(
            answer("ada", "search_memories", "{\"query\":\"user-100\"}")
                .path("memories")
                .path(0)
                .path("content")
                .asString())
        .isEqualTo("Greeted Mia warmly");
    assertThat(answer("ada", "search_memories", "{\"query\":\"warm greetings\"}").path("found"))
        .hasToString("true");
  }

  @Test
  void aWriteThatChangesTheViewNamesItsVersionAndEachIsOneHigher() {
    Long first =
        Objects.requireNonNull(done("cal", "do_work", "{\"jobType\":\"farming\"}").worldVersion());
    Long second = done("cal", "buy_item", "{\"itemName\":\"food\"}").worldVersion();
    assertThat(second).isEqualTo(first + 1);
    assertThat(society.number("select version from users where id = 'cal'")).isEqualTo(second);
    assertThat(done("cal", "send_message", "{\"userId\":\"ada\",\"content\":\"x\"}").worldVersion())
        .as("a message changes nothing that its sender sees")
        .isNull();
  }

  @Test
  void theLedgerIsAppendOnly() {
    org.assertj.core.api.Assertions.assertThatThrownBy(
            () -> society.execute("update ledger set delta = 1"))
        .hasMessageContaining("append-only");
    org.assertj.core.api.Assertions.assertThatThrownBy(() -> society.execute("delete from ledger"))
        .hasMessageContaining("append-only");
  }

  @Test
  void fixturesAreAppliedOnceAndOpenTheBooks() {
    assertThat(society.bookErrors()).isEmpty();
    long rows = society.number("select count(*) from ledger");
    assertThat(rows).isPositive();
    assertThat(society.database.seed(TestSociety.example())).isFalse();
    assertThat(society.number("select count(*) from ledger")).isEqualTo(rows);
  }

  @Test
  void brokenFixturesAreRefusedWhole() {
    long users = society.number("select count(*) from users");
    org.assertj.core.api.Assertions.assertThatThrownBy(() ->
            society.database.seed(
                "insert into users (id, username, kind) values ('x', 'X', 'human');"
                    + " insert into nowhere values (1)"))
        .isInstanceOf(RefusedSql.class)
        .hasMessageContaining("nowhere");
    assertThat(society.number("select count(*) from users")).isEqualTo(users);
  }
}
