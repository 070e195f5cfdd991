package dev.playloop.worlds.society;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.testkit.NeedsInfra;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// The data tools on the example's fixtures.
@NeedsInfra
class ReadsTest {
  private static TestSociety society;

  @BeforeAll
  static void open() {
    society = TestSociety.seeded();
    society.execute(
        """
        insert into inventory (user_id, item_name, quantity) values ('ada','food',3), ('ada','banner',0);
        insert into posts (id, author_id, community_id, content) values
          ('p1', 'ada', null, 'Fresh bread today'), ('p2', 'leader-789', 'my_community', 'Drill at dawn');
        insert into messages (id, sender_id, receiver_id, content, created_at) values
          ('m1', 'ada', 'user-100', 'old', now() - interval '1 day'),
          ('m2', 'bea', 'user-100', 'not for ada', now());
        insert into memories (agent_id, content) values ('cal', 'Ada sold me bread');
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
          bea | get_user_profile | {"userId":"user-456"} | /username | "WarLord99"
          bea | get_user_profile | {"userId":"user-456"} | /faction | "Chaos Warriors"
          bea | get_user_profile | {"userId":"warlord99"} | /userId | "user-456"
          dov | get_user_profile | {"userId":"leader-789"} | /role | "community_leader"
          dov | get_user_profile | {"userId":"leader-789"} | /community/name | "Iron Guard"
          dov | get_user_profile | {"userId":"nobody"} | /found | false
          cal | get_my_stats | {} | /health | 20
          cal | get_my_stats | {} | /energy | 30
          cal | get_my_stats | {} | /gold | 0
          ada | get_my_stats | {} | /inventory | {"food":3}
          bea | get_user_community | {"userId":"user-456"} | /name | "Chaos Legion"
          bea | get_user_community | {"userId":"user-456"} | /ideology/order_chaos | -0.8
          bea | get_user_community | {"userId":"cal"} | /found | false
          bea | get_community_members | {"communityId":"my_community"} | /count | 5
          bea | get_community_members | {"communityId":"iron guard","limit":1} | /members/0/userId | "dov"
          bea | get_community_members | {"communityId":"atlantis"} | /found | false
          bea | get_relationship | {"targetId":"user-456"} | /sentiment | -0.5
          bea | get_relationship | {"targetId":"user-456"} | /trust | 0.1
          bea | get_relationship | {"targetId":"WarLord99"} | /history | "hostile"
          dov | get_relationship | {"targetId":"leader-789"} | /loyalty | 0.8
          dov | get_relationship | {"targetId":"Chaos Horde"} | /sentiment | -0.9
          dov | get_relationship | {"targetId":"chaos_horde"} | /history | "bitter_enemies"
          fay | get_relationship | {"targetId":"my_community"} | /loyalty | 0.8
          gil | get_relationship | {"targetId":"my_community"} | /loyalty | 0.2
          gil | get_relationship | {"targetId":"rival_faction"} | /sentiment | -0.7
          ada | get_relationship | {"targetId":"user-456"} | /known | false
          ada | get_relationship | {"targetId":"user-456"} | /trust | 0
          ada | get_relationship | {"targetId":"nobody"} | /found | false
          ada | get_relationship | {"targetId":"nobody"} | /loyalty | 0
          dov | get_battle_details | {"battleId":"456"} | /enemy | "Chaos Horde"
          dov | get_battle_details | {"battleId":"battle_456"} | /communityId | "my_community"
          dov | get_battle_details | {"battleId":"battle_456"} | /status | "active"
          fay | get_battle_details | {"battleId":"battle-789"} | /enemyId | "rival_faction"
          fay | get_battle_details | {"battleId":"789"} | /priority | "high"
          fay | get_battle_details | {"battleId":"789"} | /ignored | false
          rival-leader | get_battle_details | {"battleId":"789"} | /enemy | "Iron Guard"
          ada | get_battle_details | {"battleId":"789"} | /enemy | null
          ada | get_battle_details | {"battleId":"1000"} | /found | false
          fay | get_active_battles | {} | /battles/1/battleId | "battle_456"
          ada | get_active_battles | {} | /battles | []
          ada | get_active_battles | {"communityId":"Chaos Horde"} | /battles/0/battleId | "battle_456"
          ada | get_active_battles | {"communityId":"atlantis"} | /found | false
          cal | get_market_items | {} | /items/1/item | "food"
          cal | get_market_items | {} | /items/1/effects/energy | 7
          cal | get_item_price | {"itemName":"food"} | /price | 5
          cal | get_item_price | {"itemName":"fod"} | /found | false
          cal | get_available_jobs | {} | /jobs/0 | {"job":"mining","pay":50,"energyCost":20}
          bea | search_memories | {"query":"user-456"} | /memories/1/content | "Fought against them in Battle X"
          ada | search_memories | {"query":"user-456"} | /found | false
          ada | search_knowledge | {"query":"what does food do?"} | /documents/0/title | "Energy and food"
          ada | get_conversation_history | {"userId":"user-100"} | /messages/0/content | "Hi"
          ada | get_conversation_history | {"userId":"user-100"} | /messages/1/content | "old"
          ada | get_conversation_history | {"userId":"user-100","limit":1} | /messages/1 |
          ada | get_conversation_history | {"userId":"nobody"} | /found | false
          ada | get_recent_posts | {"userId":"ada"} | /posts/0/content | "Fresh bread today"
          fay | get_recent_posts | {"communityId":"Iron Guard"} | /posts/0/author | "General Marcus"
          fay | get_recent_posts | {"userId":"leader-789"} | /posts/0/content | "Drill at dawn"
          ada | get_recent_posts | {"communityId":"Iron Guard"} | /found | false
          ada | get_recent_posts | {"communityId":"my_community"} | /posts | ''
          ada | get_recent_posts | {"userId":"leader-789"} | /posts | []
          ada | get_recent_posts | {} | /posts/1 | ''
          ada | get_recent_posts | {"communityId":"atlantis"} | /found | false
          ada | get_recent_posts | {"userId":"nobody"} | /found | false
          """)
  void answers(String actor, String tool, String args, String pointer, String expected) {
    JsonNode found = society.read(actor, tool, args).at(pointer);
    if (expected == null) {
      assertThat(found.isMissingNode()).isTrue();
    } else {
      assertThat(found).hasToString(expected);
    }
  }

  @Test
  void nobodySeesTheGoldOrEnergyOfOthers() {
    assertThat(society.read("ada", "get_user_profile", "{\"userId\":\"user-456\"}").toString())
        .doesNotContain("gold", "energy", "500");
    assertThat(
            society
                .read("ada", "get_community_members", "{\"communityId\":\"my_community\"}")
                .toString())
        .doesNotContain("gold", "energy");
  }

  @Test
  void aConversationHoldsOnlyThePair() {
    assertThat(
            society.read("ada", "get_conversation_history", "{\"userId\":\"user-100\"}").toString())
        .doesNotContain("not for ada");
  }

  @Test
  void nobodySearchesTheMemoriesOfOthers() {
    assertThat(society.read("ada", "search_memories", "{\"query\":\"bread\"}").path("found"))
        .hasToString("false");
    assertThat(society.read("cal", "search_memories", "{\"query\":\"bread\"}").path("found"))
        .hasToString("true");
  }

  @Test
  void theReadPoolCannotWrite() {
    assertThatThrownBy(() ->
            society
                .database
                .reads()
                .useHandle(handle -> handle.execute("update users set gold = 9")))
        .hasMessageContaining("read-only");
  }

  @Test
  void readingLeavesNoTrace() {
    String before = society.everything();
    long logged = society.number("select count(*) from action_log");
    society.read("ada", "get_my_stats", "{}");
    assertThat(society.everything()).isEqualTo(before);
    assertThat(society.number("select count(*) from action_log")).isEqualTo(logged);
  }
}
