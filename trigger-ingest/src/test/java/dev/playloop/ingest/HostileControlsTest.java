package dev.playloop.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.ingest.Http.Answer;
import dev.playloop.schemas.approval.Question;
import dev.playloop.schemas.principal.Principal.Kind;
import dev.playloop.testkit.NeedsInfra;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/// Half-broken bodies, paths and queries from somebody who may do everything: each is refused with
/// what is wrong, and nothing gets onto the log.
@NeedsInfra
class HostileControlsTest extends PeopleCase {
  private static final Question QUESTION = question(0, "mayor");
  private static final String PAUSE = "{\"type\":\"pause\",\"agent\":\"society/ada\"}";

  private static List<String> bodies(String good) {
    String deep = "[".repeat(200) + "]".repeat(200);
    return List.of(
        "",
        "nothing",
        "null",
        "[]",
        "7",
        "\"x\"",
        "{",
        good + good,
        good + "x",
        "{}",
        deep,
        good.replace("{", "{\"args\":" + deep + ","),
        good.replace("{", "{\"later\":1,"),
        good.replace("{", "{\"agent\":\"society/ada\",\"agent\":\"society/bo\","),
        good.replace("\"agent\":\"society/ada\"", "\"agent\":7"),
        good.replace("society/ada", "society/ada\\u0000"),
        good.replace("society/ada", "society/" + "a".repeat(100_000)),
        good.replace("society/ada", "../ada"),
        "\ufeff" + good,
        "{\"type\":\"pause\"}",
        "{\"agent\":\"society/ada\"}",
        "{\"type\":\"sudo\",\"agent\":\"society/ada\"}",
        "{\"type\":[\"pause\"],\"agent\":\"society/ada\"}",
        "{\"type\":\"com.example.Evil\",\"agent\":\"society/ada\"}",
        "{\"type\":\"cancel-run\",\"agent\":\"society/ada\",\"run\":\"run\"}",
        "{\"type\":\"confirm\",\"agent\":\"society/ada\",\"action\":\"" + ACTION + "\"}",
        confirm("null"),
        confirm("\"true\""),
        confirm("1"),
        grant(0, "2030-01-01T00:00:00Z", "{}"),
        grant(1_001, "2026-12-01T00:00:00Z", "{}"),
        grant(1, "+999999999-12-31T23:59:59Z", "{}"),
        grant(1, "2020-01-01T00:00:00Z", "{}"),
        grant(1, "7", "{}"),
        grant(1, "2026-12-01T00:00:00Z", "[]"),
        grant(1, "2026-12-01T00:00:00Z", "\"x\""),
        "{\"type\":\"revoke\",\"agent\":\"society/ada\",\"grant\":\"../x\"}",
        "{\"type\":\"revoke\",\"agent\":\"society/ada\",\"grant\":\"g\",\"reason\":\""
            + "r".repeat(501)
            + "\"}",
        "{\"type\":\"forget-subject\",\"agent\":\"society/ada\",\"subject\":\" \"}",
        approve("{}"),
        approve("{\"action\":\"x\",\"argsHash\":\"" + QUESTION.argsHash() + "\"}"),
        approve("{\"action\":\"" + ACTION + "\",\"argsHash\":\"AB\"}"),
        approve(
            "{\"action\":\""
                + ACTION
                + "\",\"approval\":\"x\",\"argsHash\":\""
                + QUESTION.argsHash()
                + "\"}"));
  }

  private static String confirm(String happened) {
    return "{\"type\":\"confirm\",\"agent\":\"society/ada\",\"action\":\"%s\",\"happened\":%s}"
        .formatted(ACTION, happened);
  }

  private static String grant(int uses, String until, String pattern) {
    return """
    {"type":"grant","agent":"society/ada","grant":"g","rule":"pay","pattern":%s,"uses":%d,
     "until":"%s"}\
    """
        .formatted(pattern, uses, until);
  }

