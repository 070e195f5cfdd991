package dev.playloop.worlds.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.Bounds;
import dev.playloop.schemas.tool.Describe;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.Heading;
import dev.playloop.schemas.tool.Tool;
import dev.playloop.schemas.tool.ToolCall;
import dev.playloop.schemas.tool.ToolCall.Invalid;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.schemas.tool.ToolDeclaration;
import dev.playloop.schemas.tool.ToolSpec;
import dev.playloop.schemas.tool.Traits;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// Many tools as one: what the model sees, and what its calls mean.
class DispatchTest {
  @Heading("Armies")
  sealed interface OfArmies extends Tool {}

  @Describe("March an army.")
  @Traits(effect = Effect.WRITE)
  record MarchArmy(
      @Describe("the army") long army, @Describe("how far") @Bounds(min = 1, max = 9) int steps)
      implements OfArmies {}

  @Describe("Feed an army.")
  @Traits(effect = Effect.WRITE)
  record FeedArmy(@Describe("the army") long army, @Describe("with what") @Nullable String steps)
      implements OfArmies {}

  @Describe("Look at a map.")
  @Traits(effect = Effect.READ)
  record LookAtMap(@Describe("its kind") String actionType) implements Tool {}

  private static final ToolCatalogue TOOLS =
      ToolCatalogue.of(
          List.of(
              ToolSpec.of(MarchArmy.class),
              ToolSpec.of(FeedArmy.class),
              ToolSpec.of(LookAtMap.class)));
  private static final Dispatch ONE = Dispatch.of(TOOLS);
  private static final List<String> OFFERED = List.of("march_army", "feed_army", "look_at_map");

  @Test
  void theModelSeesOneToolAndOneWithoutEffect() {
    List<ToolDeclaration> seen = ONE.declarations(TOOLS.specs());

    assertThat(seen)
        .extracting(ToolDeclaration::name)
        .containsExactly("execute_action", "simulate_action");
    JsonNode schema = Json.tree(seen.getFirst().parameters().text());
    assertThat(schema.path("required")).hasToString("[\"actionType\"]");
    assertThat(schema.path("properties").propertyNames())
        .containsExactly(
            "actionType",
            "army",
            "steps_of_march_army",
            "steps_of_feed_army",
            "actionType_of_look_at_map");
    assertThat(schema.path("properties").path("army").path("description").asString())
        .isEqualTo("for march_army, feed_army: the army");
    assertThat(seen.getFirst().description())
        .isEqualTo(
            """
            Do one thing in the world. actionType says which. Required params per action, [optional \
            ones in brackets]:
            - look_at_map: actionType_of_look_at_map. Look at a map.

            ### Armies
            - march_army: army, steps_of_march_army. March an army.
            - feed_army: army, [steps_of_feed_army]. Feed an army.\
            """);
    assertThat(ONE.offered(seen)).isEqualTo(OFFERED);
  }

  @Test
  void onlyWhatIsAllowedIsSeenAndNothingWhereNothingIs() {
    List<ToolDeclaration> seen = ONE.declarations(List.of(ToolSpec.of(LookAtMap.class)));

    assertThat(seen).extracting(ToolDeclaration::name).containsExactly("execute_action");
    assertThat(seen.getFirst().parameters().text()).doesNotContain("army");
    assertThat(ONE.declarations(List.of())).isEmpty();
  }

  @Test
  void aCallIsOneOfTheToolThatItNames() {
    ToolCall call =
        read(
            "execute_action",
            "{\"actionType\":\"march_army\",\"army\":7,\"steps_of_march_army\":2}");

    assertThat(call.name()).isEqualTo("execute_action");
    assertThat(call.target()).isEqualTo("march_army");
    assertThat(call.simulate()).isFalse();
    assertThat(((ToolCall.Valid) call.check()).args()).hasToString("{\"army\":7,\"steps\":2}");
  }

  @Test
  void theOtherOneSimulates() {
    ToolCall call =
        read(
            "simulate_action",
            "{\"actionType\":\"feed_army\",\"army\":7,\"steps_of_march_army\":null}");

    assertThat(call.simulate()).isTrue();
    assertThat(call.check()).isInstanceOf(ToolCall.Valid.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      nullValues = "-",
      textBlock =
          """
          {}                                                         | actionType          | -
          {"actionType":"march_armi","army":7}                       | actionType          | march_army
          {"actionType":["march_army"],"army":7}                     | actionType          | -
          {"actionType":"march_army","army":7}                       | steps_of_march_army | -
          {"actionType":"march_army","army":7,"steps":2}             | steps               | steps_of_march_army
          {"actionType":"march_army","army":7,"steps_of_march_army":99} | steps_of_march_army | -
          {"actionType":"feed_army","army":"7"}                      | army                | -
          {"actionType":"feed_army","army":7,"steps_of_march_army":2} | steps_of_march_army | -
          """)
  void whatDoesNotFitIsTaughtByTheNamesThatTheModelSees(
      String args, String field, @Nullable String nearest) {
    Invalid invalid = (Invalid) read("execute_action", args).check();

    assertThat(invalid.field()).isEqualTo(field);
    if (nearest != null) {
      assertThat(invalid.nearest()).isEqualTo(nearest);
    }
  }

  @Describe("Not to be told apart.")
  @Traits(effect = Effect.WRITE)
  record ExecuteAction() implements Tool {}

  @Test
  void aToolOfItsOwnNameIsRefused() {
    assertThatThrownBy(
            () -> Dispatch.of(ToolCatalogue.of(List.of(ToolSpec.of(ExecuteAction.class)))))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static ToolCall read(String tool, String args) {
    return ONE.read(new ToolCall("c", tool, args, ToolSpec.object(args)), OFFERED);
  }
}
