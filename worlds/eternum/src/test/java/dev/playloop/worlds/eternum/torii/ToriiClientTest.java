package dev.playloop.worlds.eternum.torii;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.http.EdgeAnswer;
import dev.playloop.http.EdgeOptions;
import dev.playloop.http.EdgeRoutes;
import dev.playloop.http.HttpEdge;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.model.WorldUnavailable;
import java.math.BigInteger;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What may come back instead of rows.
class ToriiClientTest {
  private static final ToriiSelect.Game GAME = new ToriiSelect.Game("s2", 7);
  private static final ToriiSelect TILES = ToriiSelect.of(GAME, "Tile");
  private static final String ROW =
      "{\"n\":5,\"b\":1,\"h\":\"0x00ff\",\"t\":\"text\",\"v\":\"T2\"}";

  private volatile EdgeAnswer answer = EdgeAnswer.text(200, "[]");
  private HttpEdge edge;
  private ToriiClient torii;

  @BeforeEach
  void start() {
    edge =
        HttpEdge.bind(EdgeOptions.loopback("a false Torii", "none", 0))
            .serve(new EdgeRoutes().open("GET", "/sql", _ -> answer));
    torii = new ToriiClient(edge.address(), Felt.of(9), Duration.ofSeconds(60));
  }

  @AfterEach
  void stop() {
    torii.close();
    edge.close();
  }

  @Test
  void noRowsAreAnAnswer() throws InterruptedException {
    assertThat(torii.ask(TILES)).isEmpty();
    assertThat(torii.head()).isNull();
    assertThat(torii.block(5)).isNull();
  }

  @Test
  void rowsAreReadByType() throws InterruptedException {
    says("[" + ROW + "]");
    ToriiRow row = torii.ask(TILES).getFirst();
    assertThat(row.number("n")).isEqualTo(5);
    assertThat(row.flag("b")).isTrue();
    assertThat(row.wide("h")).isEqualTo(BigInteger.valueOf(255));
    assertThat(row.large("h")).isEqualTo(255);
    assertThat(row.word("h")).isEqualTo(Felt.of(255));
    assertThat(row.text("t")).isEqualTo("text");
    assertThat(row.variant("v", List.of("T1", "T2"))).isEqualTo(1);
    says("[{\"v\":1}]");
    assertThat(torii.ask(TILES).getFirst().variant("v", List.of("T1", "T2"))).isEqualTo(1);
  }

  static Stream<EdgeAnswer> outages() {
    return Stream.of(
        EdgeAnswer.text(500, "oops"),
        EdgeAnswer.text(400, "no such table"),
        EdgeAnswer.text(404, ""),
        EdgeAnswer.text(429, "slow down"),
        EdgeAnswer.text(302, "elsewhere"),
        EdgeAnswer.text(204, ""),
        new EdgeAnswer.Hangup(),
        EdgeAnswer.text(200, ""),
        EdgeAnswer.text(200, "<html><body>Welcome</body></html>"),
        EdgeAnswer.text(200, "[{\"a\":1}"),
        EdgeAnswer.text(200, "[{\"a\":1}]]"),
        EdgeAnswer.text(200, "[{\"a\":1}] [{\"a\":2}]"),
        EdgeAnswer.text(200, "{\"rows\":[]}"),
        EdgeAnswer.text(200, "null"),
        EdgeAnswer.text(200, "\"[]\""),
        EdgeAnswer.text(200, "[1,2]"),
        EdgeAnswer.text(200, "[null]"),
        EdgeAnswer.text(200, "[[{\"a\":1}]]"),
        EdgeAnswer.text(200, "[{\"a\":1,\"a\":2}]"),
        EdgeAnswer.text(200, "[{\"a\":1e999999999}]"),
        EdgeAnswer.text(200, "[{\"a\":\"\\u0000\"}]"),
        EdgeAnswer.text(200, "[".repeat(100_000) + "]".repeat(100_000)),
        EdgeAnswer.text(200, "[" + "{},".repeat(70_000) + "{}]"),
        EdgeAnswer.text(200, "[\"" + "x".repeat(ToriiClient.MAX_BODY_BYTES) + "\"]"),
        EdgeAnswer.of(200, "application/json", new byte[] {'[', (byte) 0xff, ']'}));
  }