  private static String approve(String about) {
    return "{\"type\":\"approve\",\"agent\":\"society/ada\",\"about\":" + about + "}";
  }

  private static List<String> answers() {
    String good = answer("approve", QUESTION);
    return List.of(
        "",
        "[]",
        "{",
        "{}",
        good + "x",
        good.replace("approve", "APPROVE"),
        good.replace("approve", "yes"),
        good.replace("approve", "confirm"),
        good.replace("\"approve\"", "null"),
        good.replace("\"approve\"", "1"),
        good.replace("{", "{\"author\":{\"subject\":\"x\"},"),
        good.replace("{", "{\"agent\":\"society/bo\","),
        good.replace("{", "{\"answer\":\"deny\","),
        good.replace("{", "{\"reason\":\"\","),
        good.replace("{", "{\"reason\":\"" + "r".repeat(501) + "\","),
        good.replace("{", "{\"args\":{\"amount\":3},"),
        good.replace("approve", "edit").replace("{", "{\"args\":[],"),
        good.replace("approve", "edit")
            .replace("{", "{\"args\":{\"amount\":\"" + "9".repeat(70_000) + "\"},"),
        good.replace(QUESTION.argsHash(), QUESTION.argsHash().toUpperCase(Locale.ROOT)),
        good.replace(QUESTION.argsHash(), "' or 1=1"));
  }

  @Test
  void noBrokenBodyGetsOntoTheLog() throws Exception {
    known("root", "root", Kind.PERSON, "admin");
    ask(ADA, QUESTION, 2);
    List<String> taken = new ArrayList<>();
    for (String body : bodies(PAUSE)) {
      tried("/v1/controls", body, taken);
    }
    for (String body : answers()) {
      tried(path(QUESTION), body, taken);
    }

    assertThat(taken).isEmpty();
    assertThat(controls()).isEmpty();
    assertThat(post("root", "/v1/controls", PAUSE).status()).isEqualTo(202);
  }

  private static void tried(String path, String body, List<String> taken) throws Exception {
    Answer answer = post("root", path, body);
    String shown = body.length() > 100 ? body.substring(0, 100) : body;
    if (answer.status() < 400 || answer.status() >= 500) {
      taken.add(answer.status() + " " + shown);
    }
    assertThat(answer.contentType()).as(shown).isEqualTo("application/problem+json");
    assertThat(answer.error("field")).as(shown).isNotEmpty();
    assertThat(answer.error("expected")).as(shown).isNotEmpty();
    assertThat(answer.body().toString()).as(shown).doesNotContain("Exception", "dev.playloop");
  }

  @Test
  void noCrookedPathOrQueryIsAnswered() throws Exception {
    known("root", "root", Kind.PERSON, "admin");
    String id = QUESTION.approval();
    for (String path :
        List.of(
            "/v1/approvals/",
            "/v1/approvals/" + id + "/",
            "/v1/approvals/" + id + "/x",
            "/v1/approvals/%" + Integer.toHexString(id.charAt(0)) + id.substring(1),
            "/v1/approvals/" + id + "%00",
            "/v1/approvals/" + id + ";x=y",
            "/v1/approvals/%2e%2e",
            "/v1/approvals/x%2f" + id,
            "/v1/approvals/" + "a".repeat(5_000),
            "/v1/controls/" + id)) {
      assertThat(http.ask("root", "GET", path, null).status()).as(path).isIn(400, 404);
    }
    for (String query :
        List.of(
            "x=1",
            "agent=%",
            "agent=%zz",
            "agent=..",
            "limit=0",
            "limit=99999",
            "limit=-1",
            "limit=1e3",
            "&",
            "agent",
            "agent=society/ada&evil",
            "agent=%C0%AE")) {
      Answer answer = http.ask("root", "GET", "/v1/approvals?" + query.replace("%", "%25"), null);
      assertThat(answer.status()).as(query).isEqualTo(400);
      assertThat(answer.error("field")).isNotEmpty();
    }
  }
}
