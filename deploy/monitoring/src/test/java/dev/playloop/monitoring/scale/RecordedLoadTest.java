package dev.playloop.monitoring.scale;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The rule over what a real reasoner told: one of four partitions, with 4,096 turns at most,
/// before 20,000 turns that lay ready. The recording ends where nothing waited any more.
class RecordedLoadTest {
  private static final ScaleRule RULE = new ScaleRule(4_096, 4);

  @Test
  void allThatThereMayBeAreWantedFromTheFirstScrapeOfAFullOneOn() throws IOException {
    List<ScaleRule.Seen> history = new ArrayList<>();
    for (String line : Files.readAllLines(Path.of("src/test/resources/recorded-backlog.csv"))) {
      if (line.startsWith("#")) {
        continue;
      }
      String[] values = line.split(",", -1);
      double inFlight = Double.parseDouble(values[1]);
      history.add(
          new ScaleRule.Seen(
              Double.parseDouble(values[0]), inFlight, Double.parseDouble(values[2]), 1));

      assertThat(RULE.wanted(history)).as(line).isEqualTo(history.size() == 1 ? 1 : 4);
    }
    assertThat(history).hasSizeGreaterThan(10);
  }
}
