package dev.playloop.worlds.declared.game;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.playloop.schemas.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/// The OpenAPI document says what is sent and what is read.
class OpenApiTest {
  private static JsonNode document = Json.NODES.objectNode();

  @BeforeAll
  static void read() throws IOException {
    try (InputStream file =
        Objects.requireNonNull(OpenApiTest.class.getResourceAsStream("openapi.yaml"))) {
      document = new YAMLMapper().readTree(file.readAllBytes());
    }
  }

  /// A schema of the document, with all the others that it may point to.
  private static Schema schema(String name) {
    ObjectNode root = Json.NODES.objectNode();
    root.put("$ref", "#/components/schemas/" + name);
    root.set("components", document.path("components"));
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(root);
  }

  private static boolean fits(String name, String json) {
    return schema(name).validate(Json.tree(json)).isEmpty();
  }

  @Test
  void itIsOpenApiThreeOne() {
    assertThat(document.path("openapi").asString()).isEqualTo("3.1.0");
    assertThat(document.path("paths").propertyNames())
        .containsExactly(
            "/actions",
            "/actions/{action}",
            "/forks",
            "/v1/worlds/{world}/actions",
            "/v1/worlds/{world}/results");
  }

  @Test
  void whatIsSentFits() {
    String sent = new String(GameContract.body(PushCase.write().action()), StandardCharsets.UTF_8);

    assertThat(schema("Action").validate(Json.tree(sent))).isEmpty();
  }

  @Test
  void whatIsFetchedFits() {
    ObjectNode action = GameContract.json(PushCase.write().action());
    action.put("until", "2026-03-01T12:00:00Z").put("again", true).put("issued", 1_764_090_000);
    ObjectNode fetched = Json.NODES.objectNode().put("epoch", 7);
    fetched.putArray("actions").add(action);
    assertThat(fits("Fetched", fetched.toString())).isTrue();
    action.remove("until");
    assertThat(fits("Fetched", fetched.toString())).isFalse();
    assertThat(fits("Heard", "{\"action\":\"a/b:c#1.1\",\"answer\":\"late\"}")).isTrue();
  }

  @Test
  void answersFitAsTheyAreRead() {
    assertThat(fits("Ended", PushCase.answer("done", ",\"output\":{\"a\":1}"))).isTrue();
    assertThat(
            fits(
                "Ended",
                PushCase.answer("refused", ",\"error\":{\"code\":\"a\",\"message\":\"b\"}")))
        .isTrue();
    assertThat(fits("Ended", PushCase.answer("refused", ""))).isFalse();
    assertThat(fits("Ended", PushCase.answer("ok", ""))).isFalse();
    assertThat(fits("NotEnded", PushCase.answer("not_done", ""))).isTrue();
    assertThat(fits("NotEnded", PushCase.answer("unknown", ""))).isTrue();
    assertThat(fits("NotEnded", PushCase.answer("done", ""))).isFalse();
    assertThat(fits("Held", "{\"error\":{\"code\":\"busy\",\"message\":\"b\"}}")).isTrue();
    assertThat(fits("Held", "{\"error\":{\"code\":\"no\",\"message\":\"b\"}}")).isFalse();
  }
}
