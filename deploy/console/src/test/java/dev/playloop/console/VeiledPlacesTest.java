package dev.playloop.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.principal.Scope;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Where a limited reader stands in what everybody does: it can go on from there, and learns
/// nothing by it.
class VeiledPlacesTest extends ConsoleCase {
  private static final Scope ADA = Scope.read("society/ada");

  private static String position(Tab tab) throws IOException, InterruptedException {
    return tab.get("/api/now").headers().firstValue("X-Playloop-Position").orElseThrow();
  }

  /// The first events of a stream from there.
  private List<String> events(Tab tab, String from) throws Exception {
    HttpResponse<Stream<String>> answer =
        http.send(
            tab.to("/api/live").header("Last-Event-ID", from).build(), BodyHandlers.ofLines());
    try (Stream<String> lines = answer.body()) {
      return lines.filter(line -> line.startsWith("event: ")).limit(1).toList();
    }
  }

  @Test
  void aPlaceTellsNothingAndIsNeverTheSameTwice() throws Exception {
    try (Console console = open(JOURNAL, ADA)) {
      Tab tab = tab(console);
      String one = position(tab);
      String other = position(tab);

      assertThat(one).isNotEqualTo(other).hasSameSizeAs(other).hasSameSizeAs(veiled(7));
      assertThat(one).doesNotContain(place(128).substring(0, 16));
    }
    try (Console console = open(JOURNAL, Scope.read("*"))) {
      assertThat(position(tab(console))).isEqualTo(place(128));
    }
  }

  /// It would find out by halving where the index ends.
  @Test
  void aPlaceThatItWasNotToldIsNone() throws Exception {
    try (Console console = open(JOURNAL, ADA)) {
      Tab tab = tab(console);
      String told = position(tab);

      assertThat(events(tab, told)).containsExactly("event: inbox");
      for (String guessed : List.of(place(0), place(127), told + "A", "A" + told)) {
        assertThat(events(tab, guessed)).as(guessed).containsExactly("event: gone");
      }
      for (String path : List.of("/api/runs?cursor=9999999999999.1", "/api/search?q=a&cursor=9")) {
        assertThat(tab.get(path).statusCode()).as(path).isEqualTo(400);
      }
    }
  }

  @Test
  void aPlaceIsGoodOverARestart() throws Exception {
    String before;
    try (Console console = open(JOURNAL, ADA)) {
      before = position(tab(console));
    }
    try (Console console = open(JOURNAL, ADA)) {
      assertThat(events(tab(console), before)).containsExactly("event: inbox");
    }
  }

  @Test
  void aListGoesOnWhereItsPageEnded() throws Exception {
    try (Console console = open(JOURNAL, Scope.read("society"))) {
      Tab tab = tab(console);
      for (String path : List.of("/api/runs?limit=1", "/api/search?q=market&limit=1")) {
        JsonNode first = tab.json(path);
        String next = Objects.requireNonNull(first.path("next").stringValue());
        assertThat(next).as(path).hasSizeGreaterThan(80);
        JsonNode second = tab.json(path + "&cursor=" + next);
        assertThat(second.path("rows")).as(path).isNotEmpty().isNotEqualTo(first.path("rows"));
      }
    }
  }

  /// How many records lie before it in its partition.
  @Test
  void anEntryDoesNotSayWhereItLies() throws Exception {
    try (Console console = open(JOURNAL, ADA)) {
      Tab tab = tab(console);
      JsonNode rows = tab.json("/api/entries?agent=society%2Fada&limit=200").path("rows");
      assertThat(rows.findValues("offset").stream().map(JsonNode::asLong).toList())
          .containsOnly(-1L);
      JsonNode row = tab.json("/api/entry?agent=society%2Fada&seq=1").path("row");
      assertThat(row.path("offset").asLong()).isEqualTo(-1);
    }
    try (Console console = open(JOURNAL, Scope.read("*"))) {
      JsonNode row = tab(console).json("/api/entry?agent=society%2Fada&seq=1").path("row");
      assertThat(row.path("offset").asLong()).isNotNegative();
    }
  }
}
