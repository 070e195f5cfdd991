package dev.playloop.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class InfraModeTest {
  @Test
  void embeddedIsWhatOneGetsWithoutAsking() {
    assertThat(InfraMode.read("")).isEqualTo(InfraMode.EMBEDDED);
    assertThat(InfraMode.EMBEDDED.choose(true).containers()).isFalse();
  }

  @Test
  void containersWithoutAnEngineFail() {
    assertThatThrownBy(() -> InfraMode.CONTAINERS.choose(false))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("no container engine answers")
        .hasMessageContaining("deploy/proving/testkit/containers/engine");
    assertThat(InfraMode.CONTAINERS.choose(true).containers()).isTrue();
  }

  @Test
  void autoSaysWhichAndWhy() {
    assertThat(InfraMode.AUTO.choose(true))
        .isEqualTo(new InfraMode.Choice(true, "auto: an engine answers"));
    assertThat(InfraMode.AUTO.choose(false))
        .isEqualTo(new InfraMode.Choice(false, "auto: no engine answers"));
  }

  @Test
  void anotherWordIsRefused() {
    assertThatThrownBy(() -> InfraMode.read("docker"))
        .hasMessage("-Dinfra=docker: expected embedded, containers or auto");
  }
}
