package dev.playloop.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.console.door.Logins;
import dev.playloop.console.source.FileJournal;
import dev.playloop.http.EdgeRoutes.Declared;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.AgentConfig.Instructions;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.principal.Principal;
import dev.playloop.schemas.principal.Scope;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// All paths of the code times all scopes: who gets in is who should, and nobody else.
class ConsoleRoutesTest extends ConsoleCase {
  /// An admin who has to do with one world alone.
  private static final String BOUND = "admin of society alone";

  private static final List<String> SCOPES =
      List.of(
          "read:*",
          "read:society",
          "read:society/ada",
          "read:chess",
          "publish:society",
          "publish:chess",
          "act:society",
          "control",
          "approve:mayor",
          "approve:*",
          "sign",
          "admin",
          BOUND);

  private static final Set<String> READERS =
      Set.of("read:*", "read:society", "read:society/ada", "read:chess", "admin", BOUND);
  private static final Set<String> INBOX = and(READERS, "approve:mayor", "approve:*");
  private static final Set<String> EVERYBODY = Set.copyOf(SCOPES);
  private static final Set<String> ALL_AGENTS = Set.of("read:*", "admin");
  private static final Set<String> ADMINS = Set.of("admin", BOUND);
  private static final Set<String> CONTROL = and(ADMINS, "control");
  private static final Set<String> APPROVE = and(ADMINS, "approve:mayor", "approve:*");

  /// Before anybody is logged in. A console with an OpenID provider has two more, where that leads
  /// people away and back.
  private static final Set<String> OPEN = Set.of("POST /api/login", "GET /api/login");

  /// Who gets in, as docs/console.md says. A path that is not here fails.
  private static final Map<String, Set<String>> MAY =
      Map.ofEntries(
          Map.entry("GET /api/session", EVERYBODY),
          Map.entry("POST /api/logout", EVERYBODY),
          Map.entry("GET /api/now", READERS),
          Map.entry("GET /api/agents", READERS),
          Map.entry("GET /api/agent", READERS),
          Map.entry("GET /api/replay", READERS),
          Map.entry("GET /api/entries", READERS),
          Map.entry("GET /api/entry", READERS),
          Map.entry("GET /api/panel", READERS),
          Map.entry("GET /api/runs", READERS),
          Map.entry("GET /api/run", READERS),
          Map.entry("GET /api/prompt", READERS),
          Map.entry("GET /api/worlds", READERS),
          Map.entry("GET /api/world", READERS),
          Map.entry("GET /api/picture", READERS),
          Map.entry("GET /api/cost", READERS),
          Map.entry("GET /api/search", READERS),
          Map.entry("GET /api/live", READERS),
          Map.entry("GET /api/inbox", INBOX),
          Map.entry("GET /api/inbox/history", INBOX),
          Map.entry("GET /api/letters", Set.of("admin")),
          Map.entry("GET /api/letter", Set.of("admin")),
          Map.entry("POST /api/letters/redrive", Set.of("admin")),
          Map.entry("GET /api/audit", ALL_AGENTS),
          Map.entry("POST /api/audit/verify", ALL_AGENTS),
          Map.entry("GET /api/audit/export", ADMINS),
          Map.entry("POST /api/do/pause", CONTROL),
          Map.entry("POST /api/do/resume", CONTROL),
          Map.entry("POST /api/do/cancel", CONTROL),
          Map.entry("POST /api/do/halt", CONTROL),
          Map.entry("POST /api/do/unhalt", CONTROL),
          Map.entry("POST /api/do/publish", and(ADMINS, "publish:society")),
          Map.entry("POST /api/do/answer", APPROVE),
          Map.entry("POST /api/do/confirm", APPROVE),
          Map.entry("POST /api/do/apply", ADMINS));

  /// What is said where something is done.
  private static final Map<String, String> BODIES =
      Map.of(
          "POST /api/do/publish",
          "{\"agent\":\"society/ada\",\"kind\":\"chat.mention\",\"text\":\"hello\"}",
          "POST /api/do/halt",
          "{\"scope\":\"society\"}",
          "POST /api/do/unhalt",
          "{\"scope\":\"society\"}");

  private static Set<String> and(Set<String> some, String... more) {
    return Stream.concat(some.stream(), Stream.of(more)).collect(Collectors.toSet());
  }

  private static Principal principal(String scope) {
    return scope.equals(BOUND)
        ? person(Scope.ADMIN).withWorld("society")
        : person(Scope.parse(scope));
  }

  /// One on which things can be done, as far as its journal knows a cluster.
  private Console opened(Principal principal) throws InterruptedException {
    ConsoleOptions options =
        options().with().readOnly(false).first(new Logins.First(principal, null)).build();
    return Console.open(options, FileJournal.of(JOURNAL), () -> FOLD);
  }

