package dev.playloop.kit.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.OwnedSource;
import dev.playloop.kit.RetriableException;
import dev.playloop.kit.topic.Clients;
import dev.playloop.kit.topic.TopicAdmin;
import dev.playloop.kit.worker.Lab.Bench;
import dev.playloop.schemas.id.SourceId;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.Guarantee;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.TestInfra;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.Producer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Sources under owners that come and go.
@Guarantee
@NeedsInfra
final class SourceOwnerTest {
  private static final int EVENTS = 60;

  private static Lab lab;
  private Bench bench;
  private final Set<SourceId> polling = ConcurrentHashMap.newKeySet();
  private final AtomicInteger overlaps = new AtomicInteger();
  private final List<SourceOwner> owners = new ArrayList<>();

  @BeforeAll
  static void startBroker(TestInfra infra) {
    lab = new Lab(infra);
  }

  @BeforeEach
  void prepare() throws InterruptedException {
    bench = lab.bench(4);
    try (TopicAdmin admin = TopicAdmin.connect(bench.kafka)) {
      admin.create(
          List.of(bench.kafka.topics().sources(), bench.kafka.topics().sourceCursors()),
          Lab.PATIENCE);
    }
  }

  @AfterEach
  void tidy() throws Exception {
    owners.forEach(SourceOwner::close);
    bench.close();
  }

  /// Yields the numbers from its cursor to EVENTS, two a poll.
  private final class Counting implements OwnedSource {
    private final SourceId id;
    private final AtomicInteger polls = new AtomicInteger();

    Counting(String name) {
      id = new SourceId(name);
    }

    @Override
    public SourceId id() {
      return id;
    }

    @Override
    public Polled poll(@Nullable String cursor) {
      if (!polling.add(id)) {
        overlaps.incrementAndGet();
      }
      try {
        int poll = polls.getAndIncrement();
        if (poll == 3) {
          throw new RetriableException("down", new IllegalStateException("refused"));
        }
        if (poll == 6) {
          throw new OutOfMemoryError("another thread has taken it");
        }
        int from = cursor == null ? 0 : Integer.parseInt(cursor);
        if (from >= EVENTS) {
          return new Polled(List.of(), cursor, Duration.ofMillis(20));
        }
        return new Polled(
            List.of(bench.emit(id.value(), "" + from), bench.emit(id.value(), "" + (from + 1))),
            String.valueOf(from + 2),
            Duration.ofMillis(5));
      } finally {
        polling.remove(id);
      }
    }
  }

  private SourceOwner owner(int sources) {
    SourceOwner owner =
        SourceOwner.start(
            bench.kafka,
            "relay",
            IntStream.range(0, sources).mapToObj(i -> new Counting("source-" + i)).toList());
    owners.add(owner);
    return owner;
  }

  @Test
  void eachEventIsWrittenOnceWhileOwnersComeAndGo() throws Exception {
    int sources = 8;
    SourceOwner first = owner(sources);
    assertThat(first.awaitAssigned(Lab.PATIENCE)).isTrue();
    assertThat(first.owned()).hasSize(sources);
    SourceOwner second = owner(sources);
    Await.until(
        "both have a share",
        () -> !second.owned().isEmpty() && first.owned().size() + second.owned().size() == sources);
    Set<SourceId> both = new HashSet<>(first.owned());
    both.retainAll(second.owned());
    assertThat(both).isEmpty();
    first.close();
    Await.until("the second has all", () -> second.owned().size() == sources);

    List<String> inOrder = IntStream.range(0, EVENTS).mapToObj(String::valueOf).toList();
    assertThat(bench.outputs(sources * EVENTS))
        .hasSize(sources)
        .allSatisfy((source, values) -> assertThat(values).isEqualTo(inOrder));
    assertThat(overlaps).hasValue(0);
  }

  @Test
  void anOwnerWhoseFenceWasTakenWritesNothingTwice() throws Exception {
    SourceOwner owner = owner(1);
    int partition = SourceOwner.partition(new SourceId("source-0"), 4);
    bench.read(bench.out, 4);

    String fence =
        bench.kafka.topics().prefix()
            + "relay-"
            + bench.kafka.topics().sources().name()
            + "-"
            + partition;
    try (Producer<byte[], byte[]> other =
        Clients.transactional(bench.kafka, fence, List.of(bench.out))) {
      other.initTransactions();
    }

    List<String> inOrder = IntStream.range(0, EVENTS).mapToObj(String::valueOf).toList();
    assertThat(bench.outputs(EVENTS).get("source-0")).isEqualTo(inOrder);
    Await.until("it owns the source again", () -> owner.isReady() && owner.owned().size() == 1);
  }
}
