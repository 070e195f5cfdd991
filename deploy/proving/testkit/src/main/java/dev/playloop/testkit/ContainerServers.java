package dev.playloop.testkit;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.images.PullPolicy;
import org.testcontainers.kafka.KafkaContainer;
import org.testcontainers.postgresql.PostgreSQLContainer;
import org.testcontainers.utility.DockerImageName;

/// Containers of Kafka, and one of PostgreSQL for all. The images are settings, `infra.kafka.image`
/// and `infra.postgres.image`; what begins with `local/` is never pulled.
final class ContainerServers implements Servers {
  static final String KAFKA_IMAGE = "apache/kafka:4.3.1";
  static final String POSTGRES_IMAGE = "postgres:18";

  /// What the embedded broker sets too: one small machine, no waiting, records as the catalogue.
  private static final Map<String, String> BROKER =
      Map.of(
          "KAFKA_AUTO_CREATE_TOPICS_ENABLE", "false",
          "KAFKA_OFFSETS_TOPIC_NUM_PARTITIONS", "4",
          "KAFKA_TRANSACTION_STATE_LOG_NUM_PARTITIONS", "4",
          "KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS", "0",
          "KAFKA_MESSAGE_MAX_BYTES", String.valueOf(5 * 1024 * 1024),
          "KAFKA_REPLICA_FETCH_MAX_BYTES", String.valueOf(5 * 1024 * 1024),
          "KAFKA_LOG_INDEX_SIZE_MAX_BYTES", String.valueOf(1024 * 1024));

  private @Nullable PostgreSQLContainer postgres;
  private @Nullable Broker shared;

  /// Whether an engine answers; takes a quarter of a second where none does.
  static boolean engineAnswers() {
    return DockerClientFactory.instance().isDockerAvailable();
  }

  @Override
  @SuppressWarnings("resource") // closed by whoever asked for the broker
  public Broker startBroker() {
    DockerImageName image = image("infra.kafka.image", KAFKA_IMAGE, "apache/kafka");
    KafkaContainer container = new KafkaContainer(image).withEnv(BROKER);
    if (isLocal(image)) {
      container.withImagePullPolicy(name -> false);
    }
    container.start();
    return new Contained(container);
  }

  @Override
  public synchronized Broker sharedBroker() {
    Broker running = shared;
    if (running == null) {
      running = startBroker();
      shared = running;
    }
    return running;
  }

  @Override
  public synchronized TestDatabase database(String name, @Nullable String like) {
    PostgreSQLContainer running = postgres;
    if (running == null) {
      DockerImageName image = image("infra.postgres.image", POSTGRES_IMAGE, "postgres");
      running = new PostgreSQLContainer(image).withUsername("playloop").withPassword("s3cret");
      running.withImagePullPolicy(isLocal(image) ? one -> false : PullPolicy.defaultPolicy());
      running.start();
      postgres = running;
    }
    return Servers.create(
        new TestDatabase(running.getJdbcUrl(), running.getUsername(), running.getPassword()),
        name,
        like);
  }

  @Override
  public String describe() {
    return "containers: engine "
        + DockerClientFactory.instance().client().versionCmd().exec().getVersion()
        + ", "
        + System.getProperty("infra.kafka.image", KAFKA_IMAGE)
        + ", "
        + System.getProperty("infra.postgres.image", POSTGRES_IMAGE);
  }

  @Override
  public synchronized void close() {
    if (shared != null) {
      shared.close();
    }
    if (postgres != null) {
      postgres.close();
    }
  }

  private static DockerImageName image(String setting, String usual, String kind) {
    return DockerImageName.parse(System.getProperty(setting, usual))
        .asCompatibleSubstituteFor(kind);
  }

  private static boolean isLocal(DockerImageName image) {
    return image.getUnversionedPart().startsWith("local/");
  }

  private record Contained(KafkaContainer container) implements Broker {
    @Override
    public String bootstrapServers() {
      // "PLAINTEXT://host:port" is what a client takes too, but a settings file wants host:port.
      return container.getBootstrapServers().replaceFirst("^[A-Z]+://", "");
    }

    @Override
    public void close() {
      container.close();
    }
  }
}
