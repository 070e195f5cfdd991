package dev.playloop.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Variables and file in, typed values out.
final class SettingsTest {
  private static final SettingKey PORT = SettingKey.of("PLAYLOOP_HTTP_PORT", "8080", "HTTP port");
  private static final SettingKey TOKEN = SettingKey.secret("PLAYLOOP_HTTP_TOKEN", "HTTP token");
  private static final SettingKey GRACE = SettingKey.of("PLAYLOOP_GRACE", "5s", "a grace");
  private static final SettingKey LOUD = SettingKey.of("PLAYLOOP_LOUD", "false", "a flag");
  private static final List<SettingKey> KEYS = List.of(PORT, TOKEN, GRACE, LOUD);

  @TempDir Path dir;

  @Test
  void takesVariablesOverFileOverDefaults() throws IOException {
    Path file = dir.resolve("playloop.properties");
    Files.writeString(
        file,
        """
        playloop.http.port=9000
        playloop.grace=250ms
        security.protocol=SASL_SSL
        sasl.jaas.config=very secret
        """);

    Settings settings = Settings.read(KEYS, Map.of("PLAYLOOP_HTTP_PORT", "9001"), file);

    assertThat(settings.number(PORT, 1, 65_535)).isEqualTo(9001);
    assertThat(settings.duration(GRACE)).isEqualTo(Duration.ofMillis(250));
    assertThat(settings.flag(LOUD)).isFalse();
    assertThat(settings.optional(TOKEN)).isEmpty();
    assertThat(settings.clientProperties()).containsEntry("security.protocol", "SASL_SSL");
  }

  @Test
  void refusesAnUnknownVariableAndNamesTheNearest() {
    assertThatThrownBy(() -> Settings.read(KEYS, Map.of("PLAYLOOP_HTTP_PROT", "1"), null))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage(
            "unknown environment variable PLAYLOOP_HTTP_PROT; did you mean PLAYLOOP_HTTP_PORT?");
  }

  @Test
  void refusesAnUnknownNameInTheFile() throws IOException {
    Path file = Files.writeString(dir.resolve("a.properties"), "playloop.http.prt=1\n");

    assertThatThrownBy(() -> Settings.read(KEYS, Map.of(), file))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("playloop.http.prt")
        .hasMessageEndingWith("did you mean playloop.http.port?");
  }

  @Test
  void leavesVariablesOfOthersAlone() {
    Settings settings =
        Settings.read(KEYS, Map.of("HOME", "/root", "OTEL_SERVICE_NAME", "x"), null);

    assertThat(settings.number(PORT, 1, 65_535)).isEqualTo(8080);
  }

  @Test
  void namesSettingAndExpectationWhereAValueIsWrong() {
    Settings settings = Settings.read(KEYS, Map.of("PLAYLOOP_HTTP_PORT", "http"), null);

    assertThatThrownBy(() -> settings.number(PORT, 1, 65_535))
        .hasMessage("PLAYLOOP_HTTP_PORT must be a whole number from 1 to 65535, not 'http'");
    assertThatThrownBy(() -> settings.text(TOKEN))
        .hasMessage("PLAYLOOP_HTTP_TOKEN must be set: HTTP token");
  }

  @Test
  void masksSecretsWhenPrinted() throws IOException {
    Path file = Files.writeString(dir.resolve("b.properties"), "ssl.key.password=hidden1\n");

    String printed = Settings.read(KEYS, Map.of("PLAYLOOP_HTTP_TOKEN", "hidden2"), file).toString();

    assertThat(printed)
        .contains("PLAYLOOP_HTTP_TOKEN=***", "ssl.key.password=***", "PLAYLOOP_HTTP_PORT=8080")
        .doesNotContain("hidden");
  }

  @ParameterizedTest
  @CsvSource({"250ms,PT0.25S", "5s,PT5S", "2m,PT2M", "1h,PT1H", "3d,PT72H", "PT1.5S,PT1.5S"})
  void readsDurations(String text, Duration expected) {
    Settings settings = Settings.read(KEYS, Map.of("PLAYLOOP_GRACE", text), null);

    assertThat(settings.duration(GRACE)).isEqualTo(expected);
  }

  @Test
  void aDurationThatKafkaCantCountIsRefused() {
    Settings settings = Settings.read(KEYS, Map.of("PLAYLOOP_GRACE", "30d"), null);

    assertThatThrownBy(() -> settings.duration(GRACE))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage("PLAYLOOP_GRACE must be a duration of at most 24d, not '30d'");
  }

  @Test
  void aPathThatIsNoneIsRefused() {
    Settings settings = Settings.read(KEYS, Map.of("PLAYLOOP_GRACE", "a\0b"), null);

    assertThatThrownBy(() -> settings.path(GRACE)).hasMessageContaining("PLAYLOOP_GRACE must be");
  }

  @Test
  void aBackslashThatIsNoEscapeIsRefusedWithTheFile() throws IOException {
    Path file = Files.writeString(dir.resolve("c.properties"), "playloop.grace=C:\\users\n");

    assertThatThrownBy(() -> Settings.read(KEYS, Map.of(), file))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("c.properties")
        .hasMessageContaining("\\u");
  }

  @Test
  void rendersTheTableOfSettings() {
    assertThat(SettingKey.table(List.of(PORT, TOKEN)))
        .isEqualTo(
            """
            | setting | default | what it does |
            |---|---|---|
            | `PLAYLOOP_HTTP_PORT` | `8080` | HTTP port |
            | `PLAYLOOP_HTTP_TOKEN` |  | HTTP token (secret) |
            """);
  }
}
