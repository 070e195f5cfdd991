package dev.playloop.schemas.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.Lane;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LaneRuleTest {
  @Describe("Look.")
  @Traits(effect = Effect.READ)
  record Look() implements Tool {}

  @Describe("Dig.")
  @Traits(effect = Effect.WRITE)
  record Dig() implements Tool {}

  @Describe("Ask for the news.")
  @Traits(effect = Effect.READ, laneBy = LaneBy.AGENT)
  record AskNews() implements Tool {}

  @Describe("Send a transaction.")
  @Traits(effect = Effect.WRITE, laneBy = LaneBy.ACTOR)
  record Transfer() implements Tool {}

  @Describe("Press a button.")
  @Traits(effect = Effect.WRITE, laneBy = LaneBy.WORLD, lane = "pad")
  record Press() implements Tool {}

  @Describe("March.")
  @Traits(effect = Effect.WRITE, laneBy = LaneBy.ARGUMENT, lane = "army")
  record March(@Describe("the army") long army, @Describe("where to") String to) implements Tool {}

  @Describe("Feed an army.")
  @Traits(effect = Effect.WRITE, laneBy = LaneBy.ARGUMENT, lane = "army")
  record Feed(@Describe("the army") long army) implements Tool {}

  @Test
  void byDefaultAWriteIsInTheLaneOfItsAgentAndAReadInOneOfItsOwn() {
    assertThat(lane(ToolSpec.of(Look.class), "ada", "{}")).hasToString("test/ada:t1#1.1");
    assertThat(lane(ToolSpec.of(Dig.class), "ada", "{}")).hasToString("test/ada");
    assertThat(lane(ToolSpec.of(AskNews.class), "ada", "{}")).hasToString("test/ada");
    assertThat(lane(ToolSpec.of(Press.class), "ada", "{}")).hasToString("test:pad");
  }

  @Test
  void agentsWhoActAsTheSameActorShareItsLane() {
    Lane ada = lane(ToolSpec.of(Transfer.class), "0x12", "{}");

    assertThat(lane(ToolSpec.of(Transfer.class), "0x12", "{}")).isEqualTo(ada);
    assertThat(lane(ToolSpec.of(Transfer.class), "0x13", "{}")).isNotEqualTo(ada);
    assertThat(lane(ToolSpec.of(Transfer.class), "x".repeat(1_000), "{}").value().length())
        .isEqualTo(ada.value().length());
  }

  @Test
  void callsThatNameTheSameThingShareALaneWhateverTheirToolIs() {
    Lane seven = lane(ToolSpec.of(March.class), "ada", "{\"army\":7,\"to\":\"north\"}");

    assertThat(lane(ToolSpec.of(March.class), "bob", "{\"army\":7,\"to\":\"south\"}"))
        .isEqualTo(seven);
    assertThat(lane(ToolSpec.of(Feed.class), "ada", "{\"army\":7.0}")).isEqualTo(seven);
    assertThat(lane(ToolSpec.of(Feed.class), "ada", "{\"army\":8}")).isNotEqualTo(seven);
  }

  @Describe("A lane that nothing names.")
  @Traits(effect = Effect.WRITE, laneBy = LaneBy.WORLD)
  record Nameless() implements Tool {}

  @Describe("A name that no lane has.")
  @Traits(effect = Effect.WRITE, laneBy = LaneBy.AGENT, lane = "pad")
  record Useless() implements Tool {}

  @Describe("No such parameter.")
  @Traits(effect = Effect.WRITE, laneBy = LaneBy.ARGUMENT, lane = "army")
  record Lost(@Describe("a fleet") long fleet) implements Tool {}

  @Describe("A parameter that may be left out.")
  @Traits(effect = Effect.WRITE, laneBy = LaneBy.ARGUMENT, lane = "army")
  record Loose(@Describe("an army") @Nullable Long army) implements Tool {}

  @Describe("A parameter that has several forms.")
  @Traits(effect = Effect.WRITE, laneBy = LaneBy.ARGUMENT, lane = "army")
  record Vague(@Describe("an army") double army) implements Tool {}

  @ParameterizedTest
  @ValueSource(classes = {Nameless.class, Useless.class, Lost.class, Loose.class, Vague.class})
  void aLaneThatCannotBeToldIsRefused(Class<? extends Tool> type) {
    assertThatThrownBy(() -> ToolSpec.of(type)).isInstanceOf(IllegalArgumentException.class);
  }

  /// It decides how a journal is folded again.
  @Test
  void catalogueHashChangesWithALane() {
    ToolSpec<?> moved = ToolSpec.of(Elsewhere.Press.class);

    assertThat(moved.declaration()).isEqualTo(ToolSpec.of(Press.class).declaration());
    assertThat(ToolCatalogue.of(List.of(moved)).hash())
        .isNotEqualTo(ToolCatalogue.of(List.of(ToolSpec.of(Press.class))).hash());
  }

  interface Elsewhere {
    @Describe("Press a button.")
    @Traits(effect = Effect.WRITE, laneBy = LaneBy.ACTOR)
    record Press() implements Tool {}
  }

  /// Of arguments as they are released: checked and settled.
  private static Lane lane(ToolSpec<?> spec, String actor, String args) {
    ToolCall.Valid valid = (ToolCall.Valid) spec.check(args);
    return spec.lane(new AgentId("test/ada"), actor, new ActionId("test/ada:t1#1.1"), valid.args());
  }
}
