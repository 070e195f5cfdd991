package dev.playloop.audit.erase;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.Acks;
import dev.playloop.kit.topic.Clients;
import dev.playloop.kit.topic.TopicReader;
import dev.playloop.loop.state.LoopPolicy;
import dev.playloop.schemas.event.Control;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/// What lies of a subject beside the journal: in the topics that carry work from one role to the
/// next, and in the dead letters. Records are deleted from the front of a partition up to the last
/// one that concerns the subject, never beyond what their consumers have committed: nobody needs
/// them any more, the journal holds what came of them. Dead letters of others are written anew
/// first. Used by one thread.
final class Remains {
  private static final Duration LOOK = Duration.ofMillis(200);

  /// Until a trigger of an agent that is not there is a dead letter, and that is committed.
  private static final Duration STRANGERS = LoopPolicy.DEFAULT.unknownAgentWait().plusSeconds(1);

  private final KafkaSettings kafka;
  private final List<String> worlds;
  private final Counted counted;
  private final Consumer<Erased> told;
  private final Erasing.Timing timing;

  Remains(Erasing.Place place, Consumer<Erased> told, Erasing.Timing timing) {
    this.kafka = place.kafka();
    this.worlds = place.worlds();
    this.counted = place.counted();
    this.told = told;
    this.timing = timing;
  }

  /// A topic that carries work, and who reads it.
  private record Carrier(Topic<?, ?> topic, List<Follower> followers) {
    Carrier(Topic<?, ?> topic, Follower follower) {
      this(topic, List.of(follower));
    }
  }

  /// What may be deleted of a topic: the offset behind it by partition, and whether that is all
  /// that concerns the subject.
  private record Found(Topic<?, ?> topic, Map<TopicPartition, Long> upTo, boolean all) {}

  /// Whether everything that concerns the subject is deleted. The agents are those that still hold
  /// a key of it; who was asked to forget it before stands on `controls`. These are deleted last,
  /// and only where all else is: a run that breaks off leaves them to the next one. Triggers go
  /// behind the dead letters, so that it also leaves why these have to be waited for.
  boolean remove(String subject, Set<AgentId> holders) throws InterruptedException {
    boolean all;
    TopicScan everything = TopicScan.everything(kafka);
    try (Admin admin = Admin.create(kafka.plain(Map.of()))) {
      Set<AgentId> agents = new TreeSet<>(holders);
      agents.addAll(asked(everything, subject));
      List<String> needles =
          Stream.concat(Stream.of(subject), agents.stream().map(AgentId::value)).toList();
      Predicate<ConsumerRecord<byte[], byte[]>> concerns = record -> concerns(record, needles);
      Found triggers =
          find(everything, new Carrier(kafka.topics().triggers(), loop(admin)), concerns);
      all = triggers.all();
      for (Carrier carrier : carriers(admin)) {
        Found found = find(everything, carrier, concerns);
        delete(admin, found);
        all &= found.all();
      }
      if (!triggers.upTo().isEmpty()) {
        awaitStrangers();
      }
      Predicate<ConsumerRecord<byte[], byte[]>> theirs =
          record -> concerns(record, List.of(subject));
      deadLetters(admin, everything.lastOf(kafka.topics().deadLetters(), theirs), theirs);
      delete(admin, triggers);
      Set<String> asking = Inboxes.naming(kafka, theirs);
      asking.forEach(agent -> told.accept(new Erased.StillAsked(agent)));
      all &= asking.isEmpty();
      all = all && orders(admin, everything, concerns);
    }
    told.accept(new Erased.Ended(all));
    return all;
  }

  private void awaitStrangers() throws InterruptedException {
    told.accept(new Erased.Waiting(STRANGERS));
    timing.pause().pause(STRANGERS);
  }

  /// The agents that were asked to forget the subject, as far as `controls` remembers.
  private Set<AgentId> asked(TopicScan everything, String subject) throws InterruptedException {
    Topic<AgentId, Control> controls = kafka.topics().controls();
    Set<AgentId> agents = new TreeSet<>();
    everything.readAll(
        controls,
        record -> {
          if (TopicScan.value(controls, record) instanceof Control.ForgetSubject order
              && order.subject().equals(subject)) {
            agents.add(order.agent());
          }
        });
    return agents;
  }

  private boolean orders(
      Admin admin, TopicScan everything, Predicate<ConsumerRecord<byte[], byte[]>> concerns)
      throws InterruptedException {
    Found found = find(everything, new Carrier(kafka.topics().controls(), loop(admin)), concerns);
    delete(admin, found);
    return found.all();
  }

  private Follower loop(Admin admin) {
    return Follower.group(admin, kafka.topics().prefix() + "loop");
  }

