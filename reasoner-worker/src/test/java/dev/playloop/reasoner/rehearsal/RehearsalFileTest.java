package dev.playloop.reasoner.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.config.InvalidFileException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RehearsalFileTest {

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {name: r, when: {kind: x.y, turn: 1..2}, say: hi}
          {name: r, when: {turn: 3.., last: {status: done}}, call: {tool: t, args: {a: [1, {b: 2}]}}}
          {name: r, when: {result: [{tool: t, path: a, op: exists}], done: [a, b]}, say: hi, call: [{tool: t}]}
          {name: r, fail: {kind: hang, millis: 20, times: 1}}
          """)
  void validRulesAreRead(String rule) {
    assertThat(Rehearsal.parse("f.yaml", "rules:\n  - " + rule).rules()).hasSize(1);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {name: r, when: {knd: x}, say: hi}                          | knd
          {name: r, say: hi, says: hi}                                | says
          {name: r}                                                   | one of say, call and fail
          {name: r, say: hi, fail: {kind: empty}}                     | fail
          {say: hi}                                                   | name
          {name: r, when: {turn: soon}, say: hi}                      | turn
          {name: r, when: {textMatches: '('}, say: hi}                | textMatches
          {name: r, when: {view: {path: a, op: near, value: 1}}, say: hi} | op
          {name: r, when: {view: {path: a, op: lt}}, say: hi}         | value
          {name: r, call: {tool: t, args: 7}}                         | args
          {name: r, call: {args: {}}}                                 | tool
          {name: r, fail: {kind: explode}}                            | kind
          {name: r, fail: {kind: bad_arguments}}                      | tool
          """)
  void aWrongRuleIsRefusedWithLineAndField(String rule, String field) {
    String yaml = "rules:\n  - {name: fine, say: hi}\n  - " + rule + "\n";

    assertThatThrownBy(() -> Rehearsal.parse("rehearsal.yaml", yaml))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("rehearsal.yaml:3")
        .hasMessageContaining(field);
  }
}
