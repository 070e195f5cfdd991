package dev.playloop.broker;

import com.yammer.metrics.core.Gauge;
import com.yammer.metrics.core.MetricName;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.server.metrics.KafkaYammerMetrics;

/// Tells the metadata of a broker that was killed that it is gone, before it is started again.
///
/// Its registration outlives it. A broker that starts while that still holds takes up its
/// transactions, can't finish them because its own port is not open yet, and then is fenced because
/// the old session ends; in that moment every partition is without a leader, and the coordinator
/// takes them for deleted: it calls a transaction complete of which no partition was told. Its
/// records, and all that comes behind them, stay unreadable for good. (Kafka 4.3.1, found by the
/// crash suite.) Fenced before it starts, it takes up its transactions only when it can finish
/// them, and need not wait for the end of the old session.
final class Fencing {
  private static final String CLEAN = ".kafka_cleanshutdown";
  private static final String SESSION_MILLIS = "1000";
  private static final int PATIENCE_SECONDS = 30;

  private Fencing() {}

  /// Whether the broker of this folder has run, and was not shut down.
  static boolean isNeeded(Path dir) {
    return Files.exists(dir.resolve("__cluster_metadata-0")) && !Files.exists(dir.resolve(CLEAN));
  }

  /// Runs the controller alone until it has fenced the broker. `combined` is the configuration of
  /// both.
  static void run(Properties combined) throws InterruptedException {
    KafkaRaftServer controller =
        new KafkaRaftServer(new KafkaConfig(controllerOnly(combined)), Time.SYSTEM);
    controller.startup();
    try {
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
      while (fencedBrokers() < 1) {
        if (System.nanoTime() > deadline) {
          throw new IllegalStateException(
              "the controller did not fence the killed broker in " + PATIENCE_SECONDS + " s");
        }
        TimeUnit.MILLISECONDS.sleep(20);
      }
    } finally {
      controller.shutdown();
      controller.awaitShutdown();
    }
  }

  private static Properties controllerOnly(Properties combined) {
    Properties config = new Properties();
    config.putAll(combined);
    String quorum = combined.getProperty("controller.quorum.voters");
    config.put("process.roles", "controller");
    config.put("listeners", "CONTROLLER://" + quorum.substring(quorum.indexOf('@') + 1));
    config.remove("advertised.listeners");
    config.remove("inter.broker.listener.name");
    config.put("broker.session.timeout.ms", SESSION_MILLIS);
    return config;
  }

  private static int fencedBrokers() {
    for (Map.Entry<MetricName, com.yammer.metrics.core.Metric> metric :
        KafkaYammerMetrics.defaultRegistry().allMetrics().entrySet()) {
      if (metric.getKey().getName().equals("FencedBrokerCount")
          && metric.getValue() instanceof Gauge<?> gauge
          && gauge.value() instanceof Integer count) {
        return count;
      }
    }
    return 0;
  }
}
