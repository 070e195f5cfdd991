package dev.playloop.ingest.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.testkit.Guarantee;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Random histories of a game before a gateway that fails in all ways: whatever is taken is
/// accepted or refused in the end, once, in order, and nothing is dropped. That is what the judge
/// sees to in every fixture; here the counters have to say the same. Each run has a seed of its
/// own, which it prints.
@Tag("slow")
@Guarantee
class ClientFaultsTest {
  /// One a JVM: a second try plays the same.
  private static final long SEED = new Random().nextLong();

  private static final int HISTORIES = 25;
  private static final int FAULTS = 40;
  private static final int MOVES = 60;
  private static final List<String> ANSWERS =
      List.of(
          "{\"status\": 202}",
          "{\"status\": 202, \"close\": true}",
          "{\"status\": 202, \"cut\": \"half\"}",
          "{\"status\": 503, \"headers\": {\"Retry-After\": \"2\"}}",
          "{\"status\": 429, \"headers\": {\"Retry-After\": \"1\"}, \"close\": true}",
          "{\"status\": 500, \"body\": \"{\"}",
          "{\"status\": 400, \"body\": \"no\"}",
          "{\"status\": 408}",
          "{\"cut\": \"before\"}");

  @ParameterizedTest
  @EnumSource(Language.class)
  void whatIsTakenIsAnsweredOnceAndInOrder(Language language)
      throws IOException, InterruptedException {
    System.out.println(language + ": seed " + SEED);
    Random random = new Random(SEED);
    try (DriverProcess driver = language.driver()) {
      for (int i = 0; i < HISTORIES; i++) {
        Fixture history = history(random);
        assertThat(Judge.play(history, driver))
            .as("seed %d, history %d: %s", SEED, i, Lines.write(history.told()))
            .isEmpty();
      }
    }
  }

  private static Fixture history(Random random) {
    ObjectNode told = Lines.JSON.createObjectNode();
    told.put("anyRequests", true).put("chance", random.nextDouble());
    told.putObject("options").put("batchEvents", 1 + random.nextInt(20)).put("maxEvents", 10_000);
    ArrayNode server = told.putArray("server");
    for (int i = 0; i < FAULTS; i++) {
      server.add(Lines.read(ANSWERS.get(random.nextInt(ANSWERS.size()))));
    }
    ArrayNode steps = told.putArray("steps");
    for (int i = 0; i < MOVES; i++) {
      steps.add(step(random, i));
    }
    steps.addObject().put("do", "flush").put("ms", 10_000_000).put("returns", true);
    ObjectNode is = steps.addObject().put("do", "stats").putObject("is");
    is.put("waiting", 0).put("dropped", 0);
    return new Fixture("history", "", told);
  }

  private static JsonNode step(Random random, int i) {
    ObjectNode step = Lines.JSON.createObjectNode();
    switch (random.nextInt(4)) {
      case 0 -> step.put("do", "advance").put("ms", random.nextInt(700));
      case 1 -> {
        step.put("do", "moved").put("times", 1 + random.nextInt(5));
        step.putObject("args")
            .put("world", "tally")
            .put("scene", "tally/plaza")
            .put("entity", "bob-" + random.nextInt(3))
            .put("x", i)
            .put("y", i);
      }
      default -> {
        step.put("do", "trigger").put("times", 1 + random.nextInt(9));
        step.putObject("args")
            .put("agent", "tally/ada")
            .put("kind", "chat.message")
            .put("text", "{i} ü");
      }
    }
    return step;
  }
}
