package dev.playloop.broker;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Function;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.jspecify.annotations.Nullable;

/// One combined broker and controller on loopback, on free ports. With the same folder it comes
/// back with its topics and, by the ports kept in the folder, at the same address where that is
/// still free. Closed by the thread that started it. One that was killed needs a second more; see
/// [Fencing].
public final class EmbeddedBroker implements AutoCloseable {
  private final KafkaRaftServer server;
  private final BrokerPorts ports;
  private final Path dir;

  private EmbeddedBroker(KafkaRaftServer server, BrokerPorts ports, Path dir) {
    this.server = server;
    this.ports = ports;
    this.dir = dir;
  }

  /// One of several.
  ///
  /// @param cluster what all of them are formatted with, a Kafka UUID in its text form
  public record Node(int id, String cluster) {}

  public static EmbeddedBroker start(Path dir) {
    return start(dir, Map.of());
  }

  /// Starts a broker that keeps its log in `dir`; `overrides` are broker properties.
  public static EmbeddedBroker start(Path dir, Map<String, String> overrides) {
    return start(dir, _ -> overrides);
  }

  /// Starts one of several brokers, whose quorum and listeners `overrides` name. Was it killed,
  /// then the others have fenced it, or will.
  public static EmbeddedBroker start(Path dir, Node node, Map<String, String> overrides) {
    return start(dir, node, _ -> overrides);
  }

  static EmbeddedBroker start(Path dir, Function<BrokerPorts, Map<String, String>> overrides) {
    return start(dir, null, overrides);
  }

  /// @param node null where it is the only one
  private static EmbeddedBroker start(
      Path dir, @Nullable Node node, Function<BrokerPorts, Map<String, String>> overrides) {
    int id = node == null ? 1 : node.id();
    try {
      Files.createDirectories(dir);
      BrokerPorts ports = BrokerPorts.in(dir);
      Properties config = config(dir, ports.broker(), ports.controller());
      config.put("node.id", String.valueOf(id));
      config.putAll(overrides.apply(ports));
      if (!Files.exists(dir.resolve("meta.properties"))) {
        Formatter formatter = new Formatter();
        formatter
            .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false, UTF_8))
            .setClusterId(node == null ? Uuid.randomUuid().toString() : node.cluster())
            .setNodeId(id)
            .setDirectories(List.of(dir.toString()))
            .setControllerListenerName("CONTROLLER")
            .setMetadataLogDirectory(dir.toString());
        formatter.run();
      }
      if (node == null && Fencing.isNeeded(dir)) {
        Fencing.run(config);
      }
      KafkaRaftServer server = new KafkaRaftServer(new KafkaConfig(config), Time.SYSTEM);
      server.startup();
      return new EmbeddedBroker(server, ports, dir);
    } catch (IOException e) {
      throw new UncheckedIOException("can't use the broker folder " + dir, e);
    } catch (Exception e) { // what Kafka declares
      throw new IllegalStateException("the embedded broker did not start in " + dir, e);
    }
  }

  /// Whether a broker runs in the folder, in whatever process: it holds a lock while it does.
  public static boolean isInUse(Path dir) throws IOException {
    Path lock = dir.resolve(".lock");
    if (!Files.exists(lock)) {
      return false;
    }
    try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE);
        FileLock held = channel.tryLock()) {
      return held == null;
    } catch (OverlappingFileLockException e) {
      return true;
    }
  }

  public String bootstrapServers() {
    return "127.0.0.1:" + ports.broker();
  }

  BrokerPorts ports() {
    return ports;
  }

  /// Where the log segments lie.
  public Path dir() {
    return dir;
  }

  @Override
  public void close() {
    server.shutdown();
    server.awaitShutdown();
  }

  private static Properties config(Path dir, int port, int controllerPort) {
    Properties p = new Properties();
    p.put("process.roles", "broker,controller");
    p.put("controller.quorum.voters", "1@127.0.0.1:" + controllerPort);
    p.put(
        "listeners", "PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controllerPort);
    p.put("advertised.listeners", "PLAINTEXT://127.0.0.1:" + port);
    p.put("controller.listener.names", "CONTROLLER");
    p.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
    p.put("log.dirs", dir.toString());
    p.put("auto.create.topics.enable", "false");
    p.put("offsets.topic.replication.factor", "1");
    p.put("offsets.topic.num.partitions", "4");
    p.put("transaction.state.log.replication.factor", "1");
    p.put("transaction.state.log.min.isr", "1");
    p.put("transaction.state.log.num.partitions", "4");
    p.put("share.coordinator.state.topic.replication.factor", "1");
    p.put("share.coordinator.state.topic.min.isr", "1");
    p.put("group.initial.rebalance.delay.ms", "0");
    p.put("message.max.bytes", String.valueOf(5 * 1024 * 1024));
    p.put("replica.fetch.max.bytes", String.valueOf(5 * 1024 * 1024));
    // The defaults are 8 and 3, for a machine that does nothing else: on few cores most of them
    // wake each other.
    int cores = Runtime.getRuntime().availableProcessors();
    p.put("num.io.threads", String.valueOf(Math.clamp(cores, 2, 8)));
    p.put("num.network.threads", String.valueOf(Math.clamp(cores, 2, 3)));
    // 600,000 keys at a time; the default takes 128 MiB for ever, for logs of whole clusters.
    p.put("log.cleaner.dedupe.buffer.size", String.valueOf(16 * 1024 * 1024));
    // Index files are preallocated at this size: 10 MB each by default, for hundreds of segments.
    p.put("log.index.size.max.bytes", String.valueOf(1024 * 1024));
    return p;
  }
}
