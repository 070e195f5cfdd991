package dev.playloop.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.playloop.schemas.config.InvalidFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
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
  void validRulesAreReadAndFitTheSchema(String rule) throws IOException {
    String yaml = "rules:\n  - " + rule;

    assertThat(Rehearsal.parse("f.yaml", yaml).rules()).hasSize(1);
    assertThat(schemaErrors(yaml)).isEmpty();
  }

  @Test
  void theSchemaNamesEveryFieldThatIsRead() throws IOException {
    var schema = dev.playloop.schemas.json.Json.tree(schema()).path("$defs");
    Map<String, Class<?>> records =
        Map.of(
            "Rule", Rule.class,
            "Call", Rule.Call.class,
            "Fail", Rule.Fail.class,
            "When", When.class,
            "Condition", Condition.class,
            "ResultCondition", When.ResultCondition.class);
    records.forEach((name, record) ->
        assertThat(schema.path(name).path("properties").propertyNames())
            .as(name)
            .containsExactlyInAnyOrderElementsOf(
                Stream.of(record.getRecordComponents()).map(c -> c.getName()).toList()));
    assertThat(schema.path("Op").path("enum")).hasSize(Op.values().length);
    assertThat(schema.at("/Fail/properties/kind/enum")).hasSize(Rule.Kind.values().length);
    assertThat(Arrays.stream(When.Last.class.getRecordComponents()).map(c -> c.getName()))
        .containsExactlyInAnyOrderElementsOf(
            schema.at("/When/properties/last/properties").propertyNames());
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
  void aWrongRuleIsRefusedWithLineAndField(String rule, String field) throws IOException {
    String yaml = "rules:\n  - {name: fine, say: hi}\n  - " + rule + "\n";

    assertThatThrownBy(() -> Rehearsal.parse("rehearsal.yaml", yaml))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("rehearsal.yaml:3")
        .hasMessageContaining(field);
    if (!field.equals("textMatches")) {
      // Editors don't check regular expressions.
      assertThat(schemaErrors(yaml)).isNotEmpty();
    }
  }

  private static List<Error> schemaErrors(String yaml) throws IOException {
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
        .getSchema(schema(), InputFormat.JSON)
        .validate(yaml, InputFormat.YAML);
  }

  private static String schema() throws IOException {
    return Files.readString(Path.of("src/main/resources/schemas/rehearsal.yaml.schema.json"));
  }
}
