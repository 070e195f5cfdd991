package dev.playloop.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.http.EdgeRoutes.Declared;
import dev.playloop.schemas.principal.Scope;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Who may read one agent finds nothing of any other: in no list, sum, search, stream or refusal.
class LimitedReaderTest extends ConsoleCase {
  private static final List<String> OTHERS = List.of("bea", "cal", "dov", "eli", "fay", "gil");

  /// Each path that reads, with whatever can be asked of it.
  private static final List<String> READS =
      List.of(
          "/api/session",
          "/api/now",
          "/api/now?agents=society%2Fb*",
          "/api/agents",
          "/api/agents?q=e",
          "/api/agents?only=society%2F*",
          "/api/agents?world=society&state=idle&cursor=society%2Fada",
          "/api/agent?agent=society%2Fada",
          "/api/replay?agent=society%2Fada&at=1",
          "/api/entries?agent=society%2Fada&limit=200",
          "/api/entry?agent=society%2Fada&seq=1",
          "/api/panel?agent=society%2Fada&at=1",
          "/api/runs",
          "/api/runs?tool=send_message",
          "/api/runs?agent=society%2Fbea",
          "/api/run?run=society%2Fada:msg-100",
          "/api/prompt?run=society%2Fada:msg-100&turn=1",
          "/api/worlds",
          "/api/world?world=society",
          "/api/cost?by=agent",
          "/api/cost?by=agent&agents=*",
          "/api/search?q=market",
          "/api/search?q=society&agent=society%2Fbea",
          "/api/inbox",
          "/api/inbox/history?tool=send_message");

  /// It reads there, too: `itsStreamIsSilentWhileOthersAct`, and pictures lie by their hashes.
  private static final Set<String> ELSEWHERE = Set.of("/api/live", "/api/picture");

  /// The same paths, about another.
  private static final List<String> ABOUT_ANOTHER =
      List.of(
          "/api/agent?agent=society%2F",
          "/api/entries?agent=society%2F",
          "/api/entry?seq=1&agent=society%2F",
          "/api/replay?at=1&agent=society%2F",
          "/api/panel?at=1&agent=society%2F");

  /// A path that is new is read above, or is not for this reader.
  @Test
  void isAskedAboutOnEachPathOfTheCode() throws Exception {
    try (Console console = open(JOURNAL, Scope.read("society/ada"))) {
      Tab tab = tab(console);
      Set<String> read = new TreeSet<>(ELSEWHERE);
      READS.forEach(path -> read.add(path.replaceAll("\\?.*", "")));
      for (Declared route : console.routes()) {
        if (route.method().equals("GET") && route.scope() != null && !read.contains(route.path())) {
          assertThat(tab.get(route.path()).body()).as(route.path()).contains("lacks the scope");
        }
      }
    }
  }

  @Test
  void findsNothingOfOthersOnAnyPath() throws Exception {
    try (Console console = open(JOURNAL, Scope.read("society/ada"))) {
      Tab tab = tab(console);
      for (String path : READS) {
        HttpResponse<String> answer = tab.get(path);
        assertThat(answer.statusCode()).as(path).isIn(200, 404, 409);
        for (String other : OTHERS) {
          assertThat(answer.body()).as(path).doesNotContain("society/" + other);
        }
      }
    }
  }

  /// Who is there and who is not is refused alike.
  @Test
  void isNotToldWhetherAnotherIsThere() throws Exception {
    try (Console console = open(JOURNAL, Scope.read("society/ada"))) {
      Tab tab = tab(console);
      for (String path : ABOUT_ANOTHER) {
        HttpResponse<String> there = tab.get(path + "bea");
        HttpResponse<String> nowhere = tab.get(path + "zoe");
        assertThat(there.statusCode()).as(path).isEqualTo(403);
        assertThat(nowhere.statusCode()).as(path).isEqualTo(403);
        assertThat(there.body().replace("bea", "zoe")).as(path).isEqualTo(nowhere.body());
      }
    }
  }

  @Test
  void countsOnlyWhatItSees() throws Exception {
    try (Console console = open(JOURNAL, Scope.read("society/ada"))) {
      Tab tab = tab(console);
      JsonNode now = tab.json("/api/now");
      int own = tab.json("/api/entries?limit=200&agent=society%2Fada").path("rows").size();

      assertThat(now.path("entries").asInt()).isEqualTo(own);
      assertThat(now.path("behind").asInt()).isZero();
    }
  }

  /// Bea's journal has a question about that tool, and Ada's has none.
  @Test
  void isToldOfNobodyElsesQuestions() throws Exception {
    String path = "/api/inbox/history?tool=send_message";
    try (Console console = open(JOURNAL, Scope.read("*"))) {
      assertThat(tab(console).json(path).path("asked").asInt()).isPositive();
    }
    try (Console console = open(JOURNAL, Scope.read("society/ada"))) {
      JsonNode history = tab(console).json(path);
      assertThat(history.path("asked").asInt()).isZero();
      assertThat(history.path("approved").asInt()).isZero();
      assertThat(history.path("rejected").asInt()).isZero();
      assertThat(history.path("last")).isEmpty();
    }
  }

