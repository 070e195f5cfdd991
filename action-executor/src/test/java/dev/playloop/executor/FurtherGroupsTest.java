package dev.playloop.executor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.testkit.Await;
import dev.playloop.worlds.model.WorldActions.Safety;
import dev.playloop.worlds.model.WorldBinding;
import dev.playloop.worlds.model.Worlds;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class FurtherGroupsTest {
  private final Set<String> declared = ConcurrentHashMap.newKeySet();
  private final Set<String> broken = ConcurrentHashMap.newKeySet();
  private final Set<String> bound = ConcurrentHashMap.newKeySet();
  private final AtomicInteger taken = new AtomicInteger();

  private final LaterGroups further =
      new LaterGroups() {
        @Override
        public Set<String> names() {
          return Set.copyOf(declared);
        }

        @Override
        public WorldBinding<?> binding(String name) {
          if (broken.contains(name)) {
            throw new IllegalStateException("no topics");
          }
          FakeWorld world = new FakeWorld(Safety.LEDGER);
          return new WorldBinding<>(name, Worlds.of(world), world);
        }
      };

  private void take(WorldBinding<?> binding) {
    taken.incrementAndGet();
    bound.add(binding.world());
  }

  @Test
  void whatIsDeclaredWhileItRunsIsTakenUpOnce() {
    try (FurtherGroups groups = new FurtherGroups(further, bound::contains, this::take)) {
      groups.start();
      declared.add("heavy");
      Await.until("it is taken up", () -> bound.contains("heavy"));
      declared.add("light");
      Await.until("the next one, too", () -> bound.contains("light"));
      assertThat(taken).hasValue(2);
      assertThat(groups.problem()).isNull();
    }
  }

  @Test
  void oneThatCantBeTakenUpIsAProblemAndTriedAgainAndHoldsUpNoOther() {
    broken.add("a-heavy");
    declared.addAll(Set.of("a-heavy", "light"));
    try (FurtherGroups groups = new FurtherGroups(further, bound::contains, this::take)) {
      groups.start();
      Await.until("the other is", () -> bound.contains("light"));
      Await.until("it is told", () -> groups.problem() != null);
      assertThat(groups.problem()).contains("a-heavy", "no topics");
      broken.clear();
      Await.until("it is taken up", () -> bound.contains("a-heavy"));
      Await.until("nothing is told", () -> groups.problem() == null);
    }
  }
}
