package dev.playloop.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.http.EdgeRoutes.Declared;
import dev.playloop.schemas.approval.Question;
import dev.playloop.schemas.principal.Principal.Kind;
import dev.playloop.testkit.NeedsInfra;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// All paths times all scopes: who gets in is who should, and nobody else.
@NeedsInfra
class RouteScopesTest extends PeopleCase {
  private static final List<String> SCOPES =
      List.of(
          "publish:society",
          "publish:*",
          "publish:chess",
          "act:society",
          "read:society",
          "read:society/ada",
          "read:chess",
          "control",
          "approve:mayor",
          "approve:*",
          "approve:fool",
          "sign",
          "admin");

  private static final Set<String> OPEN = Set.of("GET /healthz", "GET /readyz");

  /// Streams, which have tests of their own: `NewsStreamsTest`.
  private static final Set<String> STREAMED = Set.of("GET /v1/worlds/{}/agents/{}/events");

  /// Who may do what, as the README's table says. A path that is not here fails.
  private static final Map<String, Set<String>> MAY =
      Map.of(
          "POST /v1/events", Set.of("publish:society", "publish:*", "admin"),
          "GET /v1/approvals",
              Set.of(
                  "read:society",
                  "read:society/ada",
                  "read:chess",
                  "approve:mayor",
                  "approve:*",
                  "approve:fool",
                  "admin"),
          "GET /v1/approvals/{}",
              Set.of(
                  "read:society",
                  "read:society/ada",
                  "approve:mayor",
                  "approve:*",
                  "approve:fool",
                  "admin"),
          "POST /v1/approvals/{}", Set.of("approve:mayor", "approve:*", "admin"),
          "POST /v1/controls pause", Set.of("control", "admin"),
          "POST /v1/controls snapshot", Set.of("control", "admin"),
          "POST /v1/controls forget-subject", Set.of("admin"),
          "POST /v1/controls revoke", Set.of("approve:mayor", "approve:*", "approve:fool", "admin"),
          "POST /v1/controls approve", Set.of("approve:mayor", "approve:*", "admin"));

  private static final Question QUESTION = question(0, "mayor");

  private static String approve() {
    return "{\"type\":\"approve\",\"agent\":\"society/ada\",\"about\":{\"action\":\"%s\",\"argsHash\":\"%s\"}}"
        .formatted(ACTION, QUESTION.argsHash());
  }

  private static final Map<String, String> BODIES =
      Map.of(
          "POST /v1/events", Http.chat("m", ADA.value()),
          "POST /v1/approvals/{}", answer("approve", QUESTION),
          "POST /v1/controls pause", "{\"type\":\"pause\",\"agent\":\"society/ada\"}",
          "POST /v1/controls snapshot", "{\"type\":\"snapshot\",\"agent\":\"society/ada\"}",
          "POST /v1/controls forget-subject",
              "{\"type\":\"forget-subject\",\"agent\":\"society/ada\",\"subject\":\"bo\"}",
          "POST /v1/controls revoke",
              "{\"type\":\"revoke\",\"agent\":\"society/ada\",\"grant\":\"g-1\"}",
          "POST /v1/controls approve", approve());

  private static String method(String way) {
    return way.substring(0, way.indexOf(' '));
  }

  /// Without what is said there.
  private static String path(String way) {
    String rest = way.substring(way.indexOf(' ') + 1);
    return rest.contains(" ") ? rest.substring(0, rest.indexOf(' ')) : rest;
  }

  private static String body(String way) {
    return Objects.requireNonNull(BODIES.get(way));
  }

  @Test
  void everyPathNamesItsScopeOrIsOpenToAll() {
    Set<String> declared = new TreeSet<>();
    for (Declared route : ingest.routes()) {
      String path = route.method() + " " + route.path();
      assertThat(route.scope() == null)
          .as("%s is open to all", path)
          .isEqualTo(OPEN.contains(path));
      declared.add(path);
    }
    Set<String> walked = new TreeSet<>(OPEN);
    walked.addAll(STREAMED);
    MAY.keySet().forEach(path -> walked.add(method(path) + " " + path(path)));
    assertThat(declared).isEqualTo(walked);
  }

