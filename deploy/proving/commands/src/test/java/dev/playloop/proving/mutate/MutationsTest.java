package dev.playloop.proving.mutate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// On a tree of two classes: every verdict that there is.
@Tag("slow")
class MutationsTest {
  private static final String SUM = "m/src/main/java/tiny/Sum.java";

  @TempDir static Path folder;
  private static Built tree;

  @BeforeAll
  static void write() throws IOException {
    tree = TinyTree.write(folder);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        SUM + "| a + b | a - b   | m:SumTest#adds         | caught",
        SUM + "| a + b | b + a   | m:SumTest#adds         | NOT CAUGHT",
        SUM + "| a + b | b + a   | m:tiny.SumTest#adds    | NOT CAUGHT",
        SUM + "| a + c | b + a   | m:SumTest#adds         | anchor not found",
        SUM + "| int a | int b   | m:SumTest#subtracts    | no such test",
        SUM + "| int   | long    | m:SumTest#adds         | anchor not found",
        SUM + "| a + b | a + c   | m:SumTest#adds         | does not compile",
        SUM + "| a + b | a - b   | m:SumTest#isRedAnyhow  | red before it",
        SUM + "| a + b | a - b   | m:SumTest              | red before it",
        SUM + "| a + b | a - b   | m:OtherTest            | no such test",
        SUM + "| 7     | 8       | m:SumTest#neverEnds    | did not run",
        SUM + "| 7     | 9       | m:SumTest#neverEnds    | did not run",
        SUM + "| 7     | 10      | m:SumTest#neverEnds    | NOT CAUGHT",
        "m/src/main/resources/word.txt | hello | bye | m:SumTest#readsTheWord | caught",
        "README | read me | burn after reading | m:SumTest#readsTheWord | caught",
        "m/none | a       | b                  | m:SumTest#adds         | anchor not found",
      })
  void aRowGetsItsVerdict(String file, String find, String with, String test, String verdict)
      throws InterruptedException {
    Row row =
        new Row("row", Path.of(file), new Row.Edit(find, with), TestName.parse(test), "table");
    List<RowOutcome> told = new ArrayList<>();
    List<RowOutcome> outcomes = mutations().run(List.of(row), told::add);
    assertThat(outcomes).isEqualTo(told).hasSize(1);
    assertThat(outcomes.getFirst().verdict()).hasToString(verdict);
  }

  @Test
  void afterARowTheTreeIsAsItWas() throws InterruptedException, IOException {
    String source = TinyTree.read(folder.resolve(SUM));
    Row row = lessInsteadOfMore();
    mutations().run(List.of(row, row), _ -> {});
    assertThat(folder.resolve(SUM)).hasContent(source);
    assertThat(runner().run(tree, row.test(), folder.resolve("log"))).hasToString("GREEN");
  }

  @Test
  void whatAKilledProcessLeftBrokenIsMended() throws InterruptedException {
    String source = TinyTree.read(folder.resolve(SUM));
    Row row = lessInsteadOfMore();
    assertThat(Swap.apply(tree, row, row.apply(source), new ArrayList<>())).isEmpty();
    assertThat(runner().run(tree, row.test(), folder.resolve("log"))).hasToString("RED");
    Swap.restoreAll(folder);
    assertThat(folder.resolve(SUM)).hasContent(source);
    assertThat(runner().run(tree, row.test(), folder.resolve("log"))).hasToString("GREEN");
  }

  private static Mutations mutations() {
    return new Mutations(List.of(tree), runner(), folder.resolve("logs"));
  }

  private static TestProcess runner() {
    return new TestProcess("", Duration.ofSeconds(60));
  }

  private static Row lessInsteadOfMore() {
    return new Row(
        "row",
        Path.of(SUM),
        new Row.Edit("a + b", "a - b"),
        TestName.parse("m:SumTest#adds"),
        "test");
  }
}
