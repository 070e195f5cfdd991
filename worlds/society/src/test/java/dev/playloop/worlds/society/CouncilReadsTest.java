package dev.playloop.worlds.society;

import static dev.playloop.worlds.society.TestSociety.output;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.testkit.NeedsInfra;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// What is read of communities, proposals, battles and users by a part of their name.
@NeedsInfra
class CouncilReadsTest {
  private static TestSociety society;

  @BeforeAll
  static void open() {
    society = TestSociety.seeded();
    society.execute(
        """
        insert into proposals (id, community_id, author_id, title, description, closes_at, created_at) values
          ('p-old', 'my_community', 'leader-789', 'Old', 'past its time', now() - interval '1 hour', now() - interval '3 hours'),
          ('p-new', 'my_community', 'fay', 'Walls', 'Higher', now() + interval '1 hour', now() - interval '1 hour'),
          ('p-done', 'my_community', 'fay', 'Moat', 'Wider', null, now() - interval '2 hours'),
          ('p-dawn', 'order_of_dawn', 'ada', 'Secret', 'of the Dawn', null, now());
        insert into votes (proposal_id, user_id, vote) values
          ('p-new', 'dov', 'yes'), ('p-new', 'eli', 'no'), ('p-new', 'fay', 'yes'), ('p-new', 'gil', 'abstain'),
          ('p-done', 'dov', 'no');
        select society_count_votes('p-done');
        insert into battle_participants (battle_id, user_id, side, energy_spent, damage_dealt) values
          ('battle_456', 'dov', 1, 9, 9), ('battle_456', 'eli', 1, 20, 20), ('battle_456', 'horde-leader', 2, 5, 5);
        insert into users (id, username, kind) values ('percent', '100% Mia', 'human'), ('m-2', 'MIA', 'human');
        insert into user_communities (user_id, community_id) values ('dov', 'order_of_dawn');
        """);
  }

  @AfterAll
  static void close() {
    society.close();
  }

