package dev.playloop.projector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.settings.InvalidSettingException;
import dev.playloop.settings.Settings;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProjectorSettingsTest {
  @Test
  void controlsAreToBeSignedUnlessItIsSaidThatAnyCount() {
    assertThat(ProjectorSettings.local(Path.of("p")).signedControls()).isTrue();
    assertThat(ProjectorSettings.cluster(Path.of("p")).signedControls()).isTrue();
    assertThat(told(Map.of()).signedControls()).isTrue();
    assertThat(told(Map.of("PLAYLOOP_CONTROLS", "any")).signedControls()).isFalse();
    assertThatThrownBy(() -> told(Map.of("PLAYLOOP_CONTROLS", "none")))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage("PLAYLOOP_CONTROLS: expected signed or any, got 'none'");
  }

  private static ProjectorSettings told(Map<String, String> environment) {
    return ProjectorSettings.local(Path.of("p"))
        .told(Settings.read(ProjectorSettings.keys(), environment, null));
  }
}
