package dev.playloop.launcher.example;

import dev.playloop.journal.ChainHead;
import dev.playloop.journal.Desk;
import dev.playloop.journal.JournalVerifier;
import dev.playloop.journal.Refold;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.Telemetry;
import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.launcher.InstalledWorlds;
import dev.playloop.launcher.LocalSystem;
import dev.playloop.launcher.Working;
import dev.playloop.launcher.watch.Paint;
import dev.playloop.launcher.watch.StepPrinter;
import dev.playloop.loop.state.LoopPolicy;
import dev.playloop.schemas.event.LoopEvent.ActionTaken;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.journal.JournalEntry;
import dev.playloop.schemas.topic.JournalHeaders;
import dev.playloop.testkit.TestInfra;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/// The society's example, played once on a system of its own, with all that it told while it ran.
/// Closed with the system.
final class PlayedSociety implements AutoCloseable {
  final StringWriter progress = new StringWriter();
  final StringWriter lines = new StringWriter();
  final InMemorySpanExporter spans = InMemorySpanExporter.create();
  final Example example = Example.load("society");
  final LocalSystem system;
  final ExampleRun.Outcome outcome;

  private PlayedSociety(TestInfra infra) throws InterruptedException {
    OpenTelemetrySdk telemetry =
        OpenTelemetrySdk.builder()
            .setTracerProvider(
                SdkTracerProvider.builder()
                    .addSpanProcessor(SimpleSpanProcessor.create(spans))
                    .build())
            .build();
    system =
        LocalSystem.start(
            Working.options(infra)
                .withRehearsal(example.rehearsal())
                .withTelemetry(Telemetry.of(telemetry)));
    ExampleRun.prepare(example, system);
    StepPrinter printer = new StepPrinter(new PrintWriter(progress), Paint.NONE);
    JsonLines json = new JsonLines(new PrintWriter(lines));
    outcome =
        ExampleRun.play(
            example,
            system,
            step -> {
              printer.print(step);
              json.print(step);
            });
    json.summary(outcome.report(), outcome.differences().size(), outcome.counts());
  }

  static PlayedSociety on(TestInfra infra) throws InterruptedException {
    return new PlayedSociety(infra);
  }

  List<String> toolsOf(String trigger) {
    return outcome.report().runOf(trigger).orElseThrow().closed().actions().stream()
        .map(ActionTaken::tool)
        .toList();
  }

  /// An agent's journal, as it lies in the topic.
  List<JournalEntry> entries(AgentId agent) {
    KafkaSettings kafka = system.kafka();
    List<JournalEntry> entries = new ArrayList<>();
    try (TopicReader tail =
        TopicReading.of(kafka, kafka.topics().journal()).prompt().fromBeginning()) {
      for (ConsumerRecord<byte[], byte[]> record : tail.toEnd()) {
        if (new String(record.key(), StandardCharsets.UTF_8).equals(agent.value())) {
          entries.add(JournalHeaders.read(record.headers(), record.value()));
        }
      }
    }
    return entries;
  }

  /// What a verifier says of an agent whose journal is these entries.
  static JournalVerifier.Report verify(AgentId agent, List<JournalEntry> entries) {
    LoopPolicy policy = LoopPolicy.DEFAULT;
    var worlds = InstalledWorlds.worlds();
    Refold refold = new Refold(Desk.of(policy, worlds));
    return new JournalVerifier(refold).verify(agent, entries, ChainHead.START, null);
  }

  @Override
  public void close() {
    system.close();
  }
}
