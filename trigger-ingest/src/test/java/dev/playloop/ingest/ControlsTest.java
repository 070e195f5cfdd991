package dev.playloop.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.ingest.Http.Answer;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.approval.Question;
import dev.playloop.schemas.event.ApprovalControl;
import dev.playloop.schemas.event.Author;
import dev.playloop.schemas.event.Control;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.principal.Principal;
import dev.playloop.schemas.principal.Principal.Kind;
import dev.playloop.schemas.principal.Principal.Token;
import dev.playloop.schemas.principal.Scope;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.NeedsInfra;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// What people say over the gateway, and in whose name it stands on the log.
@NeedsInfra
class ControlsTest extends PeopleCase {
  private static int round;

  private Question question;

  @BeforeEach
  void askAnew() throws Exception {
    known("kim", "kim", Kind.PERSON, "approve:treasurer", "control");
    known("mo", "mo", Kind.PERSON, "approve:mayor");
    round++;
    question = question(round, "treasurer");
    ask(ADA, question, round);
    assertThat(http.ask("kim", "GET", path(question), null).status()).isEqualTo(200);
  }

  @Test
  void anAnswerStandsInItsSendersNameUnderTheGatewaysKey() throws Exception {
    Instant before = Instant.now();

    Answer answer =
        post(
            "kim",
            path(question),
            answer("approve", question).replace("}", ",\"reason\":\"fair \\u00e9\"}"));

    assertThat(answer.status()).isEqualTo(202);
    ApprovalControl.Approve taken = (ApprovalControl.Approve) last();
    assertThat(answer.body().path("id").asString())
        .isEqualTo(Sha256.hex(Json.bytes(taken)).substring(0, 32));
    assertThat(taken.agent()).isEqualTo(ADA);
    assertThat(taken.about().action()).isEqualTo(ACTION);
    assertThat(taken.about().approval()).isEqualTo(question.approval());
    assertThat(taken.about().argsHash()).isEqualTo(question.argsHash());
    assertThat(taken.reason()).isEqualTo("fair \u00e9");
    assertThat(taken.at()).isBetween(before, Instant.now());
    Author author = taken.author();
    assertThat(author.subject()).isEqualTo("kim");
    assertThat(author.roles()).containsExactly("treasurer");
    assertThat(author.issuer()).isEqualTo("the-gateway");
    assertThat(author.keyId()).isEqualTo(KEY.trusted().id());
  }

  @Test
  void eachKindOfAnswerIsTaken() throws Exception {
    assertThat(post("kim", path(question), answer("deny", question)).status()).isEqualTo(202);
    assertThat(last()).isInstanceOf(ApprovalControl.Deny.class);
    String edit = answer("edit", question).replace("}", ",\"args\":{\"amount\":300}}");
    assertThat(post("kim", path(question), edit).status()).isEqualTo(202);
    assertThat(((ApprovalControl.Edit) last()).args()).hasToString("{\"amount\":300}");
    Answer withdraw = post("kim", path(question), answer("withdraw", question));
    assertThat(withdraw.status()).as("this question does not allow it").isEqualTo(422);
    assertThat(withdraw.error("expected")).isEqualTo("approve or deny or edit");
  }

  @Test
  void oneWhoOnlyHasAnotherRoleIsToldWhichIsAsked() throws Exception {
    int before = controls().size();

    Answer answer = post("mo", path(question), answer("approve", question));

    assertThat(answer.status()).isEqualTo(403);
    assertThat(answer.error("expected")).isEqualTo("approve:treasurer");
    assertThat(controls()).hasSize(before);
  }

  @Test
  void anAnswerToOtherArgumentsOrAnotherQuestionIsRefused() throws Exception {
    int before = controls().size();
    String wrong = answer("approve", question).replace(question.argsHash(), "0".repeat(64));
    Answer hash = post("kim", path(question), wrong);
    Answer gone = post("kim", path(question(999)), answer("approve", question));
    Answer old = post("kim", "/v1/controls", approve(question(round - 1)));

    assertThat(hash.status()).isEqualTo(409);
    assertThat(hash.error("field")).isEqualTo("argsHash");
    assertThat(hash.error("expected")).contains(question.argsHash());
    assertThat(gone.status()).isEqualTo(404);
    assertThat(old.status()).isEqualTo(409);
    assertThat(old.error("field")).isEqualTo("about.approval");
    assertThat(controls()).hasSize(before);
  }

  private String approve(Question about) {
    return """
    {"type":"approve","agent":"society/ada",
     "about":{"action":"%s","approval":"%s","argsHash":"%s"}}\
    """
        .formatted(ACTION, about.approval(), about.argsHash());
  }

  @Test
  void whatWaitedIsGoneAfterItsEnd() throws Exception {
    inbox(ADA, null);
    Await.until("the gateway has read it", () -> seen(question) == 404);

    assertThat(post("kim", path(question), answer("approve", question)).status()).isEqualTo(404);
    assertThat(post("kim", "/v1/controls", approve(question)).status()).isEqualTo(404);
  }

