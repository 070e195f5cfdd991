package dev.playloop.manifests;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscalerBehavior;
import java.util.List;
import java.util.Map;

/// Kinds that no library here has, with the fields that we use and no others. Whoever needs one
/// more looks it up in that project's reference first.
final class ForeignKinds {
  private ForeignKinds() {}

  /// `keda.sh/v1alpha1`, as KEDA 2.18 documents it.
  record ScaledObject(String apiVersion, String kind, ObjectMeta metadata, Scaling spec) {
    record Scaling(
        Target scaleTargetRef,
        int pollingInterval,
        int minReplicaCount,
        int maxReplicaCount,
        Fallback fallback,
        Advanced advanced,
        List<ScaleTrigger> triggers) {}

    record Target(String apiVersion, String kind, String name) {}

    record Fallback(int failureThreshold, int replicas, String behavior) {}

    record Advanced(Autoscaler horizontalPodAutoscalerConfig) {}

    record Autoscaler(HorizontalPodAutoscalerBehavior behavior) {}

    record ScaleTrigger(String type, String metricType, PrometheusQuery metadata) {}

    record PrometheusQuery(
        String serverAddress, String query, String threshold, String ignoreNullValues) {}
  }

  /// `monitoring.coreos.com/v1`
  record PodMonitor(String apiVersion, String kind, ObjectMeta metadata, Monitoring spec) {
    record Monitoring(
        Namespaces namespaceSelector,
        LabelSelector selector,
        List<String> podTargetLabels,
        List<MetricsPort> podMetricsEndpoints) {}

    record Namespaces(List<String> matchNames) {}

    record MetricsPort(String port, String interval) {}
  }

  /// `monitoring.coreos.com/v1`
  record PrometheusRule(String apiVersion, String kind, ObjectMeta metadata, Alerting spec) {
    record Alerting(List<AlertGroup> groups) {}

    record AlertGroup(String name, String interval, List<Alert> rules) {}

    /// An alert, or a recording rule.
    record Alert(
        String alert,
        String record,
        String expr,
        @JsonProperty("for") String lasting,
        Map<String, String> labels,
        Map<String, String> annotations) {}
  }

  /// `kustomize.config.k8s.io`, kinds Kustomization and Component.
  record Kustomization(
      String apiVersion,
      String kind,
      String namespace,
      String nameSuffix,
      List<String> resources,
      List<String> components,
      List<Patch> patches,
      List<Labels> labels,
      List<Image> images,
      List<ConfigMapArgs> configMapGenerator) {
    record Patch(String path, String patch, PatchTarget target) {}

    record PatchTarget(String kind, String name, String labelSelector) {}

    record Labels(Map<String, String> pairs, boolean includeSelectors) {}

    record Image(String name, String newName, String newTag) {}

    record ConfigMapArgs(
        String name,
        String namespace,
        List<String> files,
        List<String> envs,
        GeneratorOptions options) {}

    record GeneratorOptions(Map<String, String> labels) {}
  }

  /// One change of a JSON patch (RFC 6902).
  record Operation(String op, String path, JsonNode value) {}
}
