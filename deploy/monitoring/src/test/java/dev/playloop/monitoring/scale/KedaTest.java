package dev.playloop.monitoring.scale;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.monitoring.Folder;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// What the ScaledObject of `deploy/kubernetes` asks is the second half of [ScaleRule].
class KedaTest {
  @Test
  void itComesDownAsSlowlyAsTheFunction() throws IOException {
    JsonNode spec = Folder.yaml("../kubernetes/components/keda/reasoner.yaml").path("spec");
    JsonNode behavior =
        spec.path("advanced").path("horizontalPodAutoscalerConfig").path("behavior");

    JsonNode down = behavior.path("scaleDown");
    assertThat(down.path("stabilizationWindowSeconds").asLong())
        .isEqualTo(ScaleRule.PATIENCE.toSeconds());
    assertThat(down.path("policies")).hasSize(1);
    assertThat(down.path("policies").path(0).path("type").asString()).isEqualTo("Pods");
    assertThat(down.path("policies").path(0).path("value").asInt()).isEqualTo(1);
    assertThat(down.path("policies").path(0).path("periodSeconds").asLong())
        .isEqualTo(ScaleRule.PATIENCE.toSeconds());
    assertThat(behavior.path("scaleUp").path("stabilizationWindowSeconds").asInt(-1)).isZero();
    assertThat(behavior.path("scaleUp").path("policies").path(0).path("value").asInt())
        .as("up at once")
        .isEqualTo(spec.path("maxReplicaCount").asInt());
  }

  @Test
  void itAsksForTheRuleAndTakesNoSilenceForAnAnswer() throws IOException {
    JsonNode spec = Folder.yaml("../kubernetes/components/keda/reasoner.yaml").path("spec");
    JsonNode asked = spec.path("triggers").path(0).path("metadata");

    assertThat(spec.path("triggers")).hasSize(1);
    assertThat(spec.path("triggers").path(0).path("metricType").asString())
        .as("the total, divided by the threshold")
        .isEqualTo("AverageValue");
    assertThat(asked.path("query").asString()).startsWith("playloop:reasoner:wanted_replicas{");
    assertThat(asked.path("threshold").asString()).isEqualTo("1");
    assertThat(asked.path("ignoreNullValues").asString()).isEqualTo("false");
    assertThat(spec.path("fallback").path("behavior").asString()).isEqualTo("currentReplicas");
  }
}
