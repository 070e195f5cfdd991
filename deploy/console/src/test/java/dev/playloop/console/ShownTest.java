package dev.playloop.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.console.source.FileJournal;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.AgentPattern;
import dev.playloop.schemas.principal.Scope;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// What a page is shown of a journal.
class ShownTest extends ConsoleCase {
  @Test
  void aTamperedEntryIsMarkedWithItsNumber() throws Exception {
    List<String> lines = Files.readAllLines(JOURNAL);
    String secret = "\"key\":\"society/eli\"";
    boolean edited = false;
    for (int i = 0; i < lines.size() && !edited; i++) {
      String line = lines.get(i);
      if (line.contains(secret) && line.contains("decision-made")) {
        lines.set(i, line.replace("answered", "enswered"));
        edited = true;
      }
    }
    Path forged = Files.write(folder.resolve("forged.jsonl"), lines);
    try (Console console = open(forged, Scope.read("*"))) {
      Tab tab = tab(console);
      JsonNode rows = tab.json("/api/entries?limit=200&agent=society%2Feli").path("rows");
      List<Long> unsound =
          rows.valueStream()
              .filter(row -> !row.path("sound").asBoolean())
              .map(row -> row.path("seq").asLong())
              .toList();

      assertThat(unsound).hasSize(1);
      JsonNode entry = tab.json("/api/entry?agent=society%2Feli&seq=" + unsound.getFirst());
      assertThat(entry.path("findings").get(0).path("detail").stringValue())
          .startsWith("payloadHash");
      assertThat(entry.path("why").stringValue()).isEqualTo("unreadable");
      assertThat(entry.has("payload")).isFalse();
    }
  }

  @Test
  void whatIsVerifiedFromAnEntryOnNamesOneThatIsThere() throws Exception {
    try (Console console = open(JOURNAL, Scope.read("*"))) {
      Tab tab = tab(console);
      String path = "/api/audit/verify";
      String eli = "{\"agent\":\"society/eli\",\"from\":";

      assertThat(tab.post(path, eli + "3}").statusCode()).isEqualTo(200);
      assertThat(tab.post(path, "{\"from\":3}").statusCode()).isEqualTo(400);
      assertThat(tab.post(path, eli + "9999}").statusCode()).isEqualTo(404);
    }
  }

  /// A world's folder, in which others may have put what they like.
  @Test
  void aPictureIsWhatHasItsHash() throws Exception {
    byte[] picture = {(byte) 0x89, 'P', 'N', 'G', 1, 2, 3};
    String hash = Sha256.hex(picture);
    String forged = "0".repeat(64);
    Path pictures = Files.createDirectory(folder.resolve("pictures"));
    Files.write(pictures.resolve(hash + ".png"), picture);
    Files.write(pictures.resolve(forged + ".png"), picture);
    ConsoleOptions options = options(Scope.read("*")).with().pictures(pictures).build();
    try (Console console = Console.open(options, FileJournal.of(JOURNAL), () -> FOLD)) {
      Tab tab = tab(console);
      HttpResponse<byte[]> answer =
          http.send(
              tab.to("/api/picture?hash=" + hash).build(), HttpResponse.BodyHandlers.ofByteArray());

      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.body()).isEqualTo(picture);
      assertThat(answer.headers().firstValue("Content-Type")).contains("image/png");
      assertThat(answer.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
      for (String none : List.of(forged, "1".repeat(64))) {
        assertThat(tab.get("/api/picture?hash=" + none).statusCode()).as(none).isEqualTo(404);
      }
      for (String wrong : List.of("..%2Findex", hash.toUpperCase(Locale.ROOT), hash + "0", "")) {
        assertThat(tab.get("/api/picture?hash=" + wrong).statusCode()).as(wrong).isEqualTo(400);
      }
    }
    try (Console console = open(JOURNAL, Scope.read("*"))) {
      assertThat(tab(console).get("/api/picture?hash=" + hash).statusCode()).isEqualTo(404);
    }
  }

  @Test
  void listsGoOnWhereTheyEnded() throws Exception {
    try (Console console = open(JOURNAL, Scope.read("*"))) {
      Tab tab = tab(console);
      List<String> agents = tab.json("/api/agents").path("rows").findValuesAsString("agent");
      JsonNode first = tab.json("/api/agents?limit=3");
      JsonNode second =
          tab.json(
              "/api/agents?limit=3&cursor=" + first.path("next").stringValue().replace("/", "%2F"));
      assertThat(first.path("rows").findValuesAsString("agent")).isEqualTo(agents.subList(0, 3));
      assertThat(second.path("rows").findValuesAsString("agent")).isEqualTo(agents.subList(3, 6));

      List<String> runs = tab.json("/api/runs").path("rows").findValuesAsString("run");
      JsonNode page = tab.json("/api/runs?limit=2");
      assertThat(page.path("rows").findValuesAsString("run")).isEqualTo(runs.subList(0, 2));
      assertThat(
              tab.json("/api/runs?limit=2&cursor=" + page.path("next").stringValue())
                  .path("rows")
                  .findValuesAsString("run"))
          .isEqualTo(runs.subList(2, 4));
    }
  }