  @ParameterizedTest
  @MethodSource("outages")
  void whateverAreNoRowsIsAnOutage(EdgeAnswer hostile) {
    answer = hostile;
    assertThatThrownBy(() -> torii.ask(TILES))
        .isInstanceOf(WorldUnavailable.class)
        .hasMessageStartingWith("Torii: ");
    assertThatThrownBy(() -> torii.head()).isInstanceOf(WorldUnavailable.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "-1",
        "4294967296",
        "1.5",
        "1e3",
        "true",
        "\"5\"",
        "\"0x\"",
        "\"0xzz\"",
        "\"0x11111111111111111111111111111111111111111111111111111111111111111\"",
        "\"0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff\"",
        "[]",
        "{}",
        "[{\"a\":1}]"
      })
  void aColumnOfAnotherTypeIsAnOutage(String value) throws InterruptedException {
    says("[{\"n\":%s}]".formatted(value));
    ToriiRow row = torii.ask(TILES).getFirst();
    if (!value.equals("\"5\"") && !value.startsWith("\"0x")) {
      assertAway(() -> row.text("n"));
    }
    assertAway(() -> row.number("n"));
    assertAway(() -> row.flag("n"));
    assertAway(() -> row.wide("n"));
    assertAway(() -> row.large("n"));
    assertAway(() -> row.word("n"));
    assertAway(() -> row.variant("n", List.of("A", "B")));
    assertAway(() -> row.number("missing"));
  }

  private static void assertAway(ThrowingCallable reading) {
    assertThatThrownBy(reading).isInstanceOf(WorldUnavailable.class);
  }

  /// Bytes of an answer changed at random: rows, or an outage, and nothing else.
  @Test
  void aBrokenAnswerIsRowsOrAnOutage() throws InterruptedException {
    byte[] honest = ("[" + ROW + "," + ROW + "]").getBytes(StandardCharsets.UTF_8);
    long seed = Long.getLong("torii.seed", 15);
    Random random = new Random(seed);
    int rows = 0;
    for (int i = 0; i < 2_000; i++) {
      byte[] broken = honest.clone();
      for (int change = random.nextInt(1, 4); change > 0; change--) {
        broken[random.nextInt(broken.length)] = (byte) random.nextInt(256);
      }
      int length = random.nextInt(8) == 0 ? random.nextInt(broken.length) : broken.length;
      answer = EdgeAnswer.json(200, Arrays.copyOf(broken, length));
      try {
        for (ToriiRow row : torii.ask(TILES)) {
          row.number("n");
          row.wide("h");
          row.text("t");
          rows++;
        }
      } catch (WorldUnavailable e) {
        assertThat(e).as("seed %d", seed).hasMessageStartingWith("Torii: ");
      }
    }
    assertThat(rows).isPositive();
  }

  @Test
  void nobodyThereIsAnOutage() {
    edge.close();
    assertThatThrownBy(() -> torii.ask(TILES)).isInstanceOf(WorldUnavailable.class);
    try (ToriiClient lost =
        new ToriiClient(URI.create("http://127.0.0.1:1"), Felt.ONE, Duration.ofSeconds(1))) {
      assertThatThrownBy(() -> lost.ask(TILES)).isInstanceOf(WorldUnavailable.class);
    }
  }

  @Test
  void everyQuestionAboutTheGameIsAboutOneGame() {
    assertThat(TILES.columns("col", "a.b").where("row", 3).orderBy("col desc").limit(5).sql())
        .isEqualTo(
            "select `col`, `a.b` from `s2-Tile` where `game_id` = 7 and `row` = 3"
                + " order by `col` desc limit 5");
    assertThat(TILES.whereEither("a", List.of(1L), "b", List.of()).sql())
        .isEqualTo(
            "select * from `s2-Tile` where `game_id` = 7 and (`a` in (1) or `b` in ()) limit 1000");
    assertThat(TILES.where("owner", Felt.of(10)).sql())
        .contains("`owner` = '0x" + "0".repeat(63) + "a'");
    assertThat(TILES.whereWide("w", List.of(255L)).sql())
        .contains("`w` in ('0x" + "0".repeat(30) + "ff')");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a`b", "a b", "a;b", "a'b", "a\"b", "ä", "a--\n"})
  void noTextFromOutsideCanStandInAQuestion(String name) {
    assertThatThrownBy(() -> ToriiSelect.of(GAME, name + "`"))
        .isInstanceOf(InvalidValueException.class);
    assertThatThrownBy(() -> TILES.columns(name)).isInstanceOf(InvalidValueException.class);
    assertThatThrownBy(() -> TILES.orderBy(name)).isInstanceOf(InvalidValueException.class);
    assertThatThrownBy(() -> TILES.where(name, 1)).isInstanceOf(InvalidValueException.class);
    assertThatThrownBy(() -> TILES.whereName("a", name)).isInstanceOf(InvalidValueException.class);
    assertThatThrownBy(() -> new ToriiSelect.Game(name, 1))
        .isInstanceOf(InvalidValueException.class);
  }

  private void says(String json) {
    answer = EdgeAnswer.text(200, json);
  }
}
