package dev.playloop.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import dev.playloop.broker.EmbeddedBroker;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.TopicAdmin;
import dev.playloop.launcher.InstalledWorlds;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.EmbeddedOnly;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/// `./playloop worker reasoner` against a broker that is not there yet.
@EmbeddedOnly("its broker is not there at first")
class WorkerStartTest {
  @TempDir private Path folder;

  @Test
  void aWorkerThatStartsWithoutABrokerSaysSoWaitsAndThenRuns()
      throws InterruptedException, IOException {
    Path config = folder.resolve("cluster.properties");
    Files.writeString(
        config,
        "playloop.bootstrap=%s%nplayloop.partitions=2%n".formatted(addressOfAStoppedBroker()));
    List<String> log = new CopyOnWriteArrayList<>();
    AtomicInteger code = new AtomicInteger(-1);
    Logger ours = (Logger) LoggerFactory.getLogger("dev.playloop");
    Lines lines = new Lines(log);
    lines.start();
    ours.addAppender(lines);
    Thread worker =
        new Thread(() ->
            code.set(
                Playloop.commandLine()
                    .setOut(new PrintWriter(new StringWriter()))
                    .setErr(new PrintWriter(new StringWriter()))
                    .execute("worker", "reasoner", "--config", config.toString())));
    worker.start();

    assertThat(said(log, "waiting for Kafka")).isTrue();
    try (EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("broker"))) {
      assertThat(said(log, "running")).as("running on %s", broker.bootstrapServers()).isTrue();
      worker.interrupt();
      worker.join(Duration.ofSeconds(30));
    } finally {
      ours.detachAppender(lines);
    }

    assertThat(code).hasValue(0);
    assertThat(log).contains("stopped");
  }

  /// A broker in this folder comes back at the same address; its topics are made before.
  private String addressOfAStoppedBroker() throws InterruptedException {
    try (EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("broker"))) {
      Topics topics = new Topics(Topics.DEFAULT_PREFIX, 2);
      try (TopicAdmin admin =
          TopicAdmin.connect(KafkaSettings.of(broker.bootstrapServers(), topics))) {
        admin.create(topics.all(InstalledWorlds.groups()), Duration.ofSeconds(30));
      }
      return broker.bootstrapServers();
    }
  }

  private static boolean said(List<String> log, String text) {
    return Await.until(() -> log.stream().anyMatch(line -> line.contains(text)), found -> found);
  }

  private static final class Lines extends AppenderBase<ILoggingEvent> {
    private final List<String> log;

    Lines(List<String> log) {
      this.log = log;
    }

    @Override
    protected void append(ILoggingEvent event) {
      log.add(event.getFormattedMessage());
    }
  }
}
