package dev.playloop.worlds.emerald.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.ToolCall;
import dev.playloop.schemas.tool.ToolSpec;
import dev.playloop.worlds.model.GoldenCatalogue;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The catalogue as models see it.
class EmeraldCatalogueTest {
  private final EmeraldWorld world = new EmeraldWorld();

  @Test
  void theCatalogueIsAsCommitted() throws IOException {
    GoldenCatalogue.compare(world);
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
