package dev.playloop.worlds.model.emerald;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.ToolCall;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.ToolSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The catalogue as models see it. A change of a name, description or schema shows in the golden
/// file; `-Dgolden.write=true` writes it anew.
class EmeraldCatalogueTest {
  private static final Path GOLDEN = Path.of("src/test/resources/emerald-tools.json");
  private final EmeraldWorld world = new EmeraldWorld();

  @Test
  void theCatalogueIsAsCommitted() throws IOException {
    ArrayNode tools = Json.NODES.arrayNode();
    for (ToolSpec<?> spec : world.tools().specs()) {
      ObjectNode tool = tools.addObject();
      tool.put("name", spec.name());
      tool.put("effect", spec.effect().name());
      tool.put("description", spec.declaration().description());
      tool.set("parameters", Json.tree(spec.declaration().parameters().text()));
    }
    String now = tools.toPrettyString() + "\n";
    if (Boolean.getBoolean("golden.write")) {
      Files.writeString(GOLDEN, now);
    }
    assertThat(now).isEqualTo(Files.readString(GOLDEN));
  }

  @Test
  void whatPressesButtonsIsAWrite() {
    for (ToolSpec<?> spec : world.tools().specs()) {
      Effect expected =
          EmeraldRead.class.isAssignableFrom(spec.type()) ? Effect.READ : Effect.WRITE;
      assertThat(spec.effect()).as(spec.name()).isEqualTo(expected);
    }
  }

  /// Eleven tiles; ten would fit.
  private static final String ELEVEN =
      "{\"path\":[" + "{\"x\":1,\"y\":1},".repeat(10) + "{\"x\":1,\"y\":1}]}";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          navigate       | {"path":[]}                               | path
          navigate       | {"path":[{"x":1}]}                        | path[0].y
          navigate       | {"path":[{"x":"1","y":2}]}                | path[0].x
          navigate       | {"path":[{"x":1,"y":2,"z":3}]}            | path[0].z
          select_move    | {"slot":5}                                | slot
          select_move    | {"slot":0}                                | slot
          select_bag     | {"pocket":"trousers"}                     | pocket
          switch_pokemon | {"slot":7}                                | slot
          select_run     | {"fast":true}                             | fast
          press_buttons  | {"buttons":[]}                            | buttons
          press_buttons  | {"buttons":["A","Turbo"]}                 | buttons[1]
          press_buttons  | {"buttons":["a"]}                         | buttons[0]
          hold_buttons   | {"button":"Up","duration":0}              | duration
          hold_buttons   | {"button":"Up","duration":60000}          | duration
          hold_buttons   | {"button":["Up"],"duration":500}          | button
          stun_npc       | {"id":99}                                 | id
          web_search     | {"query":""}                              | query
          """)
  void argumentsThatDoNotFitNameTheirField(String tool, String args, String field) {
    check(tool, args, field);
  }

  @Test
  void aPathOfElevenIsRefused() {
    check("navigate", ELEVEN, "path");
  }

  private void check(String tool, String args, String field) {
    ToolSpec<?> spec = world.tools().find(tool);
    assertThat(spec).as(tool).isNotNull();
    assertThat(spec.check(args))
        .isInstanceOfSatisfying(
            ToolCall.Invalid.class, invalid -> assertThat(invalid.field()).isEqualTo(field));
  }
}
