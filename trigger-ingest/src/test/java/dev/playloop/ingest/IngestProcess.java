package dev.playloop.ingest;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.RoleContext;
import dev.playloop.schemas.topic.Topics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/// An ingest process of its own, which a test can kill.
final class IngestProcess {
  private IngestProcess() {}

  static Process start(KafkaSettings kafka, int rows, int batch, Path log) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-cp",
            System.getProperty("java.class.path"),
            IngestProcess.class.getName(),
            String.valueOf(kafka.client().get("bootstrap.servers")),
            kafka.topics().prefix(),
            String.valueOf(rows),
            String.valueOf(batch))
        .redirectErrorStream(true)
        .redirectOutput(log.toFile())
        .start();
  }

  public static void main(String[] args) throws InterruptedException {
    IngestRole.of(
            IngestSettings.local(),
            List.of(
                new Outbox(
                    Integer.parseInt(args[2]), Integer.parseInt(args[3]), new AtomicInteger())))
        .start(RoleContext.of(KafkaSettings.of(args[0], new Topics(args[1], 4))));
    new CountDownLatch(1).await();
  }
}
