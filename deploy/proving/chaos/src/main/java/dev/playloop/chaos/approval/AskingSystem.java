package dev.playloop.chaos.approval;

import dev.playloop.chaos.Ends;
import dev.playloop.chaos.FactsReader;
import dev.playloop.chaos.Observer;
import dev.playloop.chaos.check.Facts;
import dev.playloop.chaos.process.AotCache;
import dev.playloop.chaos.system.Agents;
import dev.playloop.chaos.system.ChaosSystem;
import dev.playloop.chaos.system.WorkerKind;
import dev.playloop.chaos.world.ChaosWorlds;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.schemas.principal.Principal;
import dev.playloop.schemas.topic.Topic;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/// A chaos system whose agents ask before they write, the people who may answer, and who watches.
/// Its workers are not started yet. Started and closed by one thread.
final class AskingSystem implements AutoCloseable {
  private static final Duration LONG = Duration.ofMinutes(20);

  private final ChaosSystem system;
  private final Observer observer;
  private final Gateway gateway;
  private final Orders orders;
  private final Agents agents;
  private final Ends ends;
  private final Killer.Stages stages = new Killer.Stages();
  private final Asks asks;

  private AskingSystem(ChaosSystem system, Setup setup) throws InterruptedException {
    this.system = system;
    this.observer = Observer.start(system);
    this.gateway = new Gateway(URI.create("http://127.0.0.1:" + system.httpPort()));
    this.orders = new Orders(system.kafka(), setup.clock());
    this.agents =
        Rules.agents(
            Agents.of(system.checker().address(), system.worlds(), LONG, LONG), setup.soon());
    this.ends = new Ends(system.kafka().topics());
    this.asks = new Asks(system.kafka().topics(), gateway, setup.answers(), stages::reached);
    ends.listen(orders::ended);
    observer.listen(ends::see);
    observer.listen(asks::see);
    agents.apply(system.kafka());
    admit(system.kafka());
  }

  /// How it is made.
  ///
  /// @param answers whether people answer at once; else they wait for [Asks#answer]
  /// @param clock how far the clock by which orders are placed is from the machine's
  /// @param soon how long questions stand that nobody answers
  record Setup(Path folder, long seed, boolean answers, Duration clock, Duration soon) {}

  static AskingSystem start(Setup setup) throws InterruptedException {
    return new AskingSystem(
        ChaosSystem.start(
            new ChaosSystem.Setup(
                setup.seed(), true, setup.folder(), AotCache.NONE, ChaosWorlds.PLAIN)),
        setup);
  }

  private static void admit(KafkaSettings kafka) throws InterruptedException {
    Topic<String, Principal> topic = kafka.topics().principals();
    try (KafkaProducer<String, Principal> producer =
        new KafkaProducer<>(
            kafka.with(Map.of()), topic.key().serializer(), topic.value().serializer())) {
      for (Person person : Person.values()) {
        Principal principal = person.principal();
        producer.send(new ProducerRecord<>(topic.name(), principal.id(), principal)).get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("the people could not be made known", e);
    }
  }

  ChaosSystem system() {
    return system;
  }

  Agents agents() {
    return agents;
  }

  Orders orders() {
    return orders;
  }

  Asks asks() {
    return asks;
  }

  Gateway gateway() {
    return gateway;
  }

  Killer.Stages stages() {
    return stages;
  }

  /// How much a role has done so far, as the log shows it.
  int done(WorkerKind role) {
    return switch (role) {
      case INGEST -> gateway.taken().size();
      case EXECUTOR -> observer.of(system.kafka().topics().results()).size();
      case REASONER -> observer.of(system.kafka().topics().decisions()).size();
      case PROJECTOR -> observer.of(system.kafka().topics().journal()).size();
    };
  }

  /// Whether each order has ended in time.
  boolean drained(Duration limit) throws InterruptedException {
    return ends.awaitAll(orders.accepted(), limit);
  }

  Facts facts() throws InterruptedException {
    return new FactsReader(system, observer).read(orders.accepted(), List.of(), agents.caps());
  }

  ApprovalFacts approvals(Facts facts) {
    return new ApprovalFactsReader(system, observer).read(facts, gateway.taken());
  }

  @Override
  public void close() {
    orders.close();
    gateway.close();
    observer.close();
    system.close();
  }
}