  @Test
  void aRunsRowSaysWhatItsEndSays() throws Exception {
    try (Console console = open(JOURNAL, Scope.read("*"))) {
      Tab tab = tab(console);
      for (JsonNode run : tab.json("/api/runs").path("rows").values()) {
        JsonNode entries =
            tab.json(
                "/api/entries?limit=200&run="
                    + run.path("run").stringValue().replace("/", "%2F").replace(":", "%3A"));
        assertThat(run.path("outcome").stringValue()).isNotEmpty();
        assertThat(entries.path("first").asLong()).isEqualTo(run.path("first").asLong());
        assertThat(entries.path("last").asLong()).isEqualTo(run.path("last").asLong());
      }
    }
  }

  @Test
  void aPageThatIsThereAlreadyIsNotSentAgain() throws Exception {
    try (Console console = open(JOURNAL, Scope.read("*"))) {
      Tab tab = tab(console);
      String tag = tab.get("/agents").headers().firstValue("ETag").orElseThrow();

      assertThat(
              http.send(
                      tab.to("/agents").header("If-None-Match", tag).build(),
                      HttpResponse.BodyHandlers.ofString())
                  .statusCode())
          .isEqualTo(304);
      assertThat(tab.get("/assets/../index.html").statusCode()).isIn(400, 404);
      assertThat(tab.get("/nowhere").statusCode()).isEqualTo(404);
      assertThat(tab.get("/api/nowhere").statusCode()).isEqualTo(404);
    }
  }

  @Test
  void twoSharesOfTheAgentsAreComparedInOneAnswer() throws Exception {
    try (Console console = open(JOURNAL, Scope.read("*"))) {
      Tab tab = tab(console);
      String both = "/api/cost?by=agent&agents=society%2Fa*&compare=society%2Fb*";
      JsonNode compared = tab.json(both);

      assertThat(compared.path("compare").path("agents").asString()).isEqualTo("society/b*");
      JsonNode other = tab.json("/api/cost?by=agent&agents=society%2Fb*");
      assertThat(compared.path("compare").path("total")).isEqualTo(other.path("total"));
      assertThat(compared.path("compare").path("rows")).isEqualTo(other.path("rows"));
      assertThat(compared.path("total"))
          .isEqualTo(tab.json("/api/cost?by=agent&agents=society%2Fa*").path("total"))
          .isNotEqualTo(other.path("total"));
      assertThat(other.path("compare").isMissingNode()).isTrue();
    }
  }

  /// One language of patterns, whoever reads it: the index, or what a change is applied to.
  @Test
  void aPatternOfAgentsTakesTheSameInEachList() throws Exception {
    try (Console console = open(JOURNAL, Scope.read("*"))) {
      Tab tab = tab(console);
      List<String> all = tab.json("/api/agents").path("rows").findValuesAsString("agent");
      List<String> runs = tab.json("/api/runs").path("rows").findValuesAsString("agent");
      assertThat(runs).isNotEmpty();
      for (String pattern :
          List.of("society/ada", "society/?a?", "*a", "s*i", "*", "s*/c*l", "x*")) {
        AgentPattern agents = new AgentPattern(pattern);
        List<String> fitting =
            all.stream().filter(agent -> agents.fits(new AgentId(agent))).toList();
        String asked = URLEncoder.encode(pattern, StandardCharsets.UTF_8);

        assertThat(tab.json("/api/agents?only=" + asked).path("rows").findValuesAsString("agent"))
            .as(pattern)
            .isEqualTo(fitting);
        assertThat(
                tab.json("/api/cost?by=agent&agents=" + asked)
                    .path("rows")
                    .findValuesAsString("key"))
            .as(pattern)
            .isSubsetOf(fitting)
            .hasSameSizeAs(fitting);
        JsonNode now = tab.json("/api/now?agents=" + asked);
        assertThat(now.path("agents").path("total").asInt()).as(pattern).isEqualTo(fitting.size());
        assertThat(now.path("recent").findValuesAsString("agent"))
            .as(pattern)
            .isEqualTo(runs.stream().filter(fitting::contains).limit(20).toList());
      }
      for (String path :
          List.of(
              "/api/agents?only=", "/api/now?agents=", "/api/cost?agents=", "/api/cost?compare=")) {
        HttpResponse<String> answer = tab.get(path + "society%2F%5Bab%5D*");
        assertThat(answer.statusCode()).as(path).isEqualTo(400);
        assertThat(answer.body())
            .contains("\"field\":\"" + path.replaceAll(".*\\?|=", "") + "\"", "such as tally/a*");
      }
    }
  }

  @Test
  void whoSeesOneAgentComparesItWithNobody() throws Exception {
    try (Console console = open(JOURNAL, Scope.read("society/ada"))) {
      JsonNode compared =
          tab(console).json("/api/cost?by=agent&agents=society%2Fada&compare=society%2Fb*");
      assertThat(compared.path("compare").path("rows")).isEmpty();
      assertThat(compared.path("compare").path("total").path("calls").asLong()).isZero();
    }
  }
}
