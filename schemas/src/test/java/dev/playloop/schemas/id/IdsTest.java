package dev.playloop.schemas.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.json.Json;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class IdsTest {
  private static final AgentId ADA = AgentId.of("society", "ada");

  @Test
  void runTurnAndActionAreDerivedAndLeadBack() {
    ActionId action = ActionId.of(RunId.of(ADA, "a:b#c.d").turn(12), 3);

    assertThat(action).hasToString("society/ada:a:b#c.d#12.3");
    assertThat(action.turn().number()).isEqualTo(12);
    assertThat(action.run().trigger()).isEqualTo("a:b#c.d");
    assertThat(action.run().agent()).isEqualTo(ADA);
    assertThat(ADA.world() + " " + ADA.name()).isEqualTo("society ada");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ada",
        "society/",
        "/ada",
        "Society/ada",
        "society/Ada",
        "society/ada/x",
        "society/-a",
        "society/a b",
        ""
      })
  void whatIsNoAgentIdIsRefused(String id) {
    assertThatThrownBy(() -> new AgentId(id))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("tally/ada");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"society/ada:x#1\"", "\"nothing\"", "\"society/ada:x#.\"", "7"})
  void whatIsNoActionIdIsRefusedWhereItIsRead(String json) {
    assertThatThrownBy(() -> Json.read(json, ActionId.class))
        .isInstanceOf(InvalidValueException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "society/ada:x",
        "society/ada:x#",
        "society/ada:x#one",
        "society/ada:x#0",
        "Ada:x#1"
      })
  void whatIsNoTurnIdIsRefused(String id) {
    assertThatThrownBy(() -> new TurnId(id)).isInstanceOf(InvalidValueException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"society/ada", ":x", "Ada:x", "society/ada:"})
  void whatIsNoRunIdIsRefused(String id) {
    assertThatThrownBy(() -> new RunId(id)).isInstanceOf(InvalidValueException.class);
  }

  @Test
  void idsAreTextInJson() {
    assertThat(Json.text(ADA)).isEqualTo("\"society/ada\"");
    assertThat(Json.read("\"society/ada\"", AgentId.class)).isEqualTo(ADA);
  }

  @Test
  void triggerIdsAreDerivedFromWhatTheyName() {
    assertThat(TriggerId.ofRecord("playloop.triggers", 3, 17)).isEqualTo("playloop.triggers-3-17");
    assertThat(TriggerId.ofSchedule(ADA, "market", Instant.ofEpochMilli(1000)))
        .isEqualTo("ada-market-1000");
    assertThat(TriggerId.ofCloudEvent("/game", "1"))
        .isEqualTo(TriggerId.ofCloudEvent("/game", "1"))
        .isNotEqualTo(TriggerId.ofCloudEvent("/game", "2"))
        .isNotEqualTo(TriggerId.ofCloudEvent("/gam", "e1"))
        .matches("ce-[0-9a-f]{32}");
    assertThat(TriggerId.ofSubscription("e-1", ADA))
        .isNotEqualTo(TriggerId.ofSubscription("e-1", AgentId.of("society", "bob")))
        .matches("sub-[0-9a-f]{32}");
  }

  @ParameterizedTest
  @CsvSource({
    "ada-market-1000, true",
    "ada-market-, false",
    "ada-market-10x, false",
    "ada-market-day-1000, false",
    "bob-market-1000, false",
    "xadaxmarketx1000, false",
    "1000, false",
  })
  void aTicksIdTellsWhoseItIs(String id, boolean is) {
    assertThat(TriggerId.isOfSchedule(id, ADA, "market")).isEqualTo(is);
  }

  @Test
  void longestDerivedIdsFit() {
    String name = "a".repeat(63);
    AgentId agent = AgentId.of(name, name);
    String trigger =
        TriggerId.ofSchedule(agent, "s".repeat(40), Instant.parse("9999-12-31T23:59:59Z"));

    assertThat(trigger.length()).isLessThanOrEqualTo(TriggerId.MAX_CHARACTERS);
    assertThat(ActionId.of(RunId.of(agent, "t".repeat(128)).turn(1000), 1099).run().agent())
        .isEqualTo(agent);
  }

  @Test
  void aTriggerIdOf4KbOrWithBlanksIsRefused() {
    assertThatThrownBy(() -> TriggerId.checked("x".repeat(4096)))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("4096 characters");
    assertThatThrownBy(() -> TriggerId.checked("a b")).isInstanceOf(InvalidValueException.class);
    assertThat(TriggerId.checked("x".repeat(128))).hasSize(128);
  }

  /// Ids and near misses, put together from pieces that matter to the patterns.
  @Test
  void whatIsAnIdIsWhatItsPatternSays() {
    long seed = 20261121;
    Random random = new Random(seed);
    List<String> pieces =
        List.of(
            "a",
            "z",
            "0",
            "9",
            "-",
            "/",
            ":",
            "#",
            ".",
            "1",
            "10",
            "A",
            "_",
            " ",
            "~",
            "\u007f",
            "é",
            "\n",
            "!",
            "1000000",
            "a".repeat(62),
            "t".repeat(126),
            "w/n:t#1.1",
            "w/n",
            "n:t#2");
    Map<String, Predicate<String>> ids =
        Map.of(
            AgentId.REGEX, IdText::isAgent,
            TriggerId.REGEX, IdText::isTrigger,
            RunId.REGEX, IdText::isRun,
            TurnId.REGEX, IdText::isTurn,
            ActionId.REGEX, IdText::isAction);
    Map<String, Integer> good = new HashMap<>();
    for (int i = 0; i < 200_000; i++) {
      StringBuilder made = new StringBuilder(random.nextBoolean() ? "w/n" : "");
      for (int n = random.nextInt(7); n > 0; n--) {
        made.append(pieces.get(random.nextInt(pieces.size())));
      }
      String text = made.toString();
      ids.forEach((regex, is) -> {
        assertThat(is.test(text)).as("'%s', seed %d", text, seed).isEqualTo(text.matches(regex));
        good.merge(regex, is.test(text) ? 1 : 0, Integer::sum);
      });
    }
    assertThat(good.values()).allMatch(count -> count > 100);
  }
}
