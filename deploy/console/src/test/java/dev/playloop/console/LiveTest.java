package dev.playloop.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.principal.Scope;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// The stream of what comes: each entry once, wherever a reader begins anew.
class LiveTest extends ConsoleCase {
  /// One event of the stream; `id` is null where it has none.
  private record Event(String name, @Nullable String id, JsonNode data) {
    List<String> entries() {
      List<String> entries = new ArrayList<>();
      if (name.equals("entry")) {
        entries.add(data.path("agent").stringValue() + " " + data.path("seq").asLong());
      } else if (name.equals("entries")) {
        data.forEach(
            one -> entries.add(one.path("agent").stringValue() + " " + one.path("seq").asLong()));
      }
      return entries;
    }
  }

  /// Reads events of one connection.
  private static final class Reading implements AutoCloseable {
    private final BufferedReader lines;

    Reading(Tab tab, String from) throws IOException, InterruptedException {
      InputStream body =
          tab.http()
              .send(
                  tab.to("/api/live").header("Last-Event-ID", from).build(),
                  BodyHandlers.ofInputStream())
              .body();
      lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
    }

    Event next() throws IOException {
      String name = "";
      String id = null;
      String data = null;
      while (true) {
        String line = lines.readLine();
        if (line == null || line.startsWith(":")) {
          throw new AssertionError("nothing more came");
        }
        if (line.startsWith("event: ")) {
          name = line.substring(7);
        } else if (line.startsWith("id: ")) {
          id = line.substring(4);
        } else if (line.startsWith("data: ")) {
          data = line.substring(6);
        } else if (line.isEmpty() && data != null) {
          return new Event(name, id, Json.tree(data));
        }
      }
    }

    @Override
    public void close() throws IOException {
      lines.close();
    }
  }

  private static List<String> all(Tab tab) throws Exception {
    List<String> all = new ArrayList<>();
    for (String agent : tab.json("/api/agents").path("rows").findValuesAsString("agent")) {
      tab.json("/api/entries?limit=200&agent=" + agent.replace("/", "%2F"))
          .path("rows")
          .forEach(row -> all.add(agent + " " + row.path("seq").asLong()));
    }
    return all;
  }

  @Test
  void whoBeginsAnewMissesNothingAndGetsNothingTwice() throws Exception {
    try (Console console = open(JOURNAL, Scope.read("*"))) {
      Tab tab = tab(console);
      List<String> all = all(tab);
      for (long cut : new long[] {0, 1, 63, 127}) {
        List<String> got = new ArrayList<>();
        try (Reading reading = new Reading(tab, place(0))) {
          while (got.size() < all.size()) {
            got.addAll(reading.next().entries());
          }
        }
        assertThat(got).containsExactlyInAnyOrderElementsOf(all);
        List<String> rest = new ArrayList<>();
        try (Reading reading = new Reading(tab, place(cut))) {
          while (rest.size() < all.size() - cut) {
            rest.addAll(reading.next().entries());
          }
        }
        assertThat(rest).isEqualTo(got.subList((int) cut, got.size()));
      }
    }
  }

  @Test
  void aPlaceOfAnIndexThatWasMadeAnewIsGone() throws Exception {
    try (Console console = open(JOURNAL, Scope.read("*"))) {
      Tab tab = tab(console);
      for (String place : List.of("0123456789abcdef-5-0", "rubbish", place(9_999))) {
        try (Reading reading = new Reading(tab, place)) {
          assertThat(reading.next().name()).as(place).isEqualTo("gone");
        }
      }
    }
  }

  /// Its words alone, and no other's.
  @Test
  void whoMayReadOneAgentIsToldOfThatOneAlone() throws Exception {
    try (Console console = open(JOURNAL, Scope.read("society/ada"))) {
      Tab tab = tab(console);
      try (Reading reading = new Reading(tab, veiled(0))) {
        List<String> got = new ArrayList<>();
        while (got.size() < 7) {
          got.addAll(reading.next().entries());
        }
        assertThat(got).allMatch(one -> one.startsWith("society/ada "));
      }
    }
  }
}
