package dev.playloop.monitoring.scale;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.monitoring.Folder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// One table for the function and for the rules: this test holds [ScaleRule] to it, and writes it
/// as a test for promtool (`scale-test.yaml`, with `-Dgolden.update=true`), which holds
/// `rules.yaml` to it.
class ScaleTableTest {
  private static final int MAX = 4_096;
  private static final int EVERY = 5;

  /// What was seen every five seconds, and how many processes that wants.
  record Row(String name, List<Point> points, int partitions, int wanted) {
    @Override
    public String toString() {
      return name;
    }
  }

  /// @param inFlight over two processes
  /// @param waiting for room, in seconds
  record Point(int inFlight, int waiting) {}

  static Stream<Row> table() {
    return Stream.of(
        new Row("nothing at all", seen(3, 0, 0), 12, 1),
        new Row("one process up to 70 percent", seen(3, 2_867, 0), 12, 1),
        new Row("two beyond", seen(3, 2_868, 0), 12, 2),
        new Row("three for two that are full", seen(3, 8_192, 0), 12, 3),
        new Row("a second of waiting is nothing", seen(3, 4_096, 1), 12, 2),
        new Row("three seconds are twice as much again", seen(3, 4_096, 3), 12, 5),
        new Row("as many as partitions where it waits long", seen(3, 4_096, 30), 12, 12),
        new Row("none for what waits with nothing in flight", seen(3, 0, 50), 12, 1),
        new Row("never more than partitions", seen(3, 49_152, 20), 12, 12),
        new Row("with two partitions two", seen(3, 8_192, 0), 2, 2),
        new Row("the most of the last minute", then(seen(3, 8_192, 0), seen(6, 100, 0)), 12, 3),
        new Row("no more than a minute", then(seen(3, 8_192, 0), seen(15, 100, 0)), 12, 1),
        new Row("a wait of then is one of then", then(seen(3, 500, 9), seen(3, 8_192, 0)), 12, 3));
  }

  private static List<Point> seen(int times, int inFlight, int waiting) {
    return Collections.nCopies(times, new Point(inFlight, waiting));
  }

  private static List<Point> then(List<Point> first, List<Point> second) {
    List<Point> both = new ArrayList<>(first);
    both.addAll(second);
    return both;
  }

  @ParameterizedTest
  @MethodSource("table")
  void theFunctionIsTheTable(Row row) {
    List<ScaleRule.Seen> history = new ArrayList<>();
    for (Point point : row.points()) {
      history.add(new ScaleRule.Seen(history.size() * EVERY, point.inFlight(), point.waiting(), 1));
    }

    assertThat(new ScaleRule(MAX, row.partitions()).needed(history)).isEqualTo(row.wanted());
  }

  @Test
  void theTestOfTheRulesIsTheTable() throws IOException {
    String tests = table().map(ScaleTableTest::test).collect(Collectors.joining());

    Folder.golden("scale-test.yaml", HEAD + tests + NOBODY);
  }

  private static final String HEAD =
      """
      # The table of ScaleTableTest, which writes this file: promtool test rules scale-test.yaml
      rule_files: [rules.yaml]
      evaluation_interval: 5s
      tests:
      """;

  private static final String NOBODY =
      """
        - name: without numbers no answer
          interval: 5s
          input_series:
            - series: 'playloop_worker_in_flight{messaging_consumer_group_name="playloop.executor.society",instance="a"}'
              values: '5x3'
          promql_expr_test:
            - expr: playloop:reasoner:wanted_replicas
              eval_time: 10s
              exp_samples: []
      """;

  private static String test(Row row) {
    List<Point> points = row.points();
    return "  - name: "
        + row.name()
        + "\n    interval: 5s\n    input_series:\n"
        + series(
            "in_flight", "a", "", points.stream().map(one -> one.inFlight() - one.inFlight() / 2))
        + series("in_flight", "b", "", points.stream().map(one -> one.inFlight() / 2))
        + series("in_flight_max", "a", "", points.stream().map(_ -> MAX))
        + series("in_flight_max", "b", "", points.stream().map(_ -> MAX))
        + series(
            "partitions",
            "a",
            "",
            points.stream().map(_ -> row.partitions() - row.partitions() / 2))
        + series("partitions", "b", "", points.stream().map(_ -> row.partitions() / 2))
        + series("oldest_waiting_seconds", "a", "room", points.stream().map(Point::waiting))
        + series("oldest_waiting_seconds", "b", "room", points.stream().map(_ -> 0))
        + series("oldest_waiting_seconds", "b", "order", points.stream().map(_ -> 600))
        + "    promql_expr_test:\n"
        + "      - expr: playloop:reasoner:wanted_replicas\n"
        + "        eval_time: "
        + (points.size() - 1) * EVERY
        + "s\n"
        + "        exp_samples:\n"
        + "          - labels: 'playloop:reasoner:wanted_replicas{messaging_consumer_group_name=\"playloop.reasoner\"}'\n"
        + "            value: "
        + row.wanted()
        + "\n";
  }

  private static String series(String name, String instance, String waits, Stream<Integer> values) {
    String labels =
        "messaging_consumer_group_name=\"playloop.reasoner\",instance=\""
            + instance
            + '"'
            + (waits.isEmpty() ? "" : ",playloop_waiting_for=\"" + waits + '"');
    return "      - series: 'playloop_worker_"
        + name
        + '{'
        + labels
        + "}'\n        values: '"
        + values.map(String::valueOf).collect(Collectors.joining(" "))
        + "'\n";
  }
}
