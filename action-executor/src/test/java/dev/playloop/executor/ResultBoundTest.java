package dev.playloop.executor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.ActionError;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.json.Json;
import java.util.Collections;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Whatever a tool returns, the record fits its topic and is valid JSON.
class ResultBoundTest {
  private static final int MAX = 8 * 1024;

  private final ResultBound bound = new ResultBound(MAX);

  @Test
  void resultThatFitsIsLeftAlone() {
    ActionResult result = done(Json.NODES.objectNode().put("a", "x".repeat(7_000)));

    assertThat(bound.bound(result)).isEqualTo(result);
  }

  @Test
  void longListLosesItsEndAndKeepsWholeElements() {
    ObjectNode output = Json.NODES.objectNode();
    ArrayNode list = output.putArray("members");
    for (int i = 0; i < 10_000; i++) {
      list.addObject().put("id", i).put("name", "member " + i);
    }

    JsonNode cut = cut(output);

    assertThat(cut.get("truncated").booleanValue()).isTrue();
    assertThat(cut.get("note").asString()).contains("smaller limit");
    assertThat(cut.get("members").size()).isBetween(150, 400);
    assertThat(cut.get("members").get(149)).isEqualTo(list.get(149));
  }

  @Test
  void textOfManyBytesACharacterFits() {
    JsonNode cut = cut(Json.NODES.stringNode("𝄞".repeat(50_000)));

    assertThat(cut.get("output").asString()).endsWith("…").startsWith("𝄞");
  }

  @Test
  void controlCharactersThatGrowSixfoldFit() {
    cut(Json.NODES.stringNode("\u0001".repeat(100_000)));
  }

  @Test
  void listOfListsFits() {
    ArrayNode outer = Json.NODES.arrayNode();
    for (int i = 0; i < 500; i++) {
      ArrayNode inner = outer.addArray();
      for (int j = 0; j < 500; j++) {
        inner.add(j);
      }
    }

    assertThat(cut(outer).get("output").size()).isPositive();
  }

  @Test
  void randomTreesFit() {
    for (int seed = 0; seed < 300; seed++) {
      JsonNode tree = tree(new Random(seed), 0);
      ActionResult result = bound.bound(done(tree));
      assertThat(Json.bytes(result).length).as("seed %d", seed).isLessThanOrEqualTo(MAX);
    }
  }

  @Test
  void longErrorsAndReceiptsAreCut() {
    ActionResult result =
        ActionResult.of(Bench.id(1), Bench.ADA, Status.FAILED)
            .error(
                new ActionError("c".repeat(9_000), "m".repeat(900_000), "f".repeat(9_000), false))
            .receipts(Collections.nCopies(1_000, "r".repeat(50)));

    ActionResult cut = bound.bound(result);

    assertThat(Json.bytes(cut).length).isLessThanOrEqualTo(MAX);
    assertThat(Objects.requireNonNull(cut.error()).message()).startsWith("mmm").endsWith("…");
  }

  private JsonNode cut(JsonNode output) {
    ActionResult result = bound.bound(done(output));
    byte[] bytes = Json.bytes(result);
    assertThat(bytes.length).isLessThanOrEqualTo(MAX).isGreaterThan(MAX / 2);
    assertThat(Json.read(bytes, ActionResult.class)).isEqualTo(result);
    return Objects.requireNonNull(result.output());
  }

  private static ActionResult done(JsonNode output) {
    return ActionResult.done(Bench.id(1), Bench.ADA, output, 3L);
  }

  private static JsonNode tree(Random random, int depth) {
    int kind = depth > 4 ? random.nextInt(3) : random.nextInt(5);
    return switch (kind) {
      case 0 -> Json.NODES.numberNode(random.nextLong());
      case 1 -> Json.NODES.booleanNode(random.nextBoolean());
      case 2 -> Json.NODES.stringNode("\"\\ü\n".repeat(random.nextInt(2_000)));
      case 3 -> {
        ArrayNode array = Json.NODES.arrayNode();
        for (int i = random.nextInt(12); i > 0; i--) {
          array.add(tree(random, depth + 1));
        }
        yield array;
      }
      default -> {
        ObjectNode object = Json.NODES.objectNode();
        for (int i = random.nextInt(12); i > 0; i--) {
          object.set("field \"" + i, tree(random, depth + 1));
        }
        yield object;
      }
    };
  }
}
