package dev.playloop.worlds.eternum.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.worlds.eternum.model.EternumRead.ListActions;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class ActionGuideTest {
  private final ActionGuide guide = new ActionGuide(new EternumWorld());

  @Test
  void withoutParametersAllNamesAreToldByGroup() {
    JsonNode answer = guide.answer(new ListActions(null, null));

    assertThat(answer.propertyNames())
        .containsExactly(
            "Resources",
            "Troops",
            "Movement",
            "Troop Swaps",
            "Combat",
            "Trade",
            "Buildings",
            "Bank",
            "Guild",
            "Realm & Hyperstructure");
    assertThat(answer.valueStream().mapToInt(JsonNode::size).sum()).isEqualTo(35);
  }

  @Test
  void anActionIsToldByTheNamesThatTheOneToolHas() {
    JsonNode answer = guide.answer(new ListActions("claim_arrivals", null));

    assertThat(answer.path("text").asString())
        .contains("- claim_arrivals: structureId, day, slot_of_claim_arrivals, resourceCount.");
    assertThat(answer.at("/parameters/properties").propertyNames())
        .containsExactly(
            "actionType", "structureId", "day", "slot_of_claim_arrivals", "resourceCount");
  }

  @Test
  void aGroupIsToldWhole() {
    assertThat(guide.answer(new ListActions(null, "Guild")).path("text").asString())
        .contains("create_guild", "join_guild", "leave_guild", "update_whitelist")
        .doesNotContain("raid");
  }

  @Test
  void whatThereIsNotIsTaught() {
    assertThatThrownBy(() -> guide.answer(new ListActions("claim_arrival", null)))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("did you mean claim_arrivals?");
    assertThatThrownBy(() -> guide.answer(new ListActions(null, "War")))
        .hasMessageStartingWith("group: expected one of Resources, Troops");
    assertThatThrownBy(() -> guide.answer(new ListActions("raid", "Guild")))
        .isInstanceOf(InvalidValueException.class);
  }
}