  @Test
  void whoHasTheScopeGetsInAndNobodyElse() throws Exception {
    ask(ADA, QUESTION, 2);
    for (String scope : SCOPES) {
      Kind kind = scope.startsWith("approve") || scope.equals("admin") ? Kind.PERSON : Kind.SERVICE;
      known("t-" + scope, "p-" + SCOPES.indexOf(scope), kind, scope);
    }
    known("t-none", "nobody", Kind.PERSON);
    List<String> differing = new ArrayList<>();
    int asked = 0;
    for (Map.Entry<String, Set<String>> one : MAY.entrySet()) {
      String method = method(one.getKey());
      String path = path(one.getKey()).replace("{}", QUESTION.approval());
      String body = BODIES.get(one.getKey());
      assertThat(http.ask(null, method, path, body).status()).as(one.getKey()).isEqualTo(401);
      assertThat(http.ask("wrong", method, path, body).status()).isEqualTo(401);
      List<String> scopes = new ArrayList<>(SCOPES);
      scopes.add("none");
      for (String scope : scopes) {
        int status = http.ask("t-" + scope, method, path, body).status();
        asked++;
        boolean in = status == 200 || status == 202;
        boolean out = status == 403 || (status == 404 && method.equals("GET"));
        if (in != one.getValue().contains(scope) || in == out) {
          differing.add(one.getKey() + " with " + scope + ": " + status);
        }
      }
    }
    assertThat(differing).isEmpty();
    assertThat(asked).isEqualTo(MAY.size() * (SCOPES.size() + 1));
    controls();
  }

  /// A service is no person, whatever it may do.
  @Test
  void onlyPeopleAnswer() throws Exception {
    known("t-robot", "robot", Kind.SERVICE, "admin");
    ask(ADA, QUESTION, 3);

    for (String path :
        List.of("POST /v1/controls revoke", "POST /v1/controls approve", "POST /v1/approvals/{}")) {
      Http.Answer answer =
          post("t-robot", path(path).replace("{}", QUESTION.approval()), body(path));
      assertThat(answer.status()).as(path).isEqualTo(403);
      assertThat(answer.error("field")).isEqualTo("kind");
    }
    assertThat(post("t-robot", "/v1/controls", body("POST /v1/controls pause")).status())
        .isEqualTo(202);
  }

  /// Kafka's helper gives Ada this actor.
  @Test
  void nobodyAnswersAsWhomAnAgentActs() throws Exception {
    known("t-actor", "actor", Kind.PERSON, "admin");
    ask(ADA, QUESTION, 5);

    Http.Answer answer = post("t-actor", path(QUESTION), answer("approve", QUESTION));

    assertThat(answer.status()).isEqualTo(403);
    assertThat(answer.body().path("type").asString()).endsWith("own-request");
  }

  /// A principal of one world has no say in another, whatever its scopes are.
  @Test
  void aWorldsOwnPrincipalStaysThere() throws Exception {
    add(somebody("t-far", "far", Kind.PERSON, "admin").withWorld("chess"));
    awaitStatus("t-far", false);
    ask(ADA, QUESTION, 4);

    assertThat(post("t-far", "/v1/events", body("POST /v1/events")).status()).isEqualTo(403);
    assertThat(post("t-far", "/v1/controls", body("POST /v1/controls pause")).status())
        .isEqualTo(403);
    assertThat(post("t-far", path(QUESTION), answer("approve", QUESTION)).status()).isEqualTo(404);
    assertThat(http.ask("t-far", "GET", "/v1/approvals", null).body().path("approvals").isEmpty())
        .isTrue();
  }

  @Test
  void theSettingsTokenPublishesAndNoMore() throws Exception {
    assertThat(post("game-token", "/v1/events", Http.chat("g", ADA.value())).status())
        .isEqualTo(202);
    assertThat(post("game-token", "/v1/controls", body("POST /v1/controls pause")).status())
        .isEqualTo(403);
    assertThat(http.ask("game-token", "GET", "/v1/approvals", null).status()).isEqualTo(403);
  }

  @Test
  void aForeignWorldIsNamedInTheRefusal() throws Exception {
    known("t-chess", "chess-game", Kind.GAME, "publish:chess");

    Http.Answer answer = post("t-chess", "/v1/events", Http.chat("f", ADA.value()));

    assertThat(answer.status()).isEqualTo(403);
    assertThat(answer.error("expected")).isEqualTo("publish:society");
  }

  @Test
  void whoMayNotPublishMayNotHaveItChecked() throws Exception {
    known("t-chess-2", "other-chess", Kind.GAME, "publish:chess");
    String path = "/v1/events?validate=only";

    assertThat(http.ask("t-chess-2", "POST", path, Http.chat("f", ADA.value())).status())
        .isEqualTo(403);
    assertThat(http.ask("game-token", "POST", path, Http.chat("f", ADA.value())).status())
        .isEqualTo(200);
    assertThat(http.ask(null, "POST", path, Http.chat("f", ADA.value())).status()).isEqualTo(401);
  }
}
