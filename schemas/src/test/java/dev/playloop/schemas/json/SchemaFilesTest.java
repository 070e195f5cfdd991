package dev.playloop.schemas.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.Golden;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class SchemaFilesTest {
  private static final Path SCHEMAS = Path.of("src/main/resources/schemas");

  static Stream<String> names() {
    return SchemaFiles.all().keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("names")
  void committedSchemasAreWhatTheRecordsSay(String name) {
    Golden.check(SCHEMAS.resolve(name + ".schema.json"), RecordsTest.pretty(SchemaFiles.of(name)));
  }

  @Test
  void noSchemaIsLeftOver() throws Exception {
    try (Stream<Path> files = Files.list(SCHEMAS)) {
      assertThat(files.map(f -> f.getFileName().toString()).filter(f -> f.endsWith(".schema.json")))
          .containsExactlyInAnyOrderElementsOf(names().map(n -> n + ".schema.json").toList());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          agents.yaml    | [{"agent":"society/ada","actor":"ada","instructions":{"identity":"Ada"}}]                | true
          agents.yaml    | [{"agent":"society/ada","actor":"ada","instructions":{"identity":"Ada"},"actr":"x"}]     | false
          agents.yaml    | [{"agent":"society/ada","actor":"ada","instructions":{"identity":"A","strategyFile":"s"}}] | true
          agents.yaml    | [{"agent":"Ada","actor":"ada","instructions":{"identity":"Ada"}}]                        | false
          agents.yaml    | [{"agent":"society/ada","actor":"ada","instructions":{}}]                                | false
          agents.yaml    | [{"template":"t","instructions":{"rules":["r"]}},{"agent":"society/ada","like":"t"}]     | true
          agents.yaml    | [{"template":"t","instructions":{"rule":["r"]}}]                                         | false
          agents.yaml    | [{"agent":"society/ada"}]                                                                | false
          world.yaml     | {"world":"inn","tools":[{"name":"a","description":"A","effect":"read"}],"actions":{"url":"http://localhost"}} | true
          world.yaml     | {"world":"inn","tools":[{"name":"a","description":"A","effect":"look"}],"actions":{"url":"http://localhost"}} | false
          world.yaml     | {"world":"Inn","tools":[],"actions":{"url":"http://localhost"}} | false
          triggers.jsonl | {"agent":"society/ada","kind":"chat.message","after":"PT1S"}                             | true
          triggers.jsonl | {"agent":"society/ada","kind":"Chat"}                                                    | false
          triggers.jsonl | {"agent":"society/ada","kind":"chat","afterwards":"PT1S"}                                | false
          expect.yaml    | {"triggers":[{"trigger":"t","outcome":"COMPLETED","tools":["a done",{"anyOrder":["b refused"]}]}]} | true
          expect.yaml    | {"triggers":[{"trigger":"t","outcome":"COMPLETED","tools":["a finished"]}]}              | false
          expect.yaml    | {"sql":[{"query":"SELECT 1","rows":[{"one":1}]}]}                                        | true
          expect.yaml    | {"sql":[{"query":"SELECT 1"}]}                                                           | false
          """)
  void schemasOfFilesServeEditors(String name, String json, boolean valid) {
    assertThat(RecordsTest.errors(SchemaFiles.of(name), Json.tree(json)).isEmpty())
        .isEqualTo(valid);
  }
}
