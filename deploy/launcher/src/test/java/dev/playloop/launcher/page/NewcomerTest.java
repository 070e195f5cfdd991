package dev.playloop.launcher.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.launcher.AllSettings;
import dev.playloop.launcher.LocalSystem;
import dev.playloop.launcher.Working;
import dev.playloop.launcher.example.Example;
import dev.playloop.launcher.example.ExampleRun;
import dev.playloop.launcher.example.Played;
import dev.playloop.schemas.json.Json;
import dev.playloop.testkit.EmbeddedOnly;
import dev.playloop.testkit.NpmFolder;
import dev.playloop.testkit.Programs;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Who types `./playloop up society --play` and opens the address that it prints, in a real
/// browser: sees an agent at work, finds what waits for people, answers it by keyboard, and that is
/// in the journal with their name. How long each took is printed: the limits are no measures.
@Tag("slow")
@EmbeddedOnly("it is about a system with servers of its own")
class NewcomerTest {
  private static final Path PICTURES = Path.of("target/screenshots").toAbsolutePath();
  private static final String BEA = "society%2Fbea";
  private static final Duration LIMIT = Duration.ofMinutes(1);

  @Test
  void seesAnAgentThinkAndAnswersItsQuestion() throws Exception {
    NpmFolder.require();
    Programs.require("chromium");
    NpmFolder.installed(); // by which no time of the newcomer's is taken
    Example society = Example.load("society");
    try (LocalSystem system =
        LocalSystem.start(Working.options().withRehearsal(society.rehearsal()))) {
      ExampleRun.prepare(society, system);
      try (SystemPage page = SystemPage.open(system, AllSettings.read(Map.of(), null), null);
          Played _ = Played.start(society, system, page::awaitVisitor)) {
        JsonNode seen = Json.tree(NpmFolder.run("newcomer.mjs", page.door(), PICTURES.toString()));

        System.out.println("newcomer: " + seen);
        assertThat(seen.path("agentSeen").asLong()).isLessThan(LIMIT.toMillis());
        assertThat(seen.path("questionSeen").asLong()).isLessThan(2 * LIMIT.toMillis());
        PageTab tab = PageTab.at(page.door());
        Map<String, Long> listed = listed(tab);
        assertThat(listed).isEqualTo(journaled(system));
        assertThat(seen.path("entries").asLong())
            .isEqualTo(listed.values().stream().mapToLong(Long::longValue).sum());
        JsonNode answer = answer(tab);
        JsonNode said = answer.path("payload").path("input");
        assertThat(said.path("type").stringValue()).isEqualTo("approve");
        assertThat(said.path("author").path("subject").stringValue())
            .isEqualTo(tab.get("/api/session").path("name").stringValue());
        Duration took =
            Duration.between(
                Instant.ofEpochMilli(seen.path("answered").asLong()),
                Instant.parse(answer.path("row").path("at").stringValue()));
        System.out.println("newcomer: key to journal: " + took.toMillis() + " ms");
        assertThat(took).isBetween(Duration.ZERO, LIMIT);
      }
    }
  }

  /// How many entries the journal has of each agent.
  private static Map<String, Long> journaled(LocalSystem system) {
    Map<String, Long> entries = new TreeMap<>();
    try (TopicReader journal =
        TopicReading.of(system.kafka(), system.kafka().topics().journal())
            .prompt()
            .fromBeginning()) {
      journal.readToEnd(
          record -> entries.merge(new String(record.key(), StandardCharsets.UTF_8), 1L, Long::sum));
    }
    return entries;
  }

  /// How many the page lists.
  private static Map<String, Long> listed(PageTab tab) {
    Map<String, Long> entries = new TreeMap<>();
    for (String agent : tab.get("/api/agents").path("rows").findValuesAsString("agent")) {
      String asked = "/api/entries?limit=200&agent=" + SameTruth.coded(agent);
      entries.put(agent, (long) tab.get(asked).path("rows").size());
    }
    return entries;
  }

  /// The entry with what a person said, as Bea's journal has it.
  private static JsonNode answer(PageTab tab) {
    for (JsonNode row : tab.get("/api/entries?limit=200&agent=" + BEA).path("rows")) {
      if (row.path("kind").stringValue().equals("controlled")) {
        return tab.get("/api/entry?agent=" + BEA + "&seq=" + row.path("seq").asLong());
      }
    }
    throw new AssertionError("nobody answered");
  }
}
