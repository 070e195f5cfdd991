package dev.playloop.testkit;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The servers of one test class: a broker and a database server that all classes of this JVM
/// share, and, for those that can't, a broker of its own. Each starts on the first call. Owned by
/// [InfraExtension]; used by the test's thread.
public final class TestInfra {
  private static final AtomicInteger DATABASES = new AtomicInteger();
  private static final Map<Template, String> TEMPLATES = new ConcurrentHashMap<>();
  private static volatile @Nullable TestInfra current;

  private final Servers servers;
  private Servers.@Nullable Broker own;

  TestInfra(Servers servers) {
    this.servers = servers;
  }

  /// Of the test class that runs now, for fixtures that no parameter reaches. Throws
  /// [IllegalStateException] where the class does not say that it needs one.
  public static TestInfra current() {
    TestInfra infra = current;
    if (infra == null) {
      throw new IllegalStateException(
          "this test class has no broker and no database; annotate it with @NeedsInfra");
    }
    return infra;
  }

  static void current(@Nullable TestInfra infra) {
    current = infra;
  }

  /// Whether the servers are embedded ones (false: containers).
  public boolean isEmbedded() {
    return servers instanceof EmbeddedServers;
  }

  /// The address, host:port, of a broker that other test classes use too: each test takes a prefix
  /// of its own for topics, groups and transactional ids.
  public String bootstrapServers() {
    return servers.sharedBroker().bootstrapServers();
  }

  /// The address of a broker that only this class sees, for systems with the usual prefix.
  public synchronized String ownBroker() {
    Servers.Broker running = own;
    if (running == null) {
      running = servers.startBroker();
      own = running;
    }
    return running.bootstrapServers();
  }

  /// A new, empty database at each call.
  public TestDatabase database() {
    return servers.database(nextName(), null);
  }

  /// A new database at each call, with what `fill` puts into one. That is done once a JVM for each
  /// `kind`, and copied from then on; `fill` closes its connections.
  public TestDatabase database(String kind, Consumer<TestDatabase> fill) {
    String template =
        TEMPLATES.computeIfAbsent(
            new Template(servers, kind),
            _ -> {
              String name = nextName();
              fill.accept(servers.database(name, null));
              return name;
            });
    return servers.database(nextName(), template);
  }

  private static String nextName() {
    return "test_" + DATABASES.incrementAndGet();
  }

  /// What names a database that is copied.
  private record Template(Servers servers, String kind) {}

  synchronized void close() {
    if (own != null) {
      own.close();
      own = null;
    }
  }
}