  @Test
  void eachPathNamesItsScopeOrIsOpenToAll() throws Exception {
    try (Console console = opened(person(Scope.ADMIN))) {
      Set<String> declared = new TreeSet<>();
      for (Declared route : console.routes()) {
        String path = route.method() + " " + route.path();
        assertThat(route.scope() == null)
            .as("%s is open to all", path)
            .isEqualTo(OPEN.contains(path));
        declared.add(path);
      }
      assertThat(declared).isEqualTo(and(MAY.keySet(), OPEN.toArray(new String[0])));
    }
  }

  @Test
  void eachPathAsksForItsScope() throws Exception {
    Map<String, Set<String>> in = new TreeMap<>();
    for (String scope : SCOPES) {
      try (Console console = opened(principal(scope))) {
        Tab nobody = new Tab(http, console.address(), "playloop-console=x", "x");
        for (String way : MAY.keySet()) {
          assertThat(asked(nobody, way).statusCode()).as(way).isEqualTo(401);
          // Each in a tab of its own: one of the paths ends the session.
          HttpResponse<InputStream> answer = asked(tab(console), way);
          if (isIn(answer, way)) {
            in.computeIfAbsent(way, _ -> new TreeSet<>()).add(scope);
          }
        }
      }
    }
    assertThat(in).isEqualTo(MAY);
  }

  private static boolean isIn(HttpResponse<InputStream> answer, String way) throws Exception {
    try (InputStream body = answer.body()) {
      assertThat(answer.statusCode()).as(way).isNotIn(401, 404, 405).isLessThan(500);
      return answer.statusCode() != 403
          || !new String(body.readAllBytes(), StandardCharsets.UTF_8).contains("lacks the scope");
    }
  }

  /// Not read to its end: one of them has none.
  private HttpResponse<InputStream> asked(Tab tab, String way) throws Exception {
    String path = way.substring(way.indexOf(' ') + 1);
    HttpRequest.Builder request =
        way.startsWith("GET ") ? tab.to(path) : tab.posting(path, BODIES.getOrDefault(way, "{}"));
    return http.send(request.build(), BodyHandlers.ofInputStream());
  }

  /// Who has to do with one world changes nothing elsewhere, whatever its scopes are.
  @Test
  void anAdminOfOneWorldStaysThere() throws Exception {
    String society = config("society/ada");
    String chess = config("chess/ada");
    try (Console console = opened(principal(BOUND))) {
      Tab tab = tab(console);
      assertThat(apply(tab, society).statusCode()).isEqualTo(200);
      for (String configs : List.of(chess, society + "," + chess)) {
        HttpResponse<String> answer = apply(tab, configs);
        assertThat(answer.statusCode()).as(configs).isEqualTo(403);
        assertThat(answer.body()).contains("lacks the scope for chess/ada");
      }
      for (String scope : List.of("chess", "chess/ada", "all")) {
        for (String path : List.of("/api/do/halt", "/api/do/unhalt")) {
          HttpResponse<String> answer = tab.post(path, "{\"scope\":\"" + scope + "\"}");
          assertThat(answer.statusCode()).as(scope).isEqualTo(403);
          assertThat(answer.body()).contains("lacks the scope for " + scope);
        }
      }
      assertThat(tab.get("/api/agent?agent=chess%2Fada").statusCode()).isEqualTo(403);
      assertThat(tab.get("/api/audit/export?run=chess%2Fada:msg-1").body())
          .contains("lacks the scope");
    }
  }

  @Test
  void aChangeIsForThoseOfItsPattern() throws Exception {
    String configs =
        config("society/ada") + "," + config("society/bea") + "," + config("chess/ada");
    try (Console console = opened(principal("admin"))) {
      Tab tab = tab(console);
      assertThat(only(tab, "s*/?e*", configs).body()).contains("\"agents\":[\"society/bea\"]");
      assertThat(only(tab, "*/ada", configs).body()).contains("[\"society/ada\",\"chess/ada\"]");
      assertThat(only(tab, "*ada", configs).body()).contains("[\"society/ada\",\"chess/ada\"]");
      for (String wrong : List.of("society/z*", "society/[ab]*", "")) {
        HttpResponse<String> answer = only(tab, wrong, configs);
        assertThat(answer.statusCode()).as(wrong).isEqualTo(400);
        assertThat(answer.body()).as(wrong).contains("\"field\":\"only\"");
      }
    }
  }

  private static HttpResponse<String> only(Tab tab, String only, String configs) throws Exception {
    return tab.post(
        "/api/do/apply",
        "{\"only\":\"" + only + "\",\"configs\":[" + configs + "],\"dryRun\":true}");
  }

  private static String config(String agent) {
    return Json.text(
        AgentConfig.of(new AgentId(agent), "ada", new Instructions("You are Ada.", "", List.of())));
  }

  private static HttpResponse<String> apply(Tab tab, String configs) throws Exception {
    return tab.post("/api/do/apply", "{\"configs\":[" + configs + "],\"dryRun\":true}");
  }
}
