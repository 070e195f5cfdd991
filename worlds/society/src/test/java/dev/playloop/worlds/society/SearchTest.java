package dev.playloop.worlds.society;

import static dev.playloop.worlds.society.TestSociety.output;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.json.Json;
import dev.playloop.testkit.NeedsInfra;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// Search over five memories that matter among two thousand that don't.
@NeedsInfra
class SearchTest {
  private static TestSociety society;

  @BeforeAll
  static void open() {
    society = TestSociety.seeded();
    society.execute(
        """
        insert into memories (agent_id, subject_id, content) values
          ('ada', 'user-456', 'Fought against WarLord99 in the battle of Ashford'),
          ('ada', null, 'Chaos Legion attacked our territory at night'),
          ('ada', null, 'Ada bought ten loaves of bread from the market'),
          ('ada', null, 'The baker sells bread at dawn'),
          ('ada', null, 'Trading post raised the price of iron');
        insert into memories (agent_id, subject_id, content)
        select 'ada', 'traveller-' || i, 'Met traveller number ' || i || ' and talked about weather'
        from generate_series(1, 2000) i;
        analyze memories;
        """);
  }

  @AfterAll
  static void close() {
    society.close();
  }

  private static List<String> search(String query) {
    String args = Json.text(Json.NODES.objectNode().put("query", query).put("limit", 3));
    ActionResult result = society.actions.perform(society.call("ada", "search_memories", args));
    assertThat(result.status()).as("%s", result).isEqualTo(Status.DONE);
    List<String> contents = new ArrayList<>();
    for (JsonNode memory : output(result).path("memories")) {
      contents.add(memory.path("content").asString());
    }
    assertThat(output(result).path("found").asBoolean(false)).isEqualTo(!contents.isEmpty());
    return contents;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          user-456             | Fought against WarLord99 in the battle of Ashford
          WarLord99            | Fought against WarLord99 in the battle of Ashford
          attacking territory  | Chaos Legion attacked our territory at night
          Who raised prices?   | Trading post raised the price of iron
          "price of iron"      | Trading post raised the price of iron
          bread -market        | The baker sells bread at dawn
          Warlrd99             | Fought against WarLord99 in the battle of Ashford
          teritory             | Chaos Legion attacked our territory at night
          """)
  void findsFirst(String query, String expected) {
    assertThat(search(query)).first().isEqualTo(expected);
  }

  @Test
  void anExcludedWordStaysOut() {
    assertThat(search("bread -market")).containsExactly("The baker sells bread at dawn");
    assertThat(search("\"iron of price\"")).isEmpty();
  }

  @Test
  void allWordsCountMoreThanAny() {
    assertThat(search("bread market")).startsWith("Ada bought ten loaves of bread from the market");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", " ", "!!! ( ' ;", "'; drop table memories; --", "((((", "\\", "a & | !", ":*", "%%%%",
        "<->", "\"", "-", "the and of", "$$", "\u202e", "\ud835\udd18", ":query", "? ?"
      })
  void hostileTextIsSafeAndFindsNothing(String query) {
    assertThat(search(query)).isEmpty();
    assertThat(society.number("select count(*) from memories where agent_id = 'ada'"))
        .isEqualTo(2005);
  }

  @Test
  void theLimitHolds() {
    assertThat(search("traveller")).hasSize(3);
  }
}
