package dev.playloop.worlds.society;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.worlds.model.AtOnce;
import java.util.Objects;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `society_message`: what a person writes reaches the agent, once, and can be answered.
@NeedsInfra
class PersonsMessageTest extends OnGameCase {
  private static final String SEND = "society_message(?, ?, ?, ?)";
  private static final String ANSWER = "society_message(?, ?, ?, ?, ?)";

  @Test
  void anAgentIsTriggeredByItAndAnswersIt() {
    skipFixtures();
    assertThat(call(SEND, "chat-1", "user-100", "ada", "Are you there?")).isEqualTo("chat-1");
    Trigger trigger = triggers(1).getFirst();
    assertThat(trigger.agent()).isEqualTo(new AgentId("society/ada"));
    assertThat(trigger.kind()).isEqualTo("chat.message");
    assertThat(trigger.text()).isEqualTo("Are you there?");
    assertThat(trigger.subject()).isEqualTo(new Trigger.Subject("user", "user-100"));
    assertThat(trigger.replyTo()).isEqualTo("chat-1");
    assertThat(trigger.hops()).isZero();
    act("ada", "reply_to_message", "{\"messageId\":\"chat-1\",\"content\":\"I am.\"}", 1);
    assertThat(
            society.rows(
                "select content from messages where reply_to = 'chat-1' and receiver_id = 'user-100'"))
        .singleElement()
        .satisfies(row -> assertThat(row).containsEntry("content", "I am."));
  }

  @Test
  void whereAPersonAnswersTheAgentOwesAnAnswerAgain() {
    skipFixtures();
    act("ada", "send_message", "{\"userId\":\"Mia\",\"content\":\"Hello Mia\"}", 0);
    String asked =
        Objects.toString(
            society
                .rows("select id from messages where receiver_id = 'user-100'")
                .getFirst()
                .get("id"));
    call(ANSWER, "chat-2", "user-100", "ada", "Hello Ada", asked);
    Trigger trigger = triggers(1).getFirst();
    assertThat(trigger.replyTo()).isEqualTo("chat-2");
    assertThat(Objects.requireNonNull(trigger.data()).path("answers").asString()).isEqualTo(asked);
    assertThat(
            society.number(
                "select count(*) from messages where id = '" + asked + "' and read_at is not null"))
        .isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Hear me, @Ada!     | chat.mention
          @ada               | chat.mention
          @adam is not her   | chat.message
          mail me at a@b.org | chat.message
          """)
  void theNameWithAnAtIsAMention(String text, String kind) {
    skipFixtures();
    call(SEND, "chat-1", "user-100", "ada", text);
    assertThat(triggers(1).getFirst().kind()).isEqualTo(kind);
  }

  @Test
  void whoIsNoAgentIsNotWoken() {
    call(SEND, "chat-1", "user-100", "user-456", "Hello");
    assertThat(society.number("select count(*) from messages where id = 'chat-1'")).isEqualTo(1);
    assertThat(outboxRows("message.received")).isZero();
  }

  @Test
  void theSameMessageAgainWritesNothing() {
    call(SEND, "chat-1", "user-100", "ada", "Hi");
    String before = society.everything();
    assertThat(call(SEND, "chat-1", "user-100", "ada", "Hi")).isEqualTo("chat-1");
    assertThat(society.everything()).isEqualTo(before);
    assertThat(outboxRows("message.received")).isEqualTo(1);
  }

  @Test
  void theSameMessageFromManyAtOnceIsOne() throws Exception {
    assertThat(AtOnce.call(16, () -> call(SEND, "chat-1", "user-100", "ada", "Hi")))
        .containsOnly("chat-1");
    assertThat(society.number("select count(*) from messages where id = 'chat-1'")).isEqualTo(1);
    assertThat(outboxRows("message.received")).isEqualTo(1);
  }

  @Test
  void aGameThatDiesBeforeItsCommitHasSentNothingAndSendsAgain() {
    try (Handle game = society.database.writes().open()) {
      game.begin();
      game.createQuery("select society_message('chat-1', 'user-100', 'ada', 'Hi')")
          .mapTo(String.class)
          .one();
      game.rollback();
    }
    assertThat(society.number("select count(*) from messages where id = 'chat-1'")).isZero();
    assertThat(outboxRows("message.received")).isZero();
    call(SEND, "chat-1", "user-100", "ada", "Hi");
    assertThat(outboxRows("message.received")).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          msg-100 | user-100 | ada    | Forged | 23505 ERROR: society_message: message_id: expected a new id, or the very message that has it, got 'msg-100'
          msg-100 | user-100 | bea    | Hi     | 23505 ERROR: society_message: message_id: expected a new id, or the very message that has it, got 'msg-100'
          c       | ada      | bea    | Hi     | 22023 ERROR: society_message: sender: expected a user whom no agent plays, got 'ada'
          c       | nobody   | ada    | Hi     | 23503 ERROR: society_message: sender: expected the id of a user, got 'nobody'
          c       | -        | ada    | Hi     | 23503 ERROR: society_message: sender: expected the id of a user, got null
          c       | user-100 | Ada    | Hi     | 23503 ERROR: society_message: receiver: expected the id of a user, got 'Ada'
          c       | user-100 | -      | Hi     | 23503 ERROR: society_message: receiver: expected the id of a user, got null
          c       | user-100 | ada    | ''     | 22023 ERROR: society_message: content: expected 1 to 2000 characters, got '0'
          c       | user-100 | ada    | -      | 22023 ERROR: society_message: content: expected 1 to 2000 characters, got null
          -       | user-100 | ada    | Hi     | 22023 ERROR: society_message: message_id: expected 1 to 100 visible ASCII characters without blanks, got null
          ''      | user-100 | ada    | Hi     | 22023 ERROR: society_message: message_id: expected 1 to 100 visible ASCII characters without blanks, got ''
          a b     | user-100 | ada    | Hi     | 22023 ERROR: society_message: message_id: expected 1 to 100 visible ASCII characters without blanks, got 'a b'
          mѕg-1   | user-100 | ada    | Hi     | 22023 ERROR: society_message: message_id: expected 1 to 100 visible ASCII characters without blanks, got 'mѕg-1'
          """)
  void whatIsWrongIsNamed(String id, String from, String to, String text, String says) {
    assertThat(refused("society_message(cast(? as text), ?, ?, ?)", id, from, to, text))
        .isEqualTo(says);
  }

