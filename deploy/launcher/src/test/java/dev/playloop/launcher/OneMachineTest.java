package dev.playloop.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.broker.Flush;
import dev.playloop.executor.ExecutorSettings;
import dev.playloop.projector.ProjectorSettings;
import dev.playloop.settings.InvalidSettingException;
import dev.playloop.settings.Settings;
import dev.playloop.testkit.EmbeddedOnly;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What `run` and `up` make of each setting that was made for a cluster.
@EmbeddedOnly("refuses before any server is started")
class OneMachineTest {
  @ParameterizedTest
  @CsvSource({
    "PLAYLOOP_BOOTSTRAP, 127.0.0.1:9092",
    "PLAYLOOP_PREFIX, mine.",
    "PLAYLOOP_PARTITIONS, 12",
    "PLAYLOOP_INSTANCE, pod-0",
    "PLAYLOOP_HEALTH_HOST, 0.0.0.0",
    "PLAYLOOP_HEALTH_PORT, 8081",
    "PLAYLOOP_PROJECTOR_STANDBYS, 1"
  })
  void refusesWhatOnlyAClusterHas(String name, String value) {
    Settings settings = told(Map.of(name, value));

    assertThatThrownBy(() -> OneMachine.options(settings, null, null))
        .isInstanceOf(UserProblem.class)
        .hasMessageContaining(name);
    assertThatThrownBy(() -> LocalSystem.start(LocalOptions.of(settings)).close())
        .as("whoever starts it")
        .isInstanceOf(UserProblem.class)
        .hasMessageContaining(name);
  }

  @Test
  void refusesPropertiesOfKafkasClients(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("cluster.properties");
    Files.writeString(file, "security.protocol=SSL\n");

    assertThatThrownBy(() -> OneMachine.options(AllSettings.read(Map.of(), file), null, null))
        .isInstanceOf(UserProblem.class)
        .hasMessageContaining("security.protocol");
  }

  @Test
  void keepsItsDataWhereTheSettingsSayUnlessTheCommandLineSays() {
    Settings settings = told(Map.of("PLAYLOOP_DATA", "told"));

    assertThat(OneMachine.options(settings, null, null).data()).isEqualTo(Path.of("told"));
    assertThat(OneMachine.options(settings, Path.of("said"), null).data())
        .isEqualTo(Path.of("said"));
    assertThat(OneMachine.options(told(Map.of()), null, null).data()).as("temporary").isNull();
  }

  @Test
  void asksTheModelOfTheSettingsUnlessTheCommandLineNamesOne() {
    Settings settings = told(Map.of("PLAYLOOP_MODEL_URL", "http://127.0.0.1:1/v1"));
    URI said = URI.create("http://127.0.0.1:2/v1");

    assertThat(OneMachine.options(settings, null, null).model())
        .isEqualTo(URI.create("http://127.0.0.1:1/v1"));
    assertThat(OneMachine.options(settings, null, said).model()).isEqualTo(said);
    assertThat(OneMachine.options(told(Map.of()), null, null).model()).isNull();
  }

  @Test
  void tellsTheProjectorWhatWasSet() {
    ProjectorSettings projector =
        ProjectorSettings.local(Path.of("p"))
            .told(
                told(
                    Map.of(
                        "PLAYLOOP_PROJECTOR_COMMIT_INTERVAL", "70ms",
                        "PLAYLOOP_PROJECTOR_POLL", "30ms",
                        "PLAYLOOP_PROJECTOR_THREADS", "3")));

    assertThat(projector.commitInterval()).isEqualTo(Duration.ofMillis(70));
    assertThat(projector.poll()).isEqualTo(Duration.ofMillis(30));
    assertThat(projector.threads()).isEqualTo(3);
    assertThat(projector.standbys()).isZero();
    assertThat(ProjectorSettings.local(Path.of("p")).told(told(Map.of())))
        .as("where nothing is set it is as before")
        .isEqualTo(ProjectorSettings.local(Path.of("p")));
  }

  @Test
  void tellsTheExecutorWhatWasSet() {
    ExecutorSettings executor =
        ExecutorSettings.from(
            told(
                Map.of(
                    "PLAYLOOP_EXECUTOR_MAX_IN_FLIGHT", "7",
                    "PLAYLOOP_EXECUTOR_REST_AFTER_OUTAGE", "2s",
                    "PLAYLOOP_EXECUTOR_LONGEST_NOT_AFTER", "2h")));

    assertThat(executor.maxInFlight()).isEqualTo(7);
    assertThat(executor.restAfterOutage()).isEqualTo(Duration.ofSeconds(2));
    assertThat(executor.longestNotAfter()).isEqualTo(Duration.ofHours(2));
    ExecutorSettings standard = ExecutorSettings.standard();
    assertThat(
            ExecutorSettings.from(told(Map.of()))
                .withClock(standard.clock())
                .withFolder(Path.of("e")))
        .as("where nothing is set it is as before")
        .isEqualTo(standard.withFolder(Path.of("e")));
  }

  @ParameterizedTest
  @CsvSource({
    "PLAYLOOP_EXECUTOR_MAX_IN_FLIGHT, 0",
    "PLAYLOOP_EXECUTOR_REST_AFTER_OUTAGE, 6s",
    "PLAYLOOP_EXECUTOR_LONGEST_NOT_AFTER, 2d"
  })
  void refusesAnExecutorBeyondItsBounds(String name, String value) {
    assertThatThrownBy(() -> ExecutorSettings.from(told(Map.of(name, value))))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining(name);
  }

  @Test
  void theBrokerFlushesAsItIsTold() {
    assertThat(AllSettings.flush(told(Map.of()))).isEqualTo(Flush.BY_SYSTEM);
    assertThat(AllSettings.flush(told(Map.of("PLAYLOOP_BROKER_FLUSH", "append"))))
        .isEqualTo(Flush.EACH_APPEND);
    assertThatThrownBy(() -> AllSettings.flush(told(Map.of("PLAYLOOP_BROKER_FLUSH", "always"))))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage("PLAYLOOP_BROKER_FLUSH must be system or append, not 'always'");
  }

  @ParameterizedTest
  @CsvSource({"playloop.heap=2g, PLAYLOOP_HEAP", "playloop.model.key=k, PLAYLOOP_MODEL_KEY"})
  void refusesInAFileWhatIsTakenFromTheEnvironment(String line, String name, @TempDir Path folder)
      throws Exception {
    Path file = folder.resolve("my.properties");
    Files.writeString(file, line + "\n");

    assertThatThrownBy(() -> AllSettings.read(Map.of(), file))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining(name);
    assertThat(AllSettings.read(Map.of(name, "1g"), file).toString()).contains(name);
  }

  private static Settings told(Map<String, String> environment) {
    return AllSettings.read(environment, null);
  }
}
