package dev.playloop.schemas.approval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.approval.ApprovalRule.OnExpiry;
import dev.playloop.schemas.approval.ApprovalRule.OnWait;
import dev.playloop.schemas.json.Json;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ApprovalRuleTest {
  @Test
  void aBareNameIsARuleThatAlwaysAsksAboutThatTool() {
    ApprovalRule rule = Json.read("\"pay\"", ApprovalRule.class);

    assertThat(rule).isEqualTo(ApprovalRule.ofTool("pay"));
    assertThat(rule).isEqualTo(Json.read("{\"tools\": [\"pay\"]}", ApprovalRule.class));
    assertThat(rule.name()).isEqualTo("pay");
    assertThat(rule.roles()).isEmpty();
    assertThat(rule.people()).isEqualTo(1);
    assertThat(rule.expires()).isEqualTo(Duration.ofHours(24));
    assertThat(rule.onExpiry()).isEqualTo(OnExpiry.DENY);
    assertThat(rule.allow())
        .containsExactly(AnswerKind.APPROVE, AnswerKind.DENY, AnswerKind.WITHDRAW);
    assertThat(rule.preview()).isFalse();
    assertThat(rule.onWait()).isEqualTo(OnWait.PARK);
    assertThat(rule.alwaysAsks()).isTrue();
    assertThat(rule.matched("pay", Json.tree("{\"a\": 1}"))).hasToString("{}");
    assertThat(rule.matched("sell", Json.tree("{\"a\": 1}"))).isNull();
  }

  @Test
  void aStarAsksAboutEveryTool() {
    assertThat(ApprovalRule.ofTool("*").matched("whatever", Json.tree("{}"))).isNotNull();
    assertThat(ApprovalRule.ofTool("*").name()).isEqualTo("*");
  }

  @Test
  void conditionsSayWhetherItAsks() {
    ApprovalRule rule =
        Json.read(
            "{\"tools\":[\"pay\"],\"when\":{\"amount\":{\"above\":500}}}", ApprovalRule.class);

    assertThat(rule.alwaysAsks()).isFalse();
    assertThat(rule.matched("pay", Json.tree("{\"amount\": 501}"))).hasToString("{\"amount\":501}");
    assertThat(rule.matched("pay", Json.tree("{\"amount\": 500}"))).isNull();
    assertThat(rule.matched("sell", Json.tree("{\"amount\": 501}"))).isNull();
    assertThat(rule.matched("pay", Json.tree("{}"))).isNotNull();
    assertThat(Json.read("{\"tools\":[\"pay\"],\"when\":{}}", ApprovalRule.class).alwaysAsks())
        .isTrue();
  }

  @Test
  void whatIsWrittenIsReadAgain() {
    String json =
        """
        {"name":"dear","tools":["pay","sell"],"when":{"amount":{"above":500}},"roles":["treasurer"],\
        "people":2,"expires":"PT2H","onExpiry":"escalate","escalateTo":["mayor"],\
        "allow":["approve","edit","deny","withdraw"],"preview":true,"onWait":"hold"}\
        """;

    assertThat(Json.text(Json.readStrict(Json.tree(json), ApprovalRule.class))).isEqualTo(json);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {}                                                       | tools      | expected a list
          {"tools":[]}                                             | tools      | 1 to 64
          {"tools":["a"],"name":""}                                | name       | 1 to 64
          {"tools":["a"],"people":0}                               | people     | 1 to 10
          {"tools":["a"],"people":11}                              | people     | 1 to 10
          {"tools":["a"],"people":1.5}                             | people     | a whole number
          {"tools":["a"],"expires":"PT0S"}                         | expires    | PT0S
          {"tools":["a"],"expires":"-PT1H"}                        | expires    | PT-1H
          {"tools":["a"],"expires":"P31D"}                         | expires    | at most PT720H
          {"tools":["a"],"expires":"2h"}                           | expires    | a duration
          {"tools":["a"],"onExpiry":"escalate"}                    | escalateTo | only there
          {"tools":["a"],"escalateTo":["mayor"]}                   | escalateTo | only there
          {"tools":["a"],"onExpiry":"approve"}                     | onExpiry   | one of deny, escalate
          {"tools":["a"],"onWait":"PARK"}                          | onWait     | one of park, hold
          {"tools":["a"],"allow":["approve","happened"]}           | allow      | one of approve, edit
          {"tools":["a"],"roles":["*"]}                            | roles      | lower-case letters
          {"tools":["a"],"roles":[""]}                             | roles      | lower-case letters
          {"tools":["a"],"when":{"b":{"above":"x5"}}}               | when.b     | a number
          {"tools":["a"],"when":"always"}                          | when       | an object of fields
          """)
  void whatIsNoRuleIsRefusedWithItsField(String json, String field, String why) {
    assertThatThrownBy(() -> Json.readStrict(Json.tree(json), ApprovalRule.class))
        .isInstanceOfSatisfying(
            InvalidValueException.class, e -> assertThat(e.field()).startsWith(field))
        .hasMessageContaining(why);
  }

  @Test
  void whatIsWrongInConditionsIsNamedOnceByItsPlace() {
    assertThatThrownBy(() ->
            Json.read("{\"tools\":[\"a\"],\"when\":{\"b\":{\"above\":true}}}", ApprovalRule.class))
        .isInstanceOfSatisfying(
            InvalidValueException.class, e -> assertThat(e.field()).isEqualTo("when.b.above"));
  }

  @Test
  void listsAreBounded() {
    List<String> tools = IntStream.range(0, 65).mapToObj(i -> "tool-" + i).toList();
    assertThatThrownBy(() -> ApprovalRuleBuilder.builder().tools(tools).build())
        .isInstanceOf(InvalidValueException.class);
    List<String> roles = IntStream.range(0, 9).mapToObj(i -> "role-" + i).toList();
    assertThatThrownBy(() -> ApprovalRule.ofTool("pay").with().roles(roles).build())
        .isInstanceOf(InvalidValueException.class);
    assertThat(
            Objects.requireNonNull(ApprovalRule.ofTool("pay").with().people(10).build().people()))
        .isEqualTo(10);
  }
}
