package dev.playloop.chaos.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LinksTest {
  /// Whose zone is cut off reaches its own broker alone, and everybody else all but that.
  @ParameterizedTest
  @CsvSource({
    "0, 0, false, true, true",
    "1, 0, true, false, false",
    "2, 0, true, false, false",
    "2, 2, true, true, false",
  })
  void aWorkerIsCutOffWithItsZone(int zone, int cut, boolean first, boolean second, boolean third) {
    List<Link> each = IntStream.range(0, 3).mapToObj(_ -> Link.open(0, 1)).toList();
    try (Links links = new Links(zone, each)) {
      links.setApart(cut, true);
      assertThat(each).extracting(Link::isApart).containsExactly(first, second, third);

      links.setApart(cut, false);
      assertThat(each).extracting(Link::isApart).containsOnly(false);
    }
  }
}
