package dev.playloop.schemas.argument;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What lies outside of the subset is told with its place, and what to do instead.
final class SchemaReaderTest {
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {"oneOf":[]}                                 | /oneOf                | a tool of its own for each case
          {"anyOf":[]}                                 | /anyOf                | a tool of its own for each case
          {"allOf":[]}                                 | /allOf                | its keywords in the schema itself
          {"not":{}}                                   | /not                  | what is allowed
          {"if":{}}                                    | /if                   | a tool of its own for each case
          {"type":"string","format":"date"}            | /format               | a pattern
          {"type":"object","patternProperties":{}}     | /patternProperties    | each field by its name
          {"type":"object","dependentRequired":{}}     | /dependentRequired    | a tool of its own for each case
          {"type":"array","uniqueItems":true}          | /uniqueItems          | a rule of the world
          {"type":"integer","multipleOf":2}            | /multipleOf           | a unit of which each whole number
          {"type":"array","prefixItems":[]}            | /prefixItems          | an object that has a field
          {"type":"array","contains":{}}               | /contains             | a rule of the world
          {"$id":"https://a.example"}                  | /$id                  | a $ref to #/$defs/<name>
          {"$dynamicRef":"#a"}                         | /$dynamicRef          | a $ref to #/$defs/<name>
          {"$defs":{}}                                 | /$defs                | it at the top of the schema
          {"definitions":{}}                           | /definitions          | $defs
          {"nullable":true}                            | /nullable             | a field that required leaves out
          {"type":"whole"}                             | /type                 | one of object, array, string
          {"type":[]}                                  | /type                 | one type or more
          {"type":["string","string"]}                 | /type                 | one type or more
          {"type":["integer","number"]}                | /type                 | one type or more
          {"type":"integer","minimum":"1"}             | /minimum              | a number
          {"type":"integer","minimum":2,"maximum":1}   | /maximum              | more than 2
          {"type":"number","minimum":2,"exclusiveMaximum":2} | /exclusiveMaximum | more than 2
          {"type":"number","minimum":2,"exclusiveMinimum":1} | /exclusiveMinimum | one of minimum and
          {"type":"string","minLength":-1}             | /minLength            | a whole number, 0 or more
          {"type":"string","minLength":1.5}            | /minLength            | a whole number, 0 or more
          {"type":"string","minLength":9,"maxLength":1}| /maxLength            | at least 9
          {"type":"string","minimum":1}                | /minimum              | it beside the type integer or number
          {"minLength":1}                              | /minLength            | it beside the type string
          {"type":"boolean","items":{}}                | /items                | it beside the type array
          {"type":"string","pattern":"a"}              | /pattern              | it beside a maxLength of at most 1000
          {"type":"string","maxLength":1001,"pattern":"a"} | /pattern          | it beside a maxLength of at most 1000
          {"type":"string","maxLength":300,"pattern":"a{400}"} | /pattern      | it beside a maxLength of at most 24
          {"type":"string","maxLength":9,"pattern":"(?=a)"} | /pattern         | a pattern that is read alike
          {"type":"string","maxLength":9,"pattern":7}  | /pattern              | a regular expression
          {"enum":[]}                                  | /enum                 | a list of one value or more
          {"enum":["a","a"]}                           | /enum/1               | each value once
          {"enum":[1,1.0]}                             | /enum/1               | each value once
          {"enum":[[1]]}                               | /enum/0               | a text, a number, true, false
          {"enum":[1],"const":1}                       | /const                | one of enum and const
          {"type":"string","enum":["a",7]}             | /enum/1               | a text
          {"type":"integer","maximum":5,"const":6}     | /const                | a whole number of at most 5
          {"type":"string","description":7}            | /description          | a text
          {"type":"string","deprecated":"no"}          | /deprecated           | true or false
          {"type":"integer","maximum":5,"default":6}   | /default              | a whole number of at most 5
          {"type":"integer","examples":[1,"2"]}        | /examples/1           | a whole number
          {"type":"integer","examples":1}              | /examples             | a list of examples
          {"type":"object"}                            | ~~                    | properties, or additionalProperties
          {"type":"object","properties":[]}            | /properties           | an object of schemas by name
          {"type":"object","properties":{"b":7}}       | /properties/b         | a schema, which is an object
          {"type":"object","properties":{"b":false}}   | /properties/b         | a schema, which is an object
          {"type":"object","properties":{"":{}}}       | /properties/          | a name of 1 to 64 characters
          {"type":"object","properties":{"\\u202e":{}}}| /properties/\u202e    | a name of 1 to 64 characters
          {"type":"object","properties":{"b":{}},"required":["c"]} | /required/0 | a name that stands under properties
          {"type":"object","properties":{"b":{}},"required":["b","b"]} | /required/1 | each name once
          {"type":"object","properties":{"b":{}},"required":"b"} | /required   | a list of names
          {"type":"object","additionalProperties":7}   | /additionalProperties | a schema, which is an object
          {"type":"object","properties":{"a/b~":{"not":{}}}} | /properties/a~1b~0/not | what is allowed
          {"type":"array","items":{"type":"array","items":{"oneOf":[]}}} | /items/items/oneOf | a tool of its own
          {"$ref":"#/$defs/a","minimum":1}             | /minimum              | no more than a title
          {"$ref":7}                                   | /$ref                 | a $ref to a part of this schema
          """)
  void whatLiesOutsideIsToldWithItsPlace(String part, String place, String expected) {
    SchemaLesson lesson =
        refused("{\"type\":\"object\",\"properties\":{\"a\":" + part + "}}").getFirst();

    assertThat(lesson.path()).isEqualTo("/properties/a" + place);
    assertThat(lesson.expected()).startsWith(expected);
    assertThat(lesson.got()).isNotBlank();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {"type":"string","maxLenght":1}             | maxLength
          {"type":"string","Pattern":"a"}             | pattern
          {"type":"strin"}                            | string
          {"type":"object","properties":{"colour":{}},"required":["color"]} | colour
          {"$ref":"#/$defs/plaec"}                    | #/$defs/place
          """)
  void whatIsMisspeltIsToldWithWhatWasMeant(String part, String nearest) {
    List<SchemaLesson> lessons =
        refused(
            "{\"type\":\"object\",\"properties\":{\"a\":%s},\"$defs\":{\"place\":{}}}"
                .formatted(part));

    assertThat(lessons).singleElement().extracting(SchemaLesson::nearest).isEqualTo(nearest);
  }

  @Test
  void allThatLiesOutsideIsToldAtOnce() {
    List<SchemaLesson> lessons =
        refused(
            """
            {"type":"object","properties":{"a":{"oneOf":[]},"b":{"type":"integer","multipleOf":2}},
             "$defs":{"nobodys":{"not":{}}},"requires":["a"]}\
            """);

    assertThat(lessons)
        .extracting(SchemaLesson::path)
        .containsExactly(
            "/requires", "/properties/a/oneOf", "/properties/b/multipleOf", "/$defs/nobodys/not");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"type\":\"array\"}",
        "{\"type\":[\"object\"]}",
        "{\"type\":\"object\",\"$schema\":\"http://json-schema.org/draft-07/schema#\"}",
        "{\"type\":\"object\",\"$defs\":[]}",
        "{\"type\":\"object\",\"const\":1}",
        "[]",
        "true",
        "7"
      })
  void whatIsNoObjectsSchemaIsRefused(String schema) {
    assertThat(refused(schema)).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://a.example/s",
        "#/nowhere",
        "#/$defs/none",
        "#",
        "#/properties/a",
        "#/$defs/"
      })
  void aReferenceElsewhereIsRefused(String reference) {
    String schema =
        "{\"type\":\"object\",\"properties\":{\"a\":{\"$ref\":\"%s\"}},\"$defs\":{\"b\":{}}}"
            .formatted(reference);

    assertThat(refused(schema).getFirst())
        .satisfies(lesson -> {
          assertThat(lesson.path()).isEqualTo("/properties/a/$ref");
          assertThat(lesson.got()).isEqualTo("\"" + reference + "\"");
        });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"a\":{\"$ref\":\"#/$defs/a\"}",
        "\"a\":{\"$ref\":\"#/$defs/b\"},\"b\":{\"$ref\":\"#/$defs/a\"}",
        "\"a\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/$defs/a\"}}",
        "\"a\":{\"type\":\"object\",\"properties\":{\"n\":{\"$ref\":\"#/$defs/a\"}}}",
        "\"a\":{\"type\":\"object\",\"additionalProperties\":{\"$ref\":\"#/$defs/a\"}}"
      })
  void aReferenceThatLeadsBackIsRefused(String definitions) {
    String schema =
        "{\"type\":\"object\",\"properties\":{\"x\":{\"$ref\":\"#/$defs/a\"}},\"$defs\":{%s}}"
            .formatted(definitions);

    assertThat(refused(schema))
        .singleElement()
        .satisfies(lesson -> {
          assertThat(lesson.path()).startsWith("/$defs/").endsWith("/$ref");
          assertThat(lesson.expected()).contains("does not lead back");
        });
  }

  /// Each level doubles what stands there once its references are followed.
  @ParameterizedTest
  @CsvSource({"7, 1, fields", "40, 1, fields", "3, 1, ''", "5, 3000, bytes"})
  void whatGrowsByItsReferencesCountsAsLargeAsItGets(int doublings, int letters, String tooMany) {
    ObjectNode root = Json.NODES.objectNode().put("type", "object");
    ObjectNode definitions = root.putObject("$defs");
    definitions.putObject("l0").put("type", "string").put("description", "x".repeat(letters));
    for (int i = 1; i <= doublings; i++) {
      ObjectNode level = definitions.putObject("l" + i).put("type", "object");
      level.putObject("properties").set("a", to("l" + (i - 1))).set("b", to("l" + (i - 1)));
    }
    root.putObject("properties").set("all", to("l" + doublings));

    SchemaReading reading = SchemaReading.of(root);

    if (tooMany.isEmpty()) {
      assertThat(reading).isInstanceOf(SchemaReading.Accepted.class);
    } else {
      assertThat(((SchemaReading.Refused) reading).lessons())
          .extracting(SchemaLesson::expected)
          .anyMatch(expected -> expected.endsWith(tooMany + ", with what is referred to"));
    }
  }

  private static JsonNode to(String definition) {
    return Json.NODES.objectNode().put("$ref", "#/$defs/" + definition);
  }

  @ParameterizedTest
  @CsvSource({"7, 1, true", "8, 1, false", "4, 4, true", "4, 5, false"})
  void levelsCountWithWhatIsReferredTo(int written, int referred, boolean fits) {
    ObjectNode root = Json.NODES.objectNode().put("type", "object");
    ObjectNode at = root.putObject("properties");
    for (int i = 2; i <= written; i++) {
      at = at.putObject("x").put("type", "object").putObject("properties");
    }
    at.set("y", to("end"));
    ObjectNode end = root.putObject("$defs").putObject("end");
    for (int i = 2; i <= referred; i++) {
      end = end.put("type", "array").putObject("items");
    }
    end.put("type", "string");

    assertThat(SchemaReading.of(root) instanceof SchemaReading.Accepted).isEqualTo(fits);
  }

  @ParameterizedTest
  @CsvSource({"200, true", "201, false"})
  void fieldsAreCounted(int fields, boolean fits) {
    ObjectNode root = Json.NODES.objectNode().put("type", "object");
    ObjectNode properties = root.putObject("properties");
    for (int i = 0; i < fields; i++) {
      properties.putObject("f" + i);
    }

    assertThat(SchemaReading.of(root) instanceof SchemaReading.Accepted).isEqualTo(fits);
  }

  @ParameterizedTest
  @CsvSource({"65000, true", "65536, false"})
  void bytesAreCounted(int letters, boolean fits) {
    ObjectNode root =
        Json.NODES.objectNode().put("type", "object").put("title", "x".repeat(letters));

    assertThat(SchemaReading.of(root) instanceof SchemaReading.Accepted).isEqualTo(fits);
  }

  @Test
  void anObjectIsClosedWhereItDoesNotSayOtherwiseAndSaysSo() {
    ArgumentSchema schema =
        ((SchemaReading.Accepted)
                SchemaReading.of(
                    Json.tree(
                        """
                        {"type":"object","properties":{"at":{"type":"object","properties":{"x":{}}},
                         "any":{"type":"object","additionalProperties":true}}}\
                        """)))
            .schema();

    assertThat(schema.json())
        .hasToString(
            """
            {"type":"object","properties":{"at":{"type":"object","properties":{"x":{}},\
            "additionalProperties":false},"any":{"type":"object","additionalProperties":true}},\
            "additionalProperties":false}\
            """);
  }

  private static List<SchemaLesson> refused(String schema) {
    assertThat(SchemaReading.of(Json.tree(schema))).isInstanceOf(SchemaReading.Refused.class);
    return ((SchemaReading.Refused) SchemaReading.of(Json.tree(schema))).lessons();
  }
}