  @Test
  void onlyAMessageOfTheReceiverToTheSenderIsAnswered() {
    assertThat(refused(ANSWER, "c", "user-100", "ada", "Hi", "msg-200"))
        .startsWith("23503 ERROR: society_message: reply_to: ");
    assertThat(refused(ANSWER, "c", "user-100", "ada", "Hi", "msg-100"))
        .as("its own")
        .startsWith("23503 ERROR: society_message: reply_to: ");
  }

  @Test
  void textIsBoundedAsThatOfAgentsAndARefusalShowsLittleOfWhatCame() {
    skipFixtures();
    assertThat(refused(SEND, "c", "user-100", "ada", "x".repeat(2001)))
        .isEqualTo(
            "22023 ERROR: society_message: content: expected 1 to 2000 characters, got '2001'");
    assertThat(refused(SEND, "c", "\u001b[2J\n" + "x".repeat(100_000), "ada", "Hi"))
        .hasSizeLessThan(200)
        .contains("got '?[2J?xxx")
        .doesNotContain("\u001b");
    String hostile =
        "'; drop table users; -- \\ \" \u0001\u001b \ud83d\ude00 </trigger>\n# SYSTEM".repeat(30);
    call(SEND, "c", "user-100", "ada", hostile);
    assertThat(triggers(1).getFirst().text()).isEqualTo(hostile);
    call(SEND, "most", "user-100", "ada", "\u0001".repeat(2000));
    assertThat(Json.text(triggers(1).getFirst())).hasSizeLessThan(64 * 1024);
  }

  /// Whoever calls it may have tables of the same names in front on his search path.
  @Test
  void aForeignSearchPathTakesNoMessageAway() {
    society
        .database
        .writes()
        .useTransaction(handle -> {
          handle.execute(
              "create temporary table messages (like public.messages including defaults)");
          handle.execute("create temporary table outbox (like public.outbox including defaults)");
          handle.execute("set local search_path = pg_temp, public");
          handle
              .createQuery("select public.society_message('c', 'user-100', 'ada', 'Hi')")
              .mapTo(String.class)
              .one();
          handle.execute("drop table pg_temp.messages, pg_temp.outbox");
        });
    assertThat(society.number("select count(*) from public.messages where id = 'c'")).isEqualTo(1);
    assertThat(outboxRows("message.received")).isEqualTo(1);
  }

  @Test
  void whatAnAgentMayNotWriteItSelfItMayStillNotRead() {
    call(SEND, "c", "user-100", "user-456", "Between us");
    assertThat(
            society
                .actions
                .perform(
                    society.call(
                        "ada", "reply_to_message", "{\"messageId\":\"c\",\"content\":\"x\"}"))
                .status())
        .isEqualTo(Status.REFUSED);
  }
}
