package dev.playloop.testkit;

import dev.playloop.broker.EmbeddedBroker;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import io.zonky.test.db.postgres.util.ArchUtils;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.kafka.common.utils.AppInfoParser;
import org.jspecify.annotations.Nullable;

/// Brokers in this JVM, and one PostgreSQL process of ours for all.
final class EmbeddedServers implements Servers {
  private final String password = UUID.randomUUID().toString();
  private @Nullable EmbeddedPostgres postgres;
  private @Nullable Broker shared;

  @Override
  public Broker startBroker() {
    try {
      Path dir = Files.createTempDirectory("playloop-test-broker");
      return new InProcess(EmbeddedBroker.start(dir), dir);
    } catch (IOException e) {
      throw new UncheckedIOException("no folder for the broker", e);
    }
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
    try {
      EmbeddedPostgres running = postgres;
      if (running == null) {
        running = startPostgres();
        postgres = running;
      }
      String url = "jdbc:postgresql://localhost:" + running.getPort() + "/postgres";
      return Servers.create(new TestDatabase(url, "postgres", password), name, like);
    } catch (IOException e) {
      throw new UncheckedIOException("the embedded PostgreSQL does not start", e);
    }
  }

  /// Closed to everyone else on the machine: its superuser runs programs as whoever runs the tests.
  private EmbeddedPostgres startPostgres() throws IOException {
    Path secret = Files.createTempFile("playloop-test", ".secret"); // readable by its owner only
    try {
      Files.writeString(secret, password);
      return EmbeddedPostgres.builder()
          .setPgBinaryResolver(EmbeddedServers::archive)
          .setPGStartupWait(Duration.ofSeconds(60))
          .setLocaleConfig("auth", "scram-sha-256")
          .setLocaleConfig("pwfile", secret.toString())
          .setConnectConfig("password", password)
          .setServerConfig("listen_addresses", "localhost")
          .setServerConfig("max_connections", "100")
          .start();
    } finally {
      Files.delete(secret);
    }
  }

  /// The first archive of the class path, as for a class. The library's own choice refuses to start
  /// where a module's class path has the product's jar, whose manifest names it, and itself.
  private static InputStream archive(String system, String machine) throws IOException {
    String resource =
        "postgres-%s-%s.txz"
            .formatted(system.toLowerCase(Locale.ROOT), ArchUtils.normalize(machine));
    InputStream found = EmbeddedServers.class.getClassLoader().getResourceAsStream(resource);
    if (found == null) {
      throw new FileNotFoundException("no jar here has PostgreSQL for this machine, " + resource);
    }
    return found;
  }

  @Override
  public String describe() {
    return "embedded: Kafka " + AppInfoParser.getVersion() + " in process, PostgreSQL as a process";
  }

  @Override
  public synchronized void close() {
    if (shared != null) {
      shared.close();
      shared = null;
    }
    try {
      if (postgres != null) {
        postgres.close();
        postgres = null;
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the embedded PostgreSQL does not stop", e);
    }
  }

  private record InProcess(EmbeddedBroker broker, Path dir) implements Broker {
    @Override
    public String bootstrapServers() {
      return broker.bootstrapServers();
    }

    @Override
    public void close() {
      broker.close();
      try (Stream<Path> files = Files.walk(dir)) {
        files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
      } catch (IOException e) {
        throw new UncheckedIOException("can't delete " + dir, e);
      }
    }
  }
}
