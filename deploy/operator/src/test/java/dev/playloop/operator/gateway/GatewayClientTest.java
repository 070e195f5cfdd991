package dev.playloop.operator.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.approval.AnswerKind;
import dev.playloop.schemas.event.Author;
import dev.playloop.schemas.event.Control;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is sent says neither who speaks nor when, and each answer is a value.
class GatewayClientTest {
  private static final AgentId ADA = new AgentId("tally/ada");

  private FakeGateway gateway;
  private GatewayClient client;

  @BeforeEach
  void open() throws IOException {
    gateway = FakeGateway.start();
    client = GatewayClient.of(new GatewayAddress(gateway.address(), "t0ken"));
  }

  @AfterEach
  void close() {
    client.close();
    gateway.close();
  }

  @Test
  void aControlIsSentWithTheTokenAndWithoutAuthorAndTime() throws InterruptedException {
    assertThat(client.pause(ADA)).isEqualTo(new GatewayAnswer.Accepted("c-1"));
    Control forget =
        new Control.ForgetSubject(
            ADA, "zed", Author.of("an-admin").roles(List.of("*")), Instant.MAX);
    assertThat(client.control(forget)).isEqualTo(new GatewayAnswer.Accepted("c-1"));

    assertThat(gateway.heard())
        .hasSize(2)
        .allSatisfy(one -> {
          assertThat(one.path()).isEqualTo("/v1/controls");
          assertThat(one.authorization()).isEqualTo("Bearer t0ken");
        });
    assertThat(gateway.heard().getFirst().body())
        .isEqualTo(Json.tree("{\"type\":\"pause\",\"agent\":\"tally/ada\"}"));
    assertThat(gateway.heard().getLast().body())
        .isEqualTo(
            Json.tree("{\"type\":\"forget-subject\",\"agent\":\"tally/ada\",\"subject\":\"zed\"}"));
  }

  @Test
  void anAnswerNamesTheQuestionAndTheArgumentsThatWereSeen() throws InterruptedException {
    client.answer(
        "0123456789abcdef",
        AnswerKind.EDIT,
        "aa",
        new GatewayClient.Words(Json.tree("{\"amount\":3}"), "too much"));
    client.answer(
        "0123456789abcdef", AnswerKind.APPROVE, "aa", new GatewayClient.Words(null, null));

    assertThat(gateway.heard())
        .extracting(FakeGateway.Heard::path)
        .containsOnly("/v1/approvals/0123456789abcdef");
    assertThat(gateway.heard())
        .extracting(FakeGateway.Heard::body)
        .containsExactly(
            Json.tree(
                """
                {"answer":"edit","argsHash":"aa","args":{"amount":3},"reason":"too much"}
                """),
            Json.tree("{\"answer\":\"approve\",\"argsHash\":\"aa\"}"));
  }

  @ParameterizedTest
  @CsvSource({
    "401,NoLogin",
    "403,Forbidden",
    "404,Unknown",
    "409,Conflict",
    "400,Invalid",
    "422,Invalid",
    "413,Invalid",
    "301,Invalid",
    "429,Busy",
    "500,Busy",
    "503,Busy"
  })
  void eachStatusIsAValueWithTheProblemsWords(int status, String type) throws InterruptedException {
    gateway.answers(
        status,
        """
        {"detail":"not so","errors":[{"field":"scope","expected":"control","got":"approve:a"}]}
        """);

    GatewayAnswer answer = client.resume(ADA);

    assertThat(answer.getClass().getSimpleName()).isEqualTo(type);
    assertThat(answer.toString()).contains("not so; scope: expected control, got approve:a");
  }

  @Test
  void whatIsNoProblemIsToldByItsStatus() throws InterruptedException {
    gateway.answers(502, "<html>a proxy's page</html>");

    assertThat(client.pause(ADA)).isEqualTo(new GatewayAnswer.Busy("HTTP status 502"));
  }

  @Test
  void anAnswerWithoutEndIsNone() throws InterruptedException {
    gateway.answers(202, " ".repeat(100_000));

    assertThat(client.pause(ADA)).isInstanceOf(GatewayAnswer.Unreachable.class);
  }

  @Test
  void whereNobodyListensIsAValueThatNamesTheAddress() throws InterruptedException {
    URI address = gateway.address();
    gateway.close();

    assertThat(client.pause(ADA))
        .isInstanceOfSatisfying(
            GatewayAnswer.Unreachable.class,
            nobody -> assertThat(nobody.address()).isEqualTo(address.toString()));
  }

  @Test
  void anAuditStopsAtTheFirstThatIsNotTaken() {
    gateway.answers(403, "{\"detail\":\"needs control\"}");
    Control one = new Control.Snapshot(ADA, Author.of("-"), Instant.EPOCH);

    assertThatThrownBy(() -> client.send(List.of(one, one)))
        .isInstanceOfSatisfying(
            NotTaken.class,
            refused ->
                assertThat(refused.answer())
                    .isEqualTo(new GatewayAnswer.Forbidden("needs control")));
    assertThat(gateway.heard()).hasSize(1);
  }

  @Test
  void nobodyPrintsTheToken() {
    assertThat(client.address().toString()).doesNotContain("t0ken");
  }
}
