package dev.playloop.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.principal.Scope;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Who gets in, and what is asked of them.
class DoorTest extends ConsoleCase {
  private static final String PAUSE = "{\"agent\":\"society/ada\"}";

  @Test
  void theStartsTokenIsGoodOnce() throws Exception {
    try (Console console = open(JOURNAL, Scope.read("*"))) {
      String token = token(console);

      assertThat(login(console, token).statusCode()).isEqualTo(204);
      HttpResponse<String> again = login(console, token);

      assertThat(again.statusCode()).isEqualTo(401);
      assertThat(again.body()).contains("token-used");
      assertThat(again.headers().firstValue("Set-Cookie")).isEmpty();
    }
  }

  @Test
  void whoIsNotLoggedInSeesNothing() throws Exception {
    try (Console console = open(JOURNAL, Scope.read("*"))) {
      Tab nobody = new Tab(http, console.address(), "playloop-console=" + "0".repeat(48), "x");

      for (String path :
          List.of("/api/session", "/api/now", "/api/agents", "/api/live", "/api/audit")) {
        HttpResponse<String> answer = nobody.get(path);
        assertThat(answer.statusCode()).as(path).isEqualTo(401);
        assertThat(answer.body()).as(path).contains("no-session").doesNotContain("society");
      }
      assertThat(login(console, "f".repeat(48)).statusCode()).isEqualTo(401);
      assertThat(nobody.get("/").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void theCookieIsForThisPageAlone() throws Exception {
    try (Console console = open(JOURNAL, Scope.read("*"))) {
      String set = login(console, token(console)).headers().firstValue("Set-Cookie").orElse("");

      assertThat(set)
          .startsWith("playloop-console=")
          .contains("; Path=/")
          .contains("; HttpOnly")
          .contains("; SameSite=Strict");
    }
  }

  @Test
  void whatChangesSomethingIsAskedForByThePageItself() throws Exception {
    try (Console console = open(JOURNAL, Scope.ADMIN)) {
      Tab tab = tab(console);
      HttpRequest.Builder noGuard =
          tab.to("/api/audit/verify")
              .header("Origin", tab.at().toString())
              .header("Content-Type", "application/json");
      HttpRequest.Builder noOrigin =
          tab.to("/api/audit/verify")
              .header("X-Playloop-Csrf", tab.csrf())
              .header("Content-Type", "application/json");
      HttpRequest.Builder otherGuard =
          tab.to("/api/audit/verify")
              .header("Origin", tab.at().toString())
              .header("X-Playloop-Csrf", "0".repeat(48))
              .header("Content-Type", "application/json");
      HttpRequest.Builder noJson =
          tab.to("/api/audit/verify")
              .header("Origin", tab.at().toString())
              .header("X-Playloop-Csrf", tab.csrf())
              .header("Content-Type", "text/plain");

      for (HttpRequest.Builder each : List.of(noGuard, noOrigin, otherGuard, noJson)) {
        HttpResponse<String> answer =
            http.send(
                each.POST(HttpRequest.BodyPublishers.ofString("{}")).build(),
                BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.body()).contains("foreign-page");
      }
      assertThat(tab.post("/api/audit/verify", "{}").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void aConsoleThatOnlyShowsDoesNothing() throws Exception {
    try (Console console = open(JOURNAL, Scope.ADMIN)) {
      Tab tab = tab(console);
      HttpResponse<String> answer = tab.post("/api/do/pause", PAUSE);

      assertThat(answer.statusCode()).isEqualTo(403);
      assertThat(answer.body()).contains("read-only");
      assertThat(tab.json("/api/session").path("programs").booleanValue())
          .as("whether it takes tokens")
          .isFalse();
    }
  }

  @Test
  void whoMayReadOneAgentSeesThatOneAlone() throws Exception {
    try (Console console = open(JOURNAL, Scope.read("society/ada"))) {
      Tab tab = tab(console);

      assertThat(tab.json("/api/agents").path("rows").findValuesAsString("agent"))
          .containsOnly("society/ada");
      assertThat(tab.json("/api/runs").path("rows").findValuesAsString("agent"))
          .containsOnly("society/ada");
      assertThat(tab.json("/api/now").path("agents").path("total").asInt()).isEqualTo(1);
      assertThat(tab.get("/api/agent?agent=society%2Fbea").statusCode()).isEqualTo(403);
      assertThat(tab.get("/api/entries?agent=society%2Fbea").statusCode()).isEqualTo(403);
      assertThat(tab.get("/api/entry?agent=society%2Fbea&seq=1").statusCode()).isEqualTo(403);
      assertThat(tab.get("/api/audit").statusCode()).isEqualTo(403);
      assertThat(tab.json("/api/search?q=market").path("rows").findValuesAsString("agent"))
          .doesNotContain("society/cal");
    }
  }

  @Test
  void aForeignHostIsNotAnswered() throws Exception {
    try (Console console = open(JOURNAL, Scope.read("*"))) {
      int port = console.address().getPort();

      assertThat(raw(port, "Host: evil.example:" + port)).startsWith("HTTP/1.1 421");
      assertThat(raw(port, "Host: 127.0.0.1:" + port)).startsWith("HTTP/1.1 200");
      assertThat(raw(port, "Host: 127.0.0.1:" + port + "\r\nOrigin: http://evil.example"))
          .startsWith("HTTP/1.1 403");
      assertThat(raw(port, "Host: 127.0.0.1:" + port + "\r\nSec-Fetch-Site: cross-site"))
          .startsWith("HTTP/1.1 403");
    }
  }

  private static String raw(int port, String head) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket
          .getOutputStream()
          .write(
              ("GET / HTTP/1.1\r\n" + head + "\r\nConnection: close\r\n\r\n")
                  .getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void nothingFromElsewhereRunsInThePage() throws Exception {
    try (Console console = open(JOURNAL, Scope.read("*"))) {
      Tab tab = tab(console);
      for (String path : List.of("/", "/agents", "/api/now", "/api/none", "/assets/none.js")) {
        var headers = tab.get(path).headers();
        assertThat(headers.firstValue("Content-Security-Policy"))
            .as(path)
            .hasValueSatisfying(policy ->
                assertThat(policy)
                    .contains("default-src 'none'")
                    .contains("frame-ancestors 'none'")
                    .contains("require-trusted-types-for 'script'")
                    .doesNotContain("unsafe"));
        assertThat(headers.firstValue("X-Content-Type-Options")).as(path).hasValue("nosniff");
        assertThat(headers.firstValue("Referrer-Policy")).as(path).hasValue("no-referrer");
      }
    }
  }

  @Test
  void whoLogsOutIsOut() throws Exception {
    try (Console console = open(JOURNAL, Scope.read("*"))) {
      Tab tab = tab(console);

      assertThat(tab.post("/api/logout", "{}").statusCode()).isEqualTo(204);

      assertThat(tab.get("/api/now").statusCode()).isEqualTo(401);
    }
  }

  @Test
  void badInputIsToldByItsField() throws Exception {
    try (Console console = open(JOURNAL, Scope.read("*"))) {
      Tab tab = tab(console);
      record Bad(String path, String field) {}
      for (Bad bad :
          List.of(
              new Bad("/api/agents?limit=0", "limit"),
              new Bad("/api/agents?limit=201", "limit"),
              new Bad("/api/agents?limit=1&limit=2", "query"),
              new Bad("/api/agents?q=" + "a".repeat(1_001), "query"),
              new Bad("/api/runs?since=yesterday", "since"),
              new Bad("/api/runs?cursor=1", "cursor"),
              new Bad("/api/agent", "agent"),
              new Bad("/api/agent?agent=%2e%2e%2fetc", "agent"),
              new Bad("/api/run?run=society", "run"),
              new Bad("/api/entry?agent=society%2Fada&seq=-1", "seq"),
              new Bad("/api/replay?agent=society%2Fada&at=soon", "at"),
              new Bad("/api/cost?by=tenant", "by"),
              new Bad("/api/search", "q"))) {
        HttpResponse<String> answer = tab.get(bad.path());
        assertThat(answer.statusCode()).as(bad.path()).isEqualTo(400);
        assertThat(Json.tree(answer.body()).path("errors").get(0).path("field").stringValue())
            .as(bad.path())
            .isEqualTo(bad.field());
      }
    }
  }

  /// Whatever is typed there is looked for as it stands.
  @Test
  void aSearchIsWordsAndNoLanguage() throws Exception {
    try (Console console = open(JOURNAL, Scope.read("*"))) {
      Tab tab = tab(console);

      for (String words :
          List.of(
              "%22",
              "a%22b",
              "AND",
              "OR+OR",
              "NEAR(a+b)",
              "body:x",
              "*",
              "a*b",
              "%27;drop+table",
              "(((",
              "-x",
              "%5E",
              "%00",
              "%F0%9F%90%89")) {
        assertThat(tab.get("/api/search?q=" + words).statusCode()).as(words).isEqualTo(200);
      }
      assertThat(tab.json("/api/search?q=market").path("rows")).isNotEmpty();
      assertThat(tab.json("/api/search?q=body:market").path("rows")).isEmpty();
    }
  }
}
