package dev.playloop.chaos;

import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.JournalEntry;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.Topics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/// One fresh system with load, and the faults that its seed says: started, disturbed, left to end
/// what it has begun, checked and removed. Used by one thread.
final class History {
  private static final int ROOM = 12;
  private static final Duration FIRST_END = Duration.ofSeconds(90);
  private static final Duration DRAIN = Duration.ofSeconds(150);
  private static final Duration TOLERANCE =
      Duration.ofMillis(2L * Instance.MAX_CLOCK_MS).plusSeconds(2);

  private final long seed;
  private final FaultPlan plan;
  private final Archive archive;
  private final Path folder;

  History(long seed, FaultPlan plan, Archive archive, Path folder) {
    this.seed = seed;
    this.plan = plan;
    this.archive = archive;
    this.folder = folder;
  }

  HistoryReport run() throws InterruptedException {
    long began = System.nanoTime();
    // Every other history has stable names.
    boolean named = Math.floorMod(seed, 2) == 0;
    ChaosSystem.Setup setup = new ChaosSystem.Setup(seed, named, folder, archive, Agents.seedSql());
    try (ChaosSystem system = ChaosSystem.start(setup);
        Observer observer = Observer.start(system.kafka())) {
      Agents agents = Agents.of(system.checker().address());
      apply(system, agents);
      system.startWorkers();
      Ends ends = new Ends(system.kafka().topics());
      observer.listen(ends::see);
      FaultRunner faults = new FaultRunner(system);
      Set<String> accepted;
      try (Load load = new Load(system.kafka(), system.httpPort(), agents.ids(), seed, ROOM)) {
        ends.listen(load::ended);
        load.start();
        ends.awaitFirst(FIRST_END);
        faults.run(plan);
        faults.close();
        load.stop();
        accepted = load.accepted();
      }
      boolean drained = ends.awaitAll(accepted, DRAIN);
      faults.abandon();
      Facts facts =
          new FactsReader(system.kafka().topics(), observer).read(system, accepted, agents.caps());
      if (archive.training()) {
        system.stopInOrder();
      }
      return HistoryReport.of(
          seed,
          named,
          faults.done(),
          facts,
          Checker.check(facts, TOLERANCE),
          drained,
          (System.nanoTime() - began) / 1_000_000);
    }
  }

  private static void apply(ChaosSystem system, Agents agents) throws InterruptedException {
    Topics topics = system.kafka().topics();
    try (KafkaProducer<AgentId, AgentConfig> producer =
        new KafkaProducer<>(
            system.kafka().client().entrySet().stream()
                .collect(
                    java.util.stream.Collectors.toMap(
                        java.util.Map.Entry::getKey, e -> (Object) e.getValue())),
            topics.agents().key().serializer(),
            topics.agents().value().serializer())) {
      for (AgentConfig config : agents.configs()) {
        producer.send(new ProducerRecord<>(topics.agents().name(), config.agent(), config)).get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("the agents could not be applied", e);
    }
  }

  /// Which triggers have ended. Fed by the observer's thread, asked by the history's.
  private static final class Ends {
    private final Topics topics;
    private final Set<String> published = ConcurrentHashMap.newKeySet();
    private final Set<String> ended = ConcurrentHashMap.newKeySet();
    private final List<java.util.function.Consumer<String>> listeners =
        new java.util.concurrent.CopyOnWriteArrayList<>();

    Ends(Topics topics) {
      this.topics = topics;
    }

    void listen(java.util.function.Consumer<String> listener) {
      listeners.add(listener);
    }

    void see(Seen seen) {
      if (seen.record().topic().equals(topics.triggers().name())) {
        Trigger trigger = Json.read(seen.record().value(), Trigger.class);
        published.add(FactsReader.triggerId(seen.record(), trigger));
      } else if (seen.record().topic().equals(topics.journal().name())) {
        for (String trigger :
            FactsReader.ended(Json.read(seen.record().value(), JournalEntry.class))) {
          ended.add(trigger);
          listeners.forEach(listener -> listener.accept(trigger));
        }
      }
    }

    void awaitFirst(Duration limit) throws InterruptedException {
      if (!await(() -> !ended.isEmpty(), limit)) {
        throw new IllegalStateException("no trigger ended within " + limit + ", before any fault");
      }
    }

    /// Whether all have ended in time.
    boolean awaitAll(Set<String> accepted, Duration limit) throws InterruptedException {
      return await(() -> ended.containsAll(accepted) && ended.containsAll(published), limit);
    }

    private static boolean await(java.util.function.BooleanSupplier condition, Duration limit)
        throws InterruptedException {
      long deadline = System.nanoTime() + limit.toNanos();
      while (!condition.getAsBoolean()) {
        if (System.nanoTime() > deadline) {
          return false;
        }
        TimeUnit.MILLISECONDS.sleep(50);
      }
      return true;
    }
  }
}
