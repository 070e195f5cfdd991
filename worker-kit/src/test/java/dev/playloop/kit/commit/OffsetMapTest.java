package dev.playloop.kit.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a partition commits, and what its next owner makes of it.
final class OffsetMapTest {
  private static final int LIMIT = 3_000;

  static Stream<Arguments> commits() {
    return Stream.of(
        // taken from offset 100 on, finished, position, encoded
        Arguments.of(List.of(100L, 101L), List.of(), 100L, ""),
        Arguments.of(List.of(100L, 101L), List.of(100L), 101L, ""),
        Arguments.of(List.of(100L, 101L), List.of(100L, 101L), 102L, ""),
        Arguments.of(List.of(100L, 101L), List.of(101L), 100L, "1.BB"),
        Arguments.of(List.of(100L, 101L, 102L, 103L), List.of(101L, 103L), 100L, "1.BBBB"),
        Arguments.of(List.of(100L, 101L, 102L, 103L), List.of(103L, 102L), 100L, "1.CC"),
        Arguments.of(List.of(100L, 101L, 102L), List.of(101L, 102L), 100L, "1.BC"),
        // 102 and 103 are no records: finished with the run they lie in, unwritten on their own
        Arguments.of(List.of(100L, 101L, 104L), List.of(101L, 104L), 100L, "1.BE"),
        Arguments.of(List.of(100L, 104L), List.of(100L), 104L, ""),
        Arguments.of(List.of(100L, 104L), List.of(), 100L, ""));
  }

  @ParameterizedTest
  @MethodSource("commits")
  void commitsPositionAndRuns(
      List<Long> taken, List<Long> finished, long position, String encoded) {
    OffsetMap map = new OffsetMap(100);
    taken.forEach(map::take);

    finished.forEach(offset -> assertThat(map.finish(offset, LIMIT)).isTrue());

    assertThat(map.toCommit()).isEqualTo(new OffsetAndMetadata(position, encoded));
  }

  @Test
  void movesThePositionPastOffsetsThatAreNoRecords() {
    OffsetMap map = new OffsetMap(0);
    map.take(0);
    map.finish(0, LIMIT);

    map.passed(3);

    assertThat(map.position()).isEqualTo(3);
  }

  @Test
  void forgetsOpenOffsetsThatWereCompactedAwayMeanwhile() {
    OffsetMap map = OffsetMap.decode(10, "1.CBCB"); // open 10, 11, 13, 14; finished 12, 15

    map.take(13);

    assertThat(map.position()).isEqualTo(13);
  }

  @Test
  void keepsWhatItHasNotFetchedAgainYet() {
    OffsetMap map = OffsetMap.decode(10, "1.BDBC"); // open 10, 14; finished 11 to 13, 15, 16
    map.take(10);

    map.finish(10, LIMIT);

    assertThat(map.toCommit()).isEqualTo(new OffsetAndMetadata(14, "1.BC"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "m", "2.BB", "1.", "1.B", "1.B!", "1.________", "1.BB!"})
  void takesUnreadableMetadataAsNothingFinished(String metadata) {
    OffsetMap map = OffsetMap.decode(5, metadata);

    assertThat(map.position()).isEqualTo(5);
    assertThat(map.take(5)).isTrue();
  }

  @Test
  void refusesToFinishWhatWouldNotFit() {
    OffsetMap map = new OffsetMap(0);
    LongStream.range(0, 100).forEach(map::take);

    List<Long> refused = new ArrayList<>();
    for (long offset = 1; offset < 100; offset += 2) {
      if (!map.finish(offset, 20)) {
        refused.add(offset);
      }
    }

    assertThat(refused).hasSize(50 - 9);
    assertThat(map.encode()).hasSize(20);
    assertThat(refused).noneMatch(map::isFinished);
    assertThat(map.finish(0, 20)).as("the oldest always fits").isTrue();
  }

  /// A worker, its crashes and its successors, against plain sets.
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void survivesAnyOrderOfEvents(long seed) {
    Random random = new Random(seed);
    Set<Long> records = new HashSet<>();
    for (long offset = 0; offset < 20_000; offset++) {
      if (random.nextInt(10) < 7) {
        records.add(offset);
      }
    }
    int limit = random.nextBoolean() ? LIMIT : 40;
    Set<Long> finished = new HashSet<>();
    OffsetMap map = new OffsetMap(0);
    long next = 0;
    List<Long> running = new ArrayList<>();
    int refusals = 0;

    while (finished.size() < records.size()) {
      int dice = random.nextInt(100);
      if (random.nextInt(3_000) == 0) {
        OffsetAndMetadata commit = map.toCommit();
        map = OffsetMap.decode(commit.offset(), commit.metadata());
        next = commit.offset();
        running.clear();
      } else if (dice < 70 && running.size() < 2_500 && next < 20_000) {
        if (!records.contains(next)) {
          next++;
          map.passed(next);
        } else {
          boolean mine = map.take(next);
          assertThat(mine)
              .as("offset %s, seed %s", next, seed)
              .isNotEqualTo(finished.contains(next));
          if (mine) {
            running.add(next);
          }
          next++;
        }
      } else if (!running.isEmpty()) {
        int which = random.nextInt(running.size());
        long offset = running.get(which);
        if (map.finish(offset, limit)) {
          finished.add(offset);
          running.remove(which);
        } else {
          refusals++;
          long oldest = map.position();
          assertThat(map.finish(oldest, limit)).as("oldest %s, seed %s", oldest, seed).isTrue();
          finished.add(oldest);
          running.remove(oldest);
        }
      }
      long position = map.position();
      assertThat(map.encode().length()).as("seed %s", seed).isLessThanOrEqualTo(limit);
      if (dice == 1) {
        for (long offset = position - 50; offset < position; offset++) {
          assertThat(!records.contains(offset) || finished.contains(offset))
              .as("position %s passed open %s, seed %s", position, offset, seed)
              .isTrue();
        }
      }
    }
    assertThat(limit == LIMIT || refusals > 0).as("the limit was met, seed %s", seed).isTrue();
  }

  @Test
  void metadataThatSomebodyMadeUpCostsNoMemory() {
    // Two runs of 983,039 open offsets, each with a finished one behind it; a thousand would fit.
    OffsetMap map = OffsetMap.decode(0, "1." + "___dB".repeat(2));

    assertThat(map.position()).isZero();
    assertThat(map.isFinished(983_039)).isTrue();
    assertThat(map.isFinished(983_040 + 983_039)).as("not believed any more").isFalse();
  }
}
