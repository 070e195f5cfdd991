package dev.playloop.manifests;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.deser.BeanDeserializerBuilder;
import com.fasterxml.jackson.databind.deser.BeanDeserializerModifier;
import com.fasterxml.jackson.databind.deser.DeserializationProblemHandler;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.strimzi.api.kafka.model.kafka.Kafka;
import io.strimzi.api.kafka.model.nodepool.KafkaNodePool;
import io.strimzi.api.kafka.model.topic.KafkaTopic;
import io.strimzi.api.kafka.model.user.KafkaUser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Reads an object into its kind's type and tells every field that the type does not have, wherever
/// it stands. The types themselves take such a field silently: that a cluster prunes it, and that
/// somebody misspelt it, would show only there.
final class StrictKinds {
  private static final String KUSTOMIZE = "kustomize.config.k8s.io/";
  private static final Map<String, Class<?>> TYPES =
      Map.ofEntries(
          Map.entry("v1 Namespace", Namespace.class),
          Map.entry("v1 ConfigMap", ConfigMap.class),
          Map.entry("v1 Service", Service.class),
          Map.entry("apps/v1 StatefulSet", StatefulSet.class),
          Map.entry("apps/v1 Deployment", Deployment.class),
          Map.entry("batch/v1 Job", Job.class),
          Map.entry("policy/v1 PodDisruptionBudget", PodDisruptionBudget.class),
          Map.entry("networking.k8s.io/v1 NetworkPolicy", NetworkPolicy.class),
          Map.entry("kafka.strimzi.io/v1 Kafka", Kafka.class),
          Map.entry("kafka.strimzi.io/v1 KafkaNodePool", KafkaNodePool.class),
          Map.entry("kafka.strimzi.io/v1 KafkaUser", KafkaUser.class),
          Map.entry("kafka.strimzi.io/v1 KafkaTopic", KafkaTopic.class),
          Map.entry("keda.sh/v1alpha1 ScaledObject", ForeignKinds.ScaledObject.class),
          Map.entry("monitoring.coreos.com/v1 PodMonitor", ForeignKinds.PodMonitor.class),
          Map.entry("monitoring.coreos.com/v1 PrometheusRule", ForeignKinds.PrometheusRule.class),
          Map.entry(KUSTOMIZE + "v1beta1 Kustomization", ForeignKinds.Kustomization.class),
          Map.entry(KUSTOMIZE + "v1alpha1 Component", ForeignKinds.Kustomization.class));

  /// Words that the types hold as mere text.
  private static final Map<String, Set<String>> WORDS =
      Map.of(
          "policyTypes", Set.of("Ingress", "Egress"),
          "protocol", Set.of("TCP", "UDP"),
          "podManagementPolicy", Set.of("Parallel"),
          "restartPolicy", Set.of("OnFailure"),
          "whenUnsatisfiable", Set.of("ScheduleAnyway"),
          "accessModes", Set.of("ReadWriteOnce"),
          "unhealthyPodEvictionPolicy", Set.of("AlwaysAllow"),
          "fsGroupChangePolicy", Set.of("OnRootMismatch"),
          "op", Set.of("add", "replace", "remove"),
          "behavior", Set.of("currentReplicas"));

  /// Types are looked at once, for all objects.
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .addModule(new SimpleModule().setDeserializerModifier(new NoCatchAll()))
          .addHandler(new Noting())
          .build();

  private final List<String> unknown = new ArrayList<>();

  private StrictKinds() {}

  /// What is wrong with an object: a line each.
  static List<String> problems(JsonNode object) {
    if (object.isArray()) {
      StrictKinds strict = new StrictKinds();
      object.forEach(one -> strict.read(one, ForeignKinds.Operation.class));
      strict.words(object);
      return strict.unknown;
    }
    String kind = object.path("apiVersion").asText() + " " + object.path("kind").asText();
    Class<?> type = TYPES.get(kind);
    if (type == null) {
      return List.of("no known kind: " + kind);
    }
    StrictKinds strict = new StrictKinds();
    strict.read(object, type);
    strict.words(object);
    return strict.unknown;
  }

  private void read(JsonNode object, Class<?> type) {
    try {
      MAPPER.readerFor(type).withAttribute(StrictKinds.class, this).readValue(object);
    } catch (JsonProcessingException e) {
      unknown.add(e.getOriginalMessage());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void words(JsonNode node) {
    for (Map.Entry<String, JsonNode> field : node.properties()) {
      Set<String> known = WORDS.get(field.getKey());
      for (JsonNode word :
          field.getValue().isArray() ? field.getValue() : List.of(field.getValue())) {
        if (known != null && word.isTextual() && !known.contains(word.asText())) {
          unknown.add(field.getKey() + ": expected one of " + known + ", got " + word);
        }
      }
    }
    node.forEach(this::words);
  }

  /// Without the setter that takes whatever has no other.
  private static final class NoCatchAll extends BeanDeserializerModifier {
    private static final long serialVersionUID = 1L;

    @Override
    public BeanDeserializerBuilder updateBuilder(
        DeserializationConfig config, BeanDescription type, BeanDeserializerBuilder builder) {
      builder.setAnySetter(null);
      return builder;
    }
  }

  private static final class Noting extends DeserializationProblemHandler {
    @Override
    public boolean handleUnknownProperty(
        DeserializationContext context,
        JsonParser parser,
        JsonDeserializer<?> deserializer,
        Object beanOrClass,
        String name)
        throws IOException {
      JsonStreamContext place = parser.getParsingContext();
      if (parser.currentToken().isStructStart()) {
        place = place.getParent(); // it is already within the field's value
      }
      StrictKinds asking = (StrictKinds) context.getAttribute(StrictKinds.class);
      String path = place.pathAsPointer().toString();
      asking.unknown.add(
          path.endsWith("/" + name) // a record's own fields come without their place
              ? "unknown field " + path
              : "unknown field /" + name + " of " + deserializer.handledType().getSimpleName());
      parser.skipChildren();
      return true;
    }
  }
}
