package dev.playloop.ingest.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.journal.JournalEntry;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.seal.KeyRing;
import dev.playloop.schemas.tool.Describe;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.Tool;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.schemas.tool.Traits;
import dev.playloop.schemas.view.AgentNews;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

final class NewsReaderTest {
  private static final AgentId ADA = new AgentId("society/ada");
  private static final RunId RUN = RunId.of(ADA, "msg-1");
  private static final JsonNode ARGS = Json.tree("{\"message\":\"m-1\",\"text\":\"Hello\"}");

  sealed interface TalkTool extends Tool {}

  @Describe("Answer somebody.")
  @Traits(effect = Effect.WRITE, replyTo = "message", says = "text")
  record Answer(@Describe("which") String message, @Describe("what") String text)
      implements TalkTool {}

  /// Of a world with a tool to speak by.
  private final NewsReader talking =
      new NewsReader(_ -> ToolCatalogue.ofSealed(TalkTool.class), KeyRing.NONE);

  /// Of one without.
  private NewsReader reader = new NewsReader(_ -> ToolCatalogue.EMPTY, KeyRing.NONE);

  private long offset;

  private List<AgentNews> read(JournalEntry entry) {
    return reader.read(Journal.at(offset++, entry)).stream().map(News::news).toList();
  }

  @Test
  void aReplyIsSaidOnceItIsDone() {
    reader = talking;
    assertThat(read(Journal.calls(RUN, "answer", ARGS))).isEmpty();

    List<AgentNews> news = read(Journal.done(RUN, Json.tree("{\"sent\":true}")));

    assertThat(news).hasSize(2);
    assertThat(news.get(0))
        .isInstanceOfSatisfying(
            AgentNews.Said.class,
            said -> {
              assertThat(said.text()).isEqualTo("Hello");
              assertThat(said.replyTo()).isEqualTo("m-1");
            });
    assertThat(news.get(1))
        .isInstanceOfSatisfying(
            AgentNews.Did.class,
            did -> {
              assertThat(did.tool()).isEqualTo("answer");
              assertThat(did.args())
                  .as("what was said is told as that")
                  .isEqualTo(Json.tree("{\"message\":\"m-1\"}"));
              assertThat(did.result()).isEqualTo("{\"sent\":true}");
            });
  }

  @Test
  void whereAGuardPutOtherWordsInItsPlaceTheseAreTold() {
    reader = talking;
    read(Journal.calls(RUN, "answer", ARGS));
    List<AgentNews> news =
        read(
            Journal.done(
                RUN, Json.tree("{\"guard\":{\"verdict\":\"replace\",\"text\":\"H****\"}}")));
    assertThat(((AgentNews.Said) news.getFirst()).text()).isEqualTo("H****");
    assertThat(Json.text(news)).doesNotContain("Hello");
  }

  /// Nobody reads by the way back what a guard did not let them read.
  @Test
  void whatWasNotSaidIsNotTold() {
    reader = talking;
    read(Journal.calls(RUN, "answer", ARGS));
    ActionResult denied =
        ActionResult.failed(
            ActionId.of(RUN.turn(1), 1),
            ADA,
            Status.REFUSED,
            new ActionResult.ActionError("guarded", "this may not be said: no", null, false));
    List<AgentNews> news = read(Journal.entry(ADA, "action-done", denied));
    assertThat(news).hasSize(1);
    assertThat(Json.text(news)).contains("m-1").doesNotContain("Hello");
  }

  /// Nor is it where the tool is declared no more.
  @Test
  void ofAToolThatNobodyKnowsNoArgumentsAreTold() {
    NewsReader other = new NewsReader(_ -> null, KeyRing.NONE);
    other.read(Journal.at(0, Journal.calls(RUN, "answer", ARGS)));
    List<News> news = other.read(Journal.at(1, Journal.done(RUN, Json.tree("{}"))));
    assertThat(news)
        .singleElement()
        .isInstanceOfSatisfying(
            News.class, one -> assertThat(((AgentNews.Did) one.news()).args()).isNull());
  }

  /// A memory that the loop leaves, a hold of money, a preview.
  @ParameterizedTest
  @ValueSource(ints = {100, 401, 1_001, 1_010})
  void whatTheLoopDoesForItselfIsNotTold(int number) {
    reader = talking;
    read(Journal.calls(RUN, "answer", ARGS));
    ActionResult own =
        ActionResult.done(
            ActionId.of(RUN.turn(1), number), ADA, Json.tree("{\"summary\":\"x\"}"), null);
    assertThat(read(Journal.entry(ADA, "action-done", own))).isEmpty();
  }

  @Test
  void aTextIsSaidWhereItEndsTheRunAndIsAThoughtElsewhere() {
    assertThat(read(Journal.decided(RUN, "a thought", List.of()))).isEmpty();

    List<AgentNews> news = read(Journal.says(RUN, "Good night"));

    assertThat(news).hasSize(2);
    assertThat(((AgentNews.Said) news.get(0)).text()).isEqualTo("Good night");
    assertThat(news.get(1)).isInstanceOf(AgentNews.Closed.class);
  }

  @Test
  void whoHasAToolToSpeakBySpeaksByThat() {
    reader = talking;
    assertThat(read(Journal.says(RUN, "Past the guard")))
        .singleElement()
        .isInstanceOf(AgentNews.Closed.class);
    reader = new NewsReader(_ -> null, KeyRing.NONE); // nobody knows whether it has one
    assertThat(read(Journal.says(RUN, "Past the guard"))).hasSize(1);
  }