  @ParameterizedTest(name = "{0} {1} {2} {3}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          fay | get_proposals | {} | /proposals/0/proposalId | "p-new"
          fay | get_proposals | {} | /proposals/0/votes | {"no":1,"yes":2,"abstain":1}
          fay | get_proposals | {} | /proposals/0/yourVote | "yes"
          fay | get_proposals | {} | /proposals/0/canVote | true
          fay | get_proposals | {} | /proposals/0/author | "Fay"
          fay | get_proposals | {} | /proposals/2/canVote | false
          fay | get_proposals | {} | /proposals/2/status | "open"
          fay | get_proposals | {"status":"rejected"} | /proposals/0/proposalId | "p-done"
          fay | get_proposals | {"status":"passed"} | /proposals | []
          fay | get_proposals | {"limit":1} | /proposals/1 |
          fay | get_proposals | {"communityId":"Order of Dawn"} | /found | false
          fay | get_proposals | {"communityId":"atlantis"} | /found | false
          dov | get_proposals | {"communityId":"Order of Dawn"} | /proposals/0/title | "Secret"
          dov | get_proposals | {} | /proposals/0/title | "Secret"
          cal | get_proposals | {} | /proposals | []
          fay | get_proposal | {"proposalId":"p-new"} | /description | "Higher"
          fay | get_proposal | {"proposalId":"p-done"} | /status | "rejected"
          fay | get_proposal | {"proposalId":"p-done"} | /canVote | false
          gil | get_proposal | {"proposalId":"p-new"} | /yourVote | "abstain"
          ada | get_proposal | {"proposalId":"p-new"} | /found | false
          ada | get_proposal | {"proposalId":"none"} | /found | false
          dov | get_communities | {} | /communities/0/name | "Iron Guard"
          dov | get_communities | {} | /communities/0/primary | true
          dov | get_communities | {} | /communities/0/members | 5
          dov | get_communities | {} | /communities/1/name | "Order of Dawn"
          dov | get_communities | {} | /communities/1/yourRole | "member"
          dov | get_communities | {} | /communities/2/name | "Chaos Horde"
          dov | get_communities | {} | /communities/2/yourRole | null
          dov | get_communities | {} | /total | 5
          dov | get_communities | {"limit":2} | /communities/2 |
          dov | get_communities | {"limit":2,"offset":2} | /communities/0/name | "Chaos Horde"
          dov | get_communities | {"name":"CHAOS"} | /total | 2
          dov | get_communities | {"name":"faction"} | /communities/0/communityId | "rival_faction"
          dov | get_communities | {"name":"%"} | /found | false
          dov | get_communities | {"name":"_of_"} | /communities/0/communityId | "order_of_dawn"
          dov | get_communities | {"name":"_of_"} | /total | 1
          cal | get_communities | {} | /communities/0/ideology | {"order_chaos": -0.9}
          ada | get_battle_participants | {"battleId":"456"} | /participants/0 | {"userId":"eli","username":"Eli","communityId":"my_community","damage":20}
          ada | get_battle_participants | {"battleId":"456"} | /participants/2/communityId | "chaos_horde"
          ada | get_battle_participants | {"battleId":"456","limit":1} | /participants/1 |
          ada | get_battle_participants | {"battleId":"456","limit":1} | /count | 3
          ada | get_battle_participants | {"battleId":"789"} | /participants | []
          ada | get_battle_participants | {"battleId":"0"} | /found | false
          ada | find_users | {"name":"warl"} | /users/0/userId | "user-456"
          ada | find_users | {"name":"warl"} | /users/0/community | "Chaos Legion"
          ada | find_users | {"name":"mia"} | /total | 3
          ada | find_users | {"name":"mia"} | /users/2/userId | "percent"
          ada | find_users | {"name":"mia","limit":1} | /users/1 |
          ada | find_users | {"name":"mia","limit":1} | /total | 3
          ada | find_users | {"name":"%"} | /users/0/userId | "percent"
          ada | find_users | {"name":"%"} | /total | 1
          ada | find_users | {"name":"LEADER"} | /total | 3
          ada | find_users | {"name":"zzz"} | /found | false
          ada | find_users | {"name":"zzz"} | /users | []
          """)
  void answers(String actor, String tool, String args, String pointer, String expected) {
    JsonNode found = society.read(actor, tool, args).at(pointer);
    if (expected == null) {
      assertThat(found.isMissingNode()).isTrue();
    } else {
      assertThat(found.toString().replace(" ", "")).isEqualTo(expected.replace(" ", ""));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "find_users {\"name\":\"a\"}",
        "get_battle_participants {\"battleId\":\"456\"}",
        "get_communities {}"
      })
  void nobodySeesTheGoldOrEnergyOfOthers(String call) {
    int blank = call.indexOf(' ');
    assertThat(
            society
                .read("ada", call.substring(0, blank), call.substring(blank + 1))
                .toString()
                .toLowerCase(Locale.ROOT))
        .doesNotContain("gold", "energy");
  }

  /// Of each there are more and longer ones than an answer may hold.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          get_proposals           | {"limit":50}                                  | proposals    | 50
          get_communities         | {"limit":50,"name":"horde-of"}                | communities  | 50
          find_users              | {"limit":50,"name":"mob-"}                    | users        | 50
          get_battle_participants | {"limit":50,"battleId":"battle_mob"}          | participants | 50
          """)
  void anAnswerIsBounded(String tool, String args, String list, int rows) {
    try (TestSociety crowded = TestSociety.seeded()) {
      crowded.execute(
          """
          insert into users (id, username, kind, role)
            select 'mob-' || n, rpad('mob-' || n, 100, 'x'), 'human', repeat('r', 100000) from generate_series(1, 200) n;
          insert into communities (id, name, ideology)
            select 'horde-of-' || n, rpad('horde-of-' || n, 100, 'x'), jsonb_build_object('x', repeat('x', 9000)) from generate_series(1, 200) n;
          insert into battles (id, community1_id, community2_id, status) values ('battle_mob', 'my_community', 'chaos_horde', 'active');
          insert into battle_participants (battle_id, user_id, side, energy_spent, damage_dealt)
            select 'battle_mob', 'mob-' || n, 1, 1, 1 from generate_series(1, 200) n;
          insert into proposals (id, community_id, author_id, title, description)
            select 'prop-' || n, 'my_community', 'fay', repeat('t', 200), repeat('d', 100000) from generate_series(1, 200) n;
          """);
      ActionResult result = crowded.actions.perform(crowded.call("dov", tool, args));
      JsonNode answer = output(result);
      assertThat(answer.path(list)).hasSize(rows);
      assertThat(answer.toString()).hasSizeLessThan(50_000);
    }
  }
}
