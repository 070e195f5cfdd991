package dev.playloop.proving.mutate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowsTest {
  private static final String ROW =
      """
      # a comment
      name: C2-numbers
      file: schemas/Foo.java
      find: if (a) {\\n  return "\\\\d";
      with:
      test: schemas:FooTest#bar
      """;

  @Test
  void aRowIsReadWithItsEscapes() {
    List<Row> rows = Rows.parse("x.txt", ROW + "\n\n# only a comment\n\n" + ROW);
    assertThat(rows).hasSize(2);
    Row row = rows.getFirst();
    assertThat(row.edit().find()).isEqualTo("if (a) {\n  return \"\\d\";");
    assertThat(row.edit().with()).isEmpty();
    assertThat(row.test()).isEqualTo(new TestName("schemas", "FooTest", "bar"));
    assertThat(row.from()).isEqualTo("x.txt:1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "name: C2-numbers    | title: x               | x.txt:2: expected name, file",
        "test: schemas:FooTest#bar | # none           | the row has no test",
        "schemas:FooTest#bar | FooTest                | test: expected module:TestClass",
        "file: schemas/Foo.java | file: ../Foo.java   | a path from the root",
        "file: schemas/Foo.java | file: a/src/test/java/Foo.java | breaks the product",
        "name: C2-numbers    | name: a\\nname: b      | name stands twice",
      })
  void whatIsWrongIsSaidWithItsPlace(String line, String instead, String message) {
    String broken = ROW.replace(line, instead.replace("\\n", "\n"));
    assertThat(broken).isNotEqualTo(ROW);
    assertThatThrownBy(() -> Rows.parse("x.txt", broken))
        .isInstanceOf(InvalidRowException.class)
        .hasMessageContaining(message)
        .hasMessageStartingWith(message.startsWith("test:") ? "test:" : "x.txt:");
  }

  @Test
  void namesChooseTheRowsThatBeginWithThem() {
    List<Row> rows = Rows.parse("x.txt", ROW + "\n" + ROW.replace("C2-numbers", "D7-numbers"));
    assertThat(Rows.select(rows, List.of("C2"))).containsExactly(rows.getFirst());
    assertThat(Rows.select(rows, List.of())).isEqualTo(rows);
    assertThatThrownBy(() -> Rows.select(rows, List.of("C2", "C9")))
        .hasMessageContaining("begins with C9");
  }

  /// What `./playloop mutate` would otherwise say only when somebody runs it, which the CI does
  /// not.
  @Test
  void everyRowsTextStandsOnceInItsFileAndItsTestIsThere() {
    Path root = TinyTree.repository();
    assertThat(Rows.load(root))
        .allSatisfy(row -> {
          assertThat(row.places(TinyTree.read(root.resolve(row.file()))))
              .as("%s: places of its text in %s", row.from(), row.file())
              .isOne();
          TestName test = row.test();
          String outer = test.type().replaceFirst("\\$.*", "").replace('.', '/');
          assertThat(TinyTree.sources(root.resolve(test.module()), outer + ".java"))
              .as("%s: files of %s", row.from(), test)
              .hasSize(1);
        });
  }
}