  /// What others do is no event at all: not an empty one either. The last entry is another's.
  @Test
  void itsStreamIsSilentWhileOthersAct() throws Exception {
    try (Console console = open(JOURNAL, Scope.read("society/ada"))) {
      Tab tab = tab(console);
      try (Stream<String> lines =
          http.send(
                  tab.to("/api/live").header("Last-Event-ID", veiled(127)).build(),
                  BodyHandlers.ofLines())
              .body()) {
        // Up to the first heartbeat.
        assertThat(lines.takeWhile(line -> !line.startsWith(":")))
            .contains("event: inbox")
            .noneMatch(line -> line.startsWith("id:") || line.startsWith("event: entr"));
      }
    }
  }

  @Test
  void aTimeThatNoJournalKnowsIsToldByItsField() throws Exception {
    try (Console console = open(JOURNAL, Scope.read("*"))) {
      Tab tab = tab(console);
      for (String time :
          List.of(
              "%2B1000000000-12-31T23:59:59.999999999Z",
              "-1000000000-01-01T00:00:00Z", "%2B292278995-01-01T00:00:00Z")) {
        for (String path :
            List.of(
                "/api/runs?since=",
                "/api/runs?until=",
                "/api/cost?since=",
                "/api/world?world=society&at=",
                "/api/replay?agent=society%2Fada&at=")) {
          assertThat(tab.get(path + time).statusCode()).as(path + time).isEqualTo(400);
        }
      }
    }
  }

  /// Half of a character, where a refusal repeats what was typed.
  @Test
  void oddTextsAreAnswered() throws Exception {
    try (Console console = open(JOURNAL, Scope.read("*"))) {
      Tab tab = tab(console);
      for (String odd :
          List.of(
              "a".repeat(59) + "%F0%9F%90%89",
              "%ED%A0%80",
              "%ED%A0%BD",
              "%00",
              "%FF%FE",
              "%E2%80%AE%3Cscript%3E",
              "%27%22%3B%3C%3E%26%E2%80%AEx",
              "%27%20union%20select%20value%20from%20meta--",
              "%5B".repeat(300),
              "*a".repeat(400),
              "%25_%25_%5C")) {
        for (String path :
            List.of(
                "/api/agents?q=",
                "/api/agents?world=",
                "/api/agents?state=",
                "/api/agents?cursor=",
                "/api/agents?limit=",
                "/api/agent?agent=",
                "/api/entries?from=1&agent=",
                "/api/entries?agent=society%2Fada&from=",
                "/api/entries?run=",
                "/api/entry?agent=society%2Fada&seq=",
                "/api/panel?agent=society%2Fada&at=",
                "/api/replay?agent=society%2Fada&at=",
                "/api/runs?agent=",
                "/api/runs?world=",
                "/api/runs?outcome=",
                "/api/runs?tool=",
                "/api/runs?cursor=",
                "/api/runs?since=",
                "/api/run?run=",
                "/api/run?run=society%2Fada:msg-100&cursor=",
                "/api/replay?agent=society%2Fada&at=1&without=",
                "/api/prompt?run=society%2Fada:msg-100&turn=",
                "/api/world?world=",
                "/api/world?world=society&cursor=",
                "/api/cost?agents=",
                "/api/cost?by=",
                "/api/search?q=",
                "/api/search?q=a&cursor=",
                "/api/search?q=a&agent=",
                "/api/inbox?role=",
                "/api/inbox?cursor=",
                "/api/inbox/history?tool=",
                "/api/now?agents=")) {
          HttpResponse<String> answer = tab.get(path + odd);
          assertThat(answer.statusCode()).as(path + odd).isIn(200, 400, 404);
          assertThat(answer.body()).as(path + odd).doesNotContain("format 1 of");
        }
      }
    }
  }

  /// It is a place on the log, which counts what everybody does.
  @Test
  void whereAPartOfARunEndsIsToldToWhoSeesAllAgents() throws Exception {
    String part = "/api/run?run=society%2Fada:msg-100&cursor=5";
    try (Console console = open(JOURNAL, Scope.read("*"))) {
      assertThat(tab(console).get(part).statusCode()).isEqualTo(200);
    }
    try (Console console = open(JOURNAL, Scope.read("society/ada"))) {
      HttpResponse<String> answer = tab(console).get(part);
      assertThat(answer.statusCode()).isEqualTo(400);
      assertThat(answer.body()).contains("cursor");
    }
  }

  @Test
  void nothingBesideTheBundleIsServed() throws Exception {
    try (Console console = open(JOURNAL, Scope.read("*"))) {
      Tab tab = tab(console);
      for (String path :
          List.of(
              "/assets/../../log4j2.xml",
              "/assets/..%2f..%2flog4j2.xml",
              "/assets/%2e%2e/index.html",
              "/assets/%252e%252e/index.html",
              "/assets/index.js%00.css",
              "/assets/..%5c..%5cindex.js",
              "//assets/index.html",
              "/index.html",
              "/assets/" + "a".repeat(4_000) + ".js")) {
        assertThat(tab.get(path).statusCode()).as(path).isIn(400, 404, 414);
      }
    }
  }
}
