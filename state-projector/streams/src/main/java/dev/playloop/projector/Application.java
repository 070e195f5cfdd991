package dev.playloop.projector;

import static org.apache.kafka.streams.CloseOptions.GroupMembershipOperation.LEAVE_GROUP;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.Telemetry;
import dev.playloop.kit.topic.Suspects;
import dev.playloop.projector.steady.Pulse;
import dev.playloop.projector.steady.ReplaceThread;
import dev.playloop.projector.steady.StateFolder;
import dev.playloop.projector.steady.SteadyClients;
import dev.playloop.schemas.topic.Topic;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Properties;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KafkaStreams.State;
import org.apache.kafka.streams.ThreadMetadata;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.errors.StreamsException;
import org.jspecify.annotations.Nullable;

/// One of the projector's two Streams applications, with what keeps it going. Started and closed by
/// one thread; asked by any.
final class Application implements AutoCloseable {
  private static final long ASSIGNED_NANOS = Duration.ofSeconds(1).toNanos();

  /// A folder for each task of the largest cluster, and one more time for all of it.
  private static final int MENDS = 65;

  private final String name;
  private final Pulse pulse;
  private final StateFolder folder;
  private final Properties properties;
  private final ProjectorSettings settings;
  private volatile @Nullable KafkaStreams streams;
  private volatile @Nullable Assigned assigned;

  /// @param at by [System#nanoTime()]
  private record Assigned(long at, Set<TopicPartition> partitions) {}

  private Application(
      String name,
      Pulse pulse,
      StateFolder folder,
      Properties properties,
      ProjectorSettings settings) {
    this.name = name;
    this.pulse = pulse;
    this.folder = folder;
    this.properties = properties;
    this.settings = settings;
  }

  static Application of(
      String name,
      KafkaSettings kafka,
      ProjectorSettings settings,
      Collection<Topic<?, ?>> used,
      Telemetry telemetry) {
    String id = kafka.topics().prefix() + name;
    Path suspects = settings.stateDir().resolve(id + ".suspects");
    return new Application(
        name,
        Pulse.of(name, Suspects.in(suspects), telemetry),
        new StateFolder(settings.stateDir(), id),
        StreamsProperties.of(id, kafka, settings, used),
        settings);
  }

  String name() {
    return name;
  }

  /// What it works on, and what it keeps copies of for others.
  record Tasks(int active, int standby) {}

  Tasks tasks() {
    KafkaStreams running = streams;
    int active = 0;
    int standby = 0;
    if (running != null) {
      for (ThreadMetadata thread : running.metadataForLocalThreads()) {
        active += thread.activeTasks().size();
        standby += thread.standbyTasks().size();
      }
    }
    return new Tasks(active, standby);
  }

  Pulse pulse() {
    return pulse;
  }

  /// Returns before it runs. Stores that can't be opened are removed first; throws
  /// [StateFolder.UnusableException] where they can't be.
  void start(Supplier<Topology> topology, Runnable changed) {
    for (int mends = 0; true; mends++) {
      KafkaStreams opened = null;
      try {
        opened = new KafkaStreams(topology.get(), properties, new SteadyClients(pulse));
        opened.setUncaughtExceptionHandler(
            new ReplaceThread(name, pulse, folder, settings.alone()));
        opened.setStateListener((now, before) -> changed.run());
        opened.start();
        streams = opened;
        return;
      } catch (StreamsException e) {
        if (opened != null) {
          opened.close(settings.closeWithin());
        }
        if (mends == MENDS || !folder.mend(e)) {
          throw e;
        }
      }
    }
  }

  boolean isRunning() {
    return streams != null && streams.state() == State.RUNNING;
  }

  /// Also while Streams waits for its other threads, of which one may wait until this is closed.
  boolean isDead() {
    return pulse.end() != null
        || streams == null
        || streams.state() == State.ERROR
        || streams.state() == State.NOT_RUNNING;
  }

  /// Whether all partitions of this topic are read here, as of the last second.
  boolean hasAllOf(Topic<?, ?> topic) {
    long now = System.nanoTime();
    Assigned last = assigned;
    if (last == null || now - last.at() > ASSIGNED_NANOS) {
      last = new Assigned(now, streams == null ? Set.of() : assigned(streams));
      assigned = last;
    }
    return last.partitions().stream().filter(one -> one.topic().equals(topic.name())).count()
        == topic.partitions();
  }

  private static Set<TopicPartition> assigned(KafkaStreams streams) {
    return streams.metadataForLocalThreads().stream()
        .flatMap(thread -> thread.activeTasks().stream())
        .flatMap(task -> task.topicPartitions().stream())
        .collect(Collectors.toSet());
  }

  /// What keeps it from its work, in words; null where nothing does.
  @Nullable String problem() {
    String told = pulse.problem();
    if (told != null) {
      return told;
    }
    return isRunning()
        ? null
        : "the " + name + " application is " + (streams == null ? "not started" : streams.state());
  }

  /// Leaves its group, under a stable name too. By itself Streams stays in it until its session is
  /// over, and its agents would have no owner for as long; whoever is restarted is away for longer
  /// than that anyway. It leaves as the member that it was: where another has its name by now, the
  /// broker refuses that, and the other stays.
  @Override
  public void close() {
    if (streams != null) {
      streams.close(
          CloseOptions.timeout(settings.closeWithin()).withGroupMembershipOperation(LEAVE_GROUP));
    }
  }
}
