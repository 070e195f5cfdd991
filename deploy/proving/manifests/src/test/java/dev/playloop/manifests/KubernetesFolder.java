package dev.playloop.manifests;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The folder `deploy/kubernetes` of the checkout that these tests stand in.
final class KubernetesFolder {
  static final Path ROOT = root().resolve("deploy/kubernetes");
  private static final Pattern VERSION =
      Pattern.compile("<artifactId>playloop</artifactId>\\s*<version>([^<]+)</version>");
  private static final ObjectMapper YAML =
      new ObjectMapper(
          YAMLFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build());

  private KubernetesFolder() {}

  /// All YAML in it.
  static List<Path> files() {
    try (Stream<Path> all = Files.walk(ROOT)) {
      return all.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The folders of components, in the order in which a kustomization names them: worlds, auditor
  /// and console first, since what follows changes their pods.
  static List<String> components() {
    return List.of(
        "society",
        "kernel",
        "emerald",
        "eternum",
        "declared",
        "auditor",
        "console",
        "network-policies",
        "monitoring",
        "keda",
        "strimzi",
        "external-kafka");
  }

  /// This release's, by the root's `pom.xml`.
  static String version() {
    Matcher version = VERSION.matcher(text("../../pom.xml"));
    if (!version.find()) {
      throw new IllegalStateException("pom.xml has no version");
    }
    return version.group(1);
  }

  static String text(String file) {
    try {
      return Files.readString(ROOT.resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The documents of a text; a key that stands twice in one map is an error.
  static List<JsonNode> documents(String text) {
    try (JsonParser parser = YAML.getFactory().createParser(text)) {
      return YAML.readerFor(JsonNode.class).<JsonNode>readValues(parser).readAll().stream()
          .filter(document -> !document.isNull())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("playloop"))) {
      folder = Objects.requireNonNull(folder.getParent(), "no folder above holds ./playloop");
    }
    return folder;
  }
}
