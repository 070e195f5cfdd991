package dev.playloop.launcher;

import dev.playloop.broker.BrokerAccess;
import dev.playloop.broker.EmbeddedBroker;
import dev.playloop.broker.Flush;
import dev.playloop.broker.GuardedBroker;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.schemas.topic.Topics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The Kafka of one machine: a broker of its own, where each role is a principal that may do what
/// [AccessRights] says, or a given one. The secrets of a start lie in files that only its user can
/// read: `operator.properties` for this machine's commands, `client.properties` for games. Closed
/// by the thread that started it.
public final class LocalKafka implements AutoCloseable {
  private static final Set<String> ROLES =
      Set.of(
          AccessRights.INGEST,
          AccessRights.PROJECTOR,
          AccessRights.REASONER,
          AccessRights.AUDITOR,
          AccessRights.EXECUTOR,
          AccessRights.OPERATOR);

  /// Below that neither the broker nor a database starts.
  private static final long NEEDED_BYTES = 48L * 1024 * 1024;

  /// Each role is there once, and has the folder to itself: after a crash it takes the place of the
  /// one that died at once, instead of waiting until that one's session has ended.
  private static final String INSTANCE = "one-machine";

  private final Topics topics;
  private final @Nullable GuardedBroker broker;
  private final Map<String, String> given;
  private final @Nullable Path folder;

  private LocalKafka(
      Topics topics,
      @Nullable GuardedBroker broker,
      Map<String, String> given,
      @Nullable Path folder) {
    this.topics = topics;
    this.broker = broker;
    this.given = given;
    this.folder = folder;
  }

  /// Where and as whom others join.
  ///
  /// @param file client properties of the principal `game`
  public record Door(String bootstrap, Path file) {}

  /// A broker that runs already and asks nobody who they are.
  static LocalKafka given(String bootstrap, Topics topics) {
    return new LocalKafka(topics, null, Map.of("bootstrap.servers", bootstrap), null);
  }

  /// Starts a broker that keeps its log in `data`. Throws [UserProblem] where it can't live there,
  /// and where the journal that lies there has another format.
  public static LocalKafka embedded(Path data, Topics topics, Flush flush) {
    Path log = OwnFiles.folder(data.resolve("broker"));
    if (isInUse(data)) {
      throw UserProblem.environment(
          "the data folder '" + data + "' is in use: another system runs on it",
          "stop that one, or name another folder with --data.",
          null);
    }
    FolderFormat.claim(data, topics);
    Path folder = OwnFiles.folder(data.resolve("access"));
    try {
      GuardedBroker broker =
          GuardedBroker.start(
              log,
              new BrokerAccess(
                  ROLES,
                  Set.of(AccessRights.GAME),
                  AccessRights.ofOneMachine(topics, InstalledWorlds.groups()),
                  client(folder).toString()),
              flush);
      LocalKafka kafka = new LocalKafka(topics, broker, Map.of(), folder);
      kafka.writeFiles(folder, broker);
      return kafka;
    } catch (UncheckedIOException | IllegalStateException e) {
      throw UserProblem.environment(
          "the Kafka broker does not start in '" + log + "': " + root(e).getMessage(),
          "choose another folder with --data, or mend this one; the log has more.",
          e);
    }
  }

  /// Whether a system runs on that data folder.
  public static boolean isInUse(Path data) {
    try {
      return EmbeddedBroker.isInUse(data.resolve("broker"));
    } catch (IOException e) {
      throw UserProblem.environment(
          "can't look at '" + data.resolve("broker") + "': " + e.getMessage(),
          "choose another folder, or mend its rights.",
          e);
    }
  }

  /// Throws [UserProblem] where the folder's disk has no room to start on.
  static void requireFree(Path data) {
    try {
      long free = Files.getFileStore(data).getUsableSpace();
      if (free < NEEDED_BYTES) {
        throw UserProblem.environment(
            "the disk of '%s' is full: %d MB are free, %d MB are needed to start"
                .formatted(data, free >> 20, NEEDED_BYTES >> 20),
            "free some space, or name a folder elsewhere with --data.",
            null);
      }
    } catch (IOException e) {
      throw UserProblem.usage(
          "'" + data + "' can't be a data folder: " + e.getMessage(), "choose another folder.");
    }
  }

  /// How that principal reaches it; see [AccessRights].
  public KafkaSettings as(String principal) {
    return broker == null
        ? new KafkaSettings(given, topics, null)
        : new KafkaSettings(broker.client(principal), topics, INSTANCE);
  }

  KafkaSettings administrator() {
    return new KafkaSettings(broker == null ? given : broker.administrator(), topics, null);
  }

  Optional<Door> door() {
    return broker == null || folder == null
        ? Optional.empty()
        : Optional.of(new Door(broker.gate(), client(folder)));
  }

  Optional<Path> operatorFile() {
    return Optional.ofNullable(folder).map(it -> it.resolve("operator.properties"));
  }

  /// Tells this machine's commands where the gateway is, and as whom to speak through it.
  void tell(URI gateway, String token) {
    operatorFile()
        .ifPresent(file ->
            OwnFiles.write(
                file,
                operatorLines()
                    + AllSettings.GATEWAY.property()
                    + "="
                    + gateway
                    + "\n"
                    + AllSettings.TOKEN.property()
                    + "="
                    + token
                    + "\n"));
  }

  private static Path client(Path folder) {
    return folder.resolve("client.properties").toAbsolutePath();
  }

  private void writeFiles(Path access, GuardedBroker guarded) {
    OwnFiles.write(access.resolve("operator.properties"), operatorLines());
    OwnFiles.write(client(access), clientFile(guarded));
  }

  private String operatorLines() {
    StringBuilder operator =
        new StringBuilder("# For this machine's own commands, until it stops.\n");
    as(AccessRights.OPERATOR)
        .client()
        .forEach((name, value) -> operator.append(name).append('=').append(value).append('\n'));
    return operator
        .append("playloop.partitions=")
        .append(topics.partitions())
        .append('\n')
        .toString();
  }

  /// Names that librdkafka's clients know too, and Playloop's commands.
  private static String clientFile(GuardedBroker guarded) {
    String secret = guarded.secretOf(AccessRights.GAME);
    return """
    # For games, until the system stops: may write triggers and world-events, and nothing else.
    bootstrap.servers=%s
    security.protocol=SASL_PLAINTEXT
    sasl.mechanism=PLAIN
    sasl.username=game
    sasl.password=%s
    # Batches are bounded as they are uncompressed; larger ones are refused.
    batch.size=65536
    # Kafka's own Java tools want this line instead of name and password:
    #sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required username="game" password="%s";
    """
        .formatted(guarded.gate(), secret, secret);
  }

  private static Throwable root(Throwable e) {
    Throwable cause = e.getCause();
    return cause == null ? e : root(cause);
  }

  @Override
  public void close() {
    if (broker != null) {
      broker.close();
    }
    if (folder != null) {
      try {
        Files.deleteIfExists(folder.resolve("operator.properties"));
        Files.deleteIfExists(client(folder));
      } catch (IOException e) {
        throw new UncheckedIOException("can't delete the secrets of " + folder, e);
      }
    }
  }
}
