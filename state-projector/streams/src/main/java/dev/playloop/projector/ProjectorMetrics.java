package dev.playloop.projector;

import dev.playloop.kit.Instruments;
import dev.playloop.kit.Telemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.metrics.ObservableDoubleMeasurement;
import io.opentelemetry.api.metrics.ObservableLongMeasurement;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// What one projector holds, as OpenTelemetry gauges read when they are collected: its tasks and
/// their standbys, whether something keeps it from its work, and the disk that its stores lie on.
final class ProjectorMetrics implements AutoCloseable {
  private static final String SCHEMA = "https://opentelemetry.io/schemas/1.41.1";
  private static final AttributeKey<String> APPLICATION = AttributeKey.stringKey("application");
  private static final AttributeKey<String> KIND = AttributeKey.stringKey("playloop.task.kind");

  private final Path stateDir;
  private final List<Application> applications;
  private final Instruments instruments = new Instruments();

  ProjectorMetrics(
      Telemetry telemetry, ProjectorSettings settings, List<Application> applications) {
    this.stateDir = settings.stateDir();
    this.applications = List.copyOf(applications);
    Meter meter = telemetry.meter("dev.playloop.projector", SCHEMA);
    instruments.add(
        meter
            .upDownCounterBuilder("playloop.projector.tasks")
            .setUnit("{task}")
            .buildWithCallback(this::tellTasks));
    instruments.add(
        meter
            .upDownCounterBuilder("playloop.projector.problem")
            .setUnit("{application}")
            .buildWithCallback(this::tellProblems));
    instruments.add(
        meter
            .gaugeBuilder("playloop.projector.standbys")
            .setUnit("{copy}")
            .buildWithCallback(sink -> sink.record(settings.standbys())));
    instruments.add(
        meter
            .gaugeBuilder("playloop.projector.disk.free")
            .setUnit("By")
            .buildWithCallback(sink -> tellDisk(sink, FileStore::getUsableSpace)));
    instruments.add(
        meter
            .gaugeBuilder("playloop.projector.disk.size")
            .setUnit("By")
            .buildWithCallback(sink -> tellDisk(sink, FileStore::getTotalSpace)));
  }

  private void tellTasks(ObservableLongMeasurement sink) {
    for (Application application : applications) {
      Application.Tasks tasks = application.tasks();
      sink.record(tasks.active(), Attributes.of(APPLICATION, application.name(), KIND, "active"));
      sink.record(tasks.standby(), Attributes.of(APPLICATION, application.name(), KIND, "standby"));
    }
  }

  private void tellProblems(ObservableLongMeasurement sink) {
    for (Application application : applications) {
      sink.record(
          application.problem() == null ? 0 : 1, Attributes.of(APPLICATION, application.name()));
    }
  }

  private interface Asked {
    long of(FileStore disk) throws IOException;
  }

  private void tellDisk(ObservableDoubleMeasurement sink, Asked what) {
    try {
      sink.record((double) what.of(Files.getFileStore(stateDir)));
    } catch (IOException e) {
      // The folder is not there yet, or is being made anew: the next scrape tells.
    }
  }

  @Override
  public void close() {
    instruments.close();
  }
}