  /// All but `triggers` and `controls`.
  private List<Carrier> carriers(Admin admin) {
    Topics topics = kafka.topics();
    Follower loop = loop(admin);
    Follower caps = Follower.caps(kafka, counted, timing.clock());
    List<Carrier> carriers = new ArrayList<>();
    carriers.add(new Carrier(topics.decisions(), List.of(loop, caps)));
    carriers.add(new Carrier(topics.results(), loop));
    carriers.add(
        new Carrier(topics.worldEvents(), Follower.group(admin, topics.prefix() + "world")));
    carriers.add(new Carrier(topics.turns(), Follower.group(admin, topics.prefix() + "reasoner")));
    for (String world : worlds) {
      String group = topics.prefix() + "executor." + world;
      carriers.add(new Carrier(topics.actions(world), Follower.group(admin, group)));
    }
    return carriers;
  }

  /// Waits for consumers that are behind, and tells what stays because of them.
  private Found find(
      TopicScan everything, Carrier carrier, Predicate<ConsumerRecord<byte[], byte[]>> concerns)
      throws InterruptedException {
    Map<TopicPartition, Long> ends = everything.lastOf(carrier.topic(), concerns);
    Map<TopicPartition, Long> upTo = new HashMap<>(ends);
    boolean all = true;
    for (Follower follower : carrier.followers()) {
      Map<TopicPartition, Long> offsets = caughtUp(follower, ends);
      for (Map.Entry<TopicPartition, Long> end : ends.entrySet()) {
        long may = offsets.getOrDefault(end.getKey(), 0L);
        if (may < end.getValue()) {
          all = false;
          TopicPartition at = end.getKey();
          told.accept(
              new Erased.Kept(at.topic(), at.partition(), may, end.getValue(), follower.name()));
          upTo.merge(end.getKey(), may, Math::min);
        }
      }
    }
    return new Found(carrier.topic(), upTo, all);
  }

  private Map<TopicPartition, Long> caughtUp(Follower follower, Map<TopicPartition, Long> ends)
      throws InterruptedException {
    long deadline = System.nanoTime() + timing.patience().toNanos();
    Map<TopicPartition, Long> offsets = follower.offsets();
    while (System.nanoTime() < deadline && isBehind(ends, offsets)) {
      if (Thread.interrupted()) {
        throw new InterruptedException("stopped while " + follower.name() + " was behind");
      }
      LockSupport.parkNanos(LOOK.toNanos());
      offsets = follower.offsets();
    }
    return offsets;
  }

  private static boolean isBehind(
      Map<TopicPartition, Long> ends, Map<TopicPartition, Long> offsets) {
    return ends.entrySet().stream()
        .anyMatch(end -> offsets.getOrDefault(end.getKey(), 0L) < end.getValue());
  }

  private void delete(Admin admin, Found found) throws InterruptedException {
    if (!found.upTo().isEmpty()) {
      delete(admin, found.upTo());
      told.accept(new Erased.Deleted(found.topic().name()));
    }
  }

  private static void delete(Admin admin, Map<TopicPartition, Long> upTo)
      throws InterruptedException {
    Map<TopicPartition, RecordsToDelete> orders = new HashMap<>();
    upTo.forEach((partition, end) -> orders.put(partition, RecordsToDelete.beforeOffset(end)));
    TopicScan.done(admin.deleteRecords(orders).all());
  }

  /// Those of the subject go; those of others are appended again with all their headers, but not
  /// those of a transaction that was aborted: what it answered was handled once more, and has its
  /// letter from there. Both could be redriven.
  private void deadLetters(
      Admin admin, Map<TopicPartition, Long> ends, Predicate<ConsumerRecord<byte[], byte[]>> theirs)
      throws InterruptedException {
    if (ends.isEmpty()) {
      return;
    }
    Topic<?, ?> letters = kafka.topics().deadLetters();
    int kept;
    Producer<byte[], byte[]> producer = Clients.plain(kafka, List.of(letters));
    try (TopicReader committed = TopicScan.committed(kafka).open(letters)) {
      kept = appendOthers(committed, producer, ends, theirs);
    } finally {
      Acks.close(producer);
    }
    delete(admin, ends);
    told.accept(new Erased.LettersDeleted(kept));
  }

  /// Appends what lies before `ends` again, but for `theirs`, and says how many these are.
  static int appendOthers(
      TopicReader letters,
      Producer<byte[], byte[]> producer,
      Map<TopicPartition, Long> ends,
      Predicate<ConsumerRecord<byte[], byte[]>> theirs)
      throws InterruptedException {
    AtomicInteger kept = new AtomicInteger();
    TopicScan.Visitor append =
        record -> {
          if (!theirs.test(record)) {
            TopicScan.stored(
                producer.send(
                    new ProducerRecord<>(
                        record.topic(),
                        record.partition(),
                        record.key(),
                        record.value(),
                        record.headers())));
            kept.incrementAndGet();
          }
        };
    letters.readTo(ends, append);
    return kept.get();
  }

  /// Whoever sends a record writes its headers too.
  static boolean concerns(ConsumerRecord<byte[], byte[]> record, List<String> needles) {
    return Mention.ofAny(needles, text(record.key()) + "\n" + text(record.value()))
        || Stream.of(record.headers().toArray())
            .anyMatch(each -> Mention.ofAny(needles, each.key() + "\n" + text(each.value())));
  }

  private static String text(byte[] bytes) {
    return bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
  }
}
