package dev.playloop.fence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Whoever reads one file of a circle must read them all. Two files that know each other are a
/// pair; three that do have no order in which to be read. The same holds for packages, where two
/// are a ring already.
class CirclesTest {
  private static final Uses USES = Uses.of(House.here().mainClasses());

  @Test
  void noMoreThanTwoFilesKnowEachOther() {
    assertThat(Rings.largerThan(2, USES.from())).as("files in circles").isEmpty();
  }

  @Test
  void noPackagesKnowEachOther() {
    assertThat(Rings.largerThan(1, USES.betweenPackages())).as("packages in rings").isEmpty();
  }

  @Test
  void aCircleIsFoundWhereverItIsEntered() {
    Map<String, Set<String>> graph =
        new TreeMap<>(
            Map.of(
                "a", Set.of("b"),
                "b", Set.of("c"),
                "c", Set.of("d", "e"),
                "d", Set.of("b"),
                "e", Set.of("f"),
                "f", Set.of("e")));
    assertThat(Rings.largerThan(1, graph))
        .containsExactly(List.of("b", "c", "d"), List.of("e", "f"));
    assertThat(Rings.largerThan(2, graph)).containsExactly(List.of("b", "c", "d"));
  }
}