  @Test
  void thoughtsCostsAndMemoriesAreNotTold() {
    List<News> all = new ArrayList<>();
    all.addAll(reader.read(Journal.at(0, Journal.calls(RUN, "answer", ARGS))));
    all.addAll(reader.read(Journal.at(1, Journal.done(RUN, Json.tree("{}")))));
    all.addAll(reader.read(Journal.at(2, Journal.says(RUN, "Bye"))));

    assertThat(all).isNotEmpty();
    for (News one : all) {
      assertThat(new String(one.bytes(), StandardCharsets.UTF_8))
          .doesNotContain("thought", "memory", "costUsd", "summary");
    }
  }

  @Test
  void whatCameToNothingSaysWhy() {
    reader = talking;
    read(Journal.calls(RUN, "answer", ARGS));
    ActionId action = ActionId.of(RUN.turn(1), 1);

    List<AgentNews> news =
        read(
            Journal.entry(
                ADA,
                "action-done",
                ActionResult.failed(
                    action,
                    ADA,
                    Status.REFUSED,
                    new ActionResult.ActionError("no", "not here", null, false))));

    assertThat(news)
        .singleElement()
        .isInstanceOfSatisfying(
            AgentNews.Failed.class,
            failed -> {
              assertThat(failed.status()).isEqualTo(Status.REFUSED);
              assertThat(failed.reason()).isEqualTo("not here");
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a\n\ndata: {\"type\":\"closed\"}\n\nid: 9.9.9",
        "a\r\revent: closed\r\r",
        "half \ud83d",
        "\udc00 other half",
        "nul \u0000 and line \u2028 separator",
        "\ufeffid: 1"
      })
  void noTextEndsItsField(String text) {
    News said = reader.read(Journal.at(7, Journal.says(RUN, text))).getFirst();
    String event = new String(said.bytes(), StandardCharsets.UTF_8);

    assertThat(event).startsWith("id: 7.7.1\nevent: said\ndata: {").endsWith("}\n\n");
    assertThat(event.lines().count()).isEqualTo(4);
    assertThat(event).doesNotContain("\r").doesNotContain("\u0000");
    assertThat(
            Json.tree(event.substring(event.indexOf('{'), event.length() - 2))
                .path("text")
                .asString())
        .isNotEmpty();
  }

  @Test
  void whatIsSealedErasedOrChangedIsNotTold() {
    JournalEntry says = Journal.says(RUN, "Hi");
    assertThat(read(says)).isNotEmpty();

    assertThat(read(new JournalEntry(says.envelope(), says.salt(), "key-1", says.value())))
        .isEmpty();
    assertThat(read(new JournalEntry(says.envelope(), null, null, null))).isEmpty();
    assertThat(read(new JournalEntry(null, says.salt(), null, says.value()))).isEmpty();
    byte[] salt = new byte[JournalEntry.SALT_BYTES];
    salt[0] = 1;
    assertThat(read(new JournalEntry(says.envelope(), salt, null, says.value()))).isEmpty();
  }

  @Test
  void whoBeginsAtAnIdKnowsTheCallsOfWhatComesNext() {
    reader = talking;
    JournalEntry calls = Journal.calls(RUN, "answer", ARGS);
    JournalEntry done = Journal.done(RUN, Json.tree("{}"));
    reader.read(Journal.at(5, calls));
    News first = reader.read(Journal.at(9, done)).getFirst();

    assertThat(first.id()).isEqualTo(new NewsId(5, 9, 1));
    NewsReader other = new NewsReader(_ -> ToolCatalogue.ofSealed(TalkTool.class), KeyRing.NONE);
    other.read(Journal.at(5, calls));
    assertThat(other.read(Journal.at(9, done)).getFirst().bytes()).isEqualTo(first.bytes());
  }

  @Test
  void idsAreReadBackAndNothingElseIs() {
    long seed = 16;
    Random random = new Random(seed);
    String letters = "0123456789.-+ eE\n\u0660\ud83d,";
    for (int i = 0; i < 100_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int k = random.nextInt(24); k >= 0; k--) {
        text.append(letters.charAt(random.nextInt(letters.length())));
      }
      try {
        NewsId id = NewsId.parse(text.toString());
        assertThat(id.toString()).as("seed %d", seed).isEqualTo(text.toString());
        assertThat(id.since()).isBetween(0L, id.offset());
      } catch (InvalidValueException e) {
        assertThat(e.field()).isEqualTo("Last-Event-ID");
      }
    }
    assertThat(NewsId.parse("3.14.2")).isEqualTo(new NewsId(3, 14, 2));
    assertThatThrownBy(() -> NewsId.parse("15.14.1")).isInstanceOf(InvalidValueException.class);
  }

  @Test
  void aSlowReaderHoldsABoundedNumberAndEnds() throws Exception {
    NewsStream stream = new NewsStream(ADA, NewsId.OLDEST, KeyRing.NONE);
    News one = reader.read(Journal.at(0, Journal.says(RUN, "Hi"))).getFirst();
    for (int i = 0; i < NewsStream.MOST; i++) {
      stream.put(one);
    }
    assertThat(stream.hasEnded()).isFalse();

    stream.put(one);

    assertThat(stream.hasEnded()).isTrue();
    assertThat(stream.take(java.time.Duration.ZERO)).isNull();
  }
}
