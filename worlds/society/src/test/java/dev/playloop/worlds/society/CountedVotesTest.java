package dev.playloop.worlds.society;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.Trigger;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.Guarantee;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.worlds.model.AtOnce;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The rule by which votes are counted, and that each proposal has one result.
@Guarantee
@NeedsInfra
class CountedVotesTest extends OnGameCase {
  private static final String COUNT = "society_count_votes(?)";

  private void proposal(String id, String closes) {
    society.execute(
        "insert into proposals (id, community_id, author_id, title, description, closes_at, hops) values ('"
            + id
            + "', 'my_community', 'leader-789', 'Walls', 'Higher ones', "
            + closes
            + ", 3)");
  }

  private void vote(String proposal, String user, String vote) {
    society.execute(
        "insert into votes (proposal_id, user_id, vote) values ('"
            + proposal
            + "', '"
            + user
            + "', '"
            + vote
            + "')");
  }

  /// Each letter is the vote of one member: y, n or a.
  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      nullValues = "-",
      textBlock =
          """
          -,     rejected
          y,     passed
          n,     rejected
          a,     rejected
          yn,    rejected
          yyn,   passed
          ynn,   rejected
          ynaaa, rejected
          yaaaa, passed
          yynn,  rejected
          yynna, rejected
          """)
  void moreYesThanNoPassesAndNothingElseDoes(String votes, String result) {
    proposal("p", "null");
    List<String> members = List.of("dov", "eli", "fay", "gil", "leader-789");
    for (int i = 0; votes != null && i < votes.length(); i++) {
      char letter = votes.charAt(i);
      vote("p", members.get(i), letter == 'y' ? "yes" : letter == 'n' ? "no" : "abstain");
    }
    assertThat(call(COUNT, "p")).isEqualTo(result);
    assertThat(
            society.rows("select status from proposals where id = 'p' and closed_at is not null"))
        .singleElement()
        .satisfies(row -> assertThat(row).containsEntry("status", result));
  }

  @Test
  void whoIsNoMemberWhenItIsCountedHasNoVote() {
    proposal("p", "null");
    vote("p", "dov", "yes");
    vote("p", "ada", "yes");
    vote("p", "fay", "no");
    assertThat(call(COUNT, "p")).isEqualTo("rejected");
    assertThat(call("society_tally(?)", "p")).isEqualTo("{\"no\": 1, \"yes\": 1, \"abstain\": 0}");
    society.execute("delete from user_communities where user_id = 'fay'");
    assertThat(call("society_tally(?)", "p")).as("counted once").contains("\"no\": 1");
  }

  @Test
  void theMembersLearnOfItWithTheHopsOfTheProposal() {
    skipFixtures();
    proposal("p", "null");
    vote("p", "dov", "yes");
    call(COUNT, "p");
    List<Trigger> triggers = triggers(4);
    assertThat(triggers)
        .extracting(t -> t.agent().name() + " " + t.kind())
        .containsExactly(
            "dov proposal.closed",
            "eli proposal.closed",
            "fay proposal.closed",
            "gil proposal.closed");
    Trigger trigger = triggers.getFirst();
    assertThat(trigger.text()).isEqualTo("The votes are counted: Walls was passed, 1 to 0.");
    assertThat(trigger.subject()).isEqualTo(new Trigger.Subject("proposal", "p"));
    assertThat(trigger.hops()).isEqualTo(3);
    assertThat(trigger.replyTo()).isNull();
    assertThat(Objects.requireNonNull(trigger.data()).path("status").asString())
        .isEqualTo("passed");
  }

  @Test
  void whatAnAgentProposesKeepsItsHopsAndHasItsTime() {
    act(
        "fay",
        "create_proposal",
        "{\"communityId\":\"Iron Guard\",\"title\":\"Walls\",\"description\":\"d\",\"hours\":2}",
        7);
    act(
        "fay",
        "create_proposal",
        "{\"communityId\":\"my_community\",\"title\":\"Moat\",\"description\":\"d\"}",
        7);
    assertThat(
            society.rows(
                "select title, hops, cast(extract(epoch from closes_at - created_at) / 3600 as int) as hours"
                    + " from proposals order by title"))
        .hasToString("[{title=Moat, hops=7, hours=24}, {title=Walls, hops=7, hours=2}]");
  }

  @Test
  void countingAgainAnswersTheSameAndTellsNobody() {
    proposal("p", "null");
    vote("p", "dov", "yes");
    call(COUNT, "p");
    vote("p", "fay", "no");
    String before = society.everything();
    assertThat(call(COUNT, "p")).isEqualTo("passed");
    assertThat(society.everything()).isEqualTo(before);
    assertThat(outboxRows("proposal.closed")).isEqualTo(4);
  }

  @Test
  void manyGamesThatCountAtOnceComeToOneResult() throws Exception {
    proposal("p", "null");
    vote("p", "dov", "yes");
    assertThat(AtOnce.call(16, () -> call(COUNT, "p"))).containsOnly("passed");
    assertThat(outboxRows("proposal.closed")).isEqualTo(4);
  }

  @Test
  void whatIsPastItsTimeIsCountedOnceByWhoeverIsFirst() throws Exception {
    for (int i = 0; i < 20; i++) {
      proposal("late-" + i, "now() - interval '1 hour'");
    }
    proposal("open", "now() + interval '1 hour'");
    proposal("endless", "null");
    List<String> counted = AtOnce.call(8, () -> call("society_count_due_votes(?)", 7));
    assertThat(counted.stream().mapToInt(Integer::parseInt).max().orElseThrow()).isLessThan(8);
    int rest = Integer.parseInt(call("society_count_due_votes()"));
    assertThat(counted.stream().mapToInt(Integer::parseInt).sum() + rest).isEqualTo(20);
    assertThat(outboxRows("proposal.closed")).isEqualTo(20 * 4);
    assertThat(society.rows("select id from proposals where status = 'open' order by id"))
        .hasToString("[{id=endless}, {id=open}]");
  }

  /// No game needs to: the source of the world counts by itself.
  @Test
  void theOutboxCountsWhatIsPastItsTime() {
    skipFixtures();
    proposal("late", "now() - interval '1 hour'");
    assertThat(triggers(4)).extracting(Trigger::kind).containsOnly("proposal.closed");
  }

  /// Ten take longer together than the database gives one statement.
  @Test
  void manyThatAreDueAreCountedThoughTogetherTheyTakeTooLong() {
    openHasty();
    society.execute(
        "create function slow() returns trigger language plpgsql as"
            + " $$ begin perform pg_sleep(0.6); return null; end $$");
    society.execute(
        "create trigger slow after insert on outbox for each statement execute function slow()");
    for (int i = 0; i < 10; i++) {
      proposal("late-" + i, "now() - interval '1 hour'");
    }
    skipFixtures();
    Await.until(
        "all are counted",
        () -> {
          for (int poll = 0; poll < 100; poll++) {
            cursor = outbox.poll(cursor, 100).cursor();
          }
          return society.number("select count(*) from proposals where status <> 'open'") == 10;
        });
  }

  /// It looks as if the database were away, which it is not.
  @Test
  void whatCanNotBeCountedInTimeStopsNoRelay() {
    openHasty();
    society.execute(
        "create function slow() returns trigger language plpgsql as"
            + " $$ begin perform pg_sleep(6); return new; end $$");
    society.execute(
        "create trigger slow before insert on outbox for each row"
            + " when (new.topic = 'proposal.closed') execute function slow()");
    proposal("late", "now() - interval '1 hour'");
    skipFixtures();
    for (int poll = 0; poll < 100; poll++) {
      cursor = outbox.poll(cursor, 100).cursor();
    }
    assertThat(society.rows("select id from proposals where status = 'open'")).hasSize(1);
    act("ada", "send_message", "{\"userId\":\"bea\",\"content\":\"x\"}", 0);
    assertThat(triggers(1)).extracting(Trigger::kind).containsExactly("chat.message");
  }

  /// A vote that is being given is waited for; one that comes later is refused.
  @Test
  void aVoteThatIsBeingGivenCounts() {
    proposal("p", "null");
    CompletableFuture<String> counted;
    try (Handle voter = society.database.writes().open()) {
      voter.begin();
      voter
          .createQuery("select id from proposals where id = 'p' and status = 'open' for share")
          .mapTo(String.class)
          .one();
      voter.execute("insert into votes (proposal_id, user_id, vote) values ('p', 'dov', 'yes')");
      counted = CompletableFuture.supplyAsync(() -> call(COUNT, "p"));
      Await.until(
          "the count waits",
          () ->
              society.number(
                      "select count(*) from pg_stat_activity where datname = current_database()"
                          + " and wait_event_type = 'Lock' and query like '%society_count_votes%'")
                  == 1);
      voter.commit();
    }
    assertThat(counted.join()).isEqualTo("passed");
    var late =
        society.actions.perform(
            society.call("fay", "vote_on_proposal", "{\"proposalId\":\"p\",\"vote\":\"no\"}"));
    assertThat(TestSociety.error(late).code()).isEqualTo("proposal_closed");
  }

  @Test
  void whatIsWrongIsNamed() {
    assertThat(refused(COUNT, "p"))
        .isEqualTo(
            "23503 ERROR: society_count_votes: proposal: expected the id of a proposal, got 'p'");
    assertThat(refused("society_count_votes(null)"))
        .isEqualTo(
            "23503 ERROR: society_count_votes: proposal: expected the id of a proposal, got null");
    assertThat(refused("society_count_due_votes(0)"))
        .isEqualTo("22023 ERROR: society_count_due_votes: most: expected 1 to 1000, got '0'");
  }
}