  private static int seen(Question question) {
    try {
      return http.ask("kim", "GET", path(question), null).status();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void anEditMustFitTheTool() throws Exception {
    for (String args :
        List.of("{\"amount\":5000}", "{\"amount\":\"3\"}", "{}", "{\"amount\":3,\"to\":\"me\"}")) {
      String edit = answer("edit", question).replace("}", ",\"args\":" + args + "}");
      assertThat(post("kim", path(question), edit).status()).as(args).isEqualTo(422);
    }
    Answer without = post("kim", path(question), answer("edit", question));
    assertThat(without.status()).isEqualTo(400);
    assertThat(without.error("field")).isEqualTo("args");
  }

  @Test
  void whoSpeaksAndWhenIsNotTheCallersToSay() throws Exception {
    int before = controls().size();
    for (String field :
        List.of(
            "\"author\":{\"subject\":\"mo\",\"roles\":[\"*\"]}",
            "\"author\":null",
            "\"at\":\"2026-01-01T00:00:00Z\"")) {
      String pause = "{\"type\":\"pause\",\"agent\":\"society/ada\"," + field + "}";
      Answer answer = post("kim", "/v1/controls", pause);

      assertThat(answer.status()).as(field).isEqualTo(400);
      assertThat(answer.error("field")).isEqualTo(field.substring(1, field.indexOf('"', 1)));
    }
    String bold = answer("approve", question).replace("}", ",\"author\":{\"subject\":\"mo\"}}");
    assertThat(post("kim", path(question), bold).status()).isEqualTo(400);
    assertThat(controls()).hasSize(before);
  }

  @Test
  void otherControlsAreTakenToo() throws Exception {
    known("ro", "ro", Kind.PERSON, "approve:treasurer");
    String grant =
        """
        {"type":"grant","agent":"society/ada","grant":"g-1","rule":"pay",
         "pattern":{},"uses":3,"until":"%s","reason":"fair week"}\
        """
            .formatted(Instant.now().plus(Duration.ofDays(3)));
    String confirm =
        "{\"type\":\"confirm\",\"agent\":\"society/ada\",\"action\":\"%s\",\"happened\":true}"
            .formatted(ACTION);

    assertThat(post("ro", "/v1/controls", grant).status()).isEqualTo(202);
    assertThat(((ApprovalControl.Grant) last()).uses()).isEqualTo(3);
    assertThat(post("ro", "/v1/controls", confirm).status()).isEqualTo(202);
    assertThat(last()).isInstanceOf(ApprovalControl.Confirm.class);
    assertThat(
            post("kim", "/v1/controls", "{\"type\":\"pause\",\"agent\":\"society/ada\"}").status())
        .isEqualTo(202);
    assertThat(last()).isInstanceOf(Control.Pause.class);
  }

  @Test
  void anUnknownAgentIsNamedWithItsNearest() throws Exception {
    Answer answer = post("kim", "/v1/controls", "{\"type\":\"pause\",\"agent\":\"society/adda\"}");

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.error("got")).contains("did you mean 'society/ada'?");
  }

  @Test
  void theListShowsWhatTheCallerMaySee() throws Exception {
    known("read", "reader", Kind.SERVICE, "read:chess");

    JsonNode all = http.ask("kim", "GET", "/v1/approvals?agent=society%2Fada", null).body();
    JsonNode none = http.ask("read", "GET", "/v1/approvals", null).body();
    JsonNode other = http.ask("kim", "GET", "/v1/approvals?agent=society/bo", null).body();

    assertThat(all.path("count").asInt()).isEqualTo(1);
    assertThat(all.at("/approvals/0/ask/question/approval").asString())
        .isEqualTo(question.approval());
    assertThat(none.path("count").asInt()).isZero();
    assertThat(other.path("count").asInt()).isZero();
  }

  /// Two tokens of one name are one person's: the loop counts subjects.
  @Test
  void onePersonUnderTwoTokensIsOneSubject() throws Exception {
    known("kim-phone", "kim", Kind.PERSON, "approve:treasurer");

    for (String token : List.of("kim", "kim-phone")) {
      assertThat(post(token, path(question), answer("approve", question)).status()).isEqualTo(202);
      assertThat(last().author().subject()).isEqualTo("kim");
    }
  }

  @Test
  void rotationAndRevocationNeedNoRestart() throws Exception {
    Principal first = known("r-1", "rae", Kind.PERSON, "approve:treasurer");
    Token old = first.tokens().getFirst();
    Token next = new Token(Sha256.hex("r-2"), null);

    add(first.withTokens(List.of(next, old)));
    awaitStatus("r-2", false);
    assertThat(status("r-1")).isNotEqualTo(401);

    add(first.withTokens(List.of(next, new Token(old.sha256(), Instant.now()))));
    awaitStatus("r-1", true);
    assertThat(status("r-2")).isNotEqualTo(401);

    add(first.withTokens(List.of(next)).withRevokedAt(Instant.now()));
    awaitStatus("r-2", true);
    assertThat(post("r-2", path(question), answer("approve", question)).status()).isEqualTo(401);
  }

  @Test
  void aScopeThatIsTakenAwayIsGoneAtTheNextCall() throws Exception {
    Principal lo = known("lo", "lo", Kind.PERSON, "control");
    assertThat(status("lo")).isEqualTo(400);

    add(lo.withScopes(List.of(Scope.read("chess"))));

    Await.until("it is gone", () -> status("lo") == 403);
  }

  @Test
  void whatCantBeReadAmongThePrincipalsHidesNoOther() throws Exception {
    kafka.send(kafka.topics().principals().name(), "kaputt", Json.bytes("no principal"));
    Principal wrong = somebody("w", "wrong", Kind.PERSON, "admin");
    kafka.send(kafka.topics().principals().name(), "other-id", Json.bytes(wrong));
    known("after", "after", Kind.PERSON, "control");

    assertThat(status("w")).as("its key is not its id").isEqualTo(401);
  }
}
