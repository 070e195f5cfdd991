package dev.playloop.proving.pack;

import dev.playloop.launcher.UserProblem;
import dev.playloop.schemas.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `./playloop images`: makes the image that all roles run from, as a tar for an engine to load. It
/// holds what a package holds; Jib lays that upon a base, without an engine.
@Command(
    name = "images",
    mixinStandardHelpOptions = true,
    description = {
      "Makes the image that all roles run from, as a tar: 'docker load' takes it.",
      "Without --base upon eclipse-temurin:25-jre, which a registry must have. The same base, jars and"
          + " pages make the same bytes: name a digest where a tag may come to mean another image."
    })
public final class ImagesCommand implements Callable<Integer> {
  @Option(
      names = "--base",
      paramLabel = "BASE",
      description =
          "an image in a registry, such as eclipse-temurin:25-jre@sha256:…; or a tar of one, such as"
              + " deploy/images/base makes")
  private @Nullable String base;

  @Option(
      names = "--name",
      paramLabel = "NAME:TAG",
      description = "what it is called once it is loaded; default: playloop:VERSION")
  private @Nullable String name;

  @Option(
      names = "--architecture",
      paramLabel = "NAME",
      defaultValue = "amd64",
      description = "amd64 or arm64, which a base in a registry must have; default: amd64")
  private String architecture = "amd64";

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "where it is put; default: target/playloop-VERSION-image.tar of the checkout")
  private @Nullable Path out;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path root = Path.of(System.getProperty("playloop.home", "")).toAbsolutePath().normalize();
    Packing packing = new Packing(root);
    Path file =
        (out == null ? root.resolve("target/" + packing.name() + "-image.tar") : out)
            .toAbsolutePath();
    Path images = root.resolve("deploy/images");
    ImageStage stage =
        new ImageStage(images.resolve("target/stage"), packing.version(), architecture);
    try {
      stage.lay(packing.packed(), images);
    } catch (CannotPackException e) {
      throw UserProblem.failed(
          String.valueOf(e.getMessage()),
          "mend that; './playloop images' builds what is missing, './playloop lock' what is locked.");
    }
    Files.createDirectories(Objects.requireNonNull(file.getParent()));
    jib(images, stage, file);
    Objects.requireNonNull(spec)
        .commandLine()
        .getOut()
        .printf("%s, %,d bytes, sha256 %s%n", file, Files.size(file), hash(file));
    return 0;
  }

  private void jib(Path images, ImageStage stage, Path file)
      throws IOException, InterruptedException {
    // Jib wants a project that is compiled, though there is nothing in this one.
    Files.createDirectories(images.resolve("target/classes"));
    Path log = images.resolve("target/jib.log");
    Process maven =
        new ProcessBuilder(words(images, stage, file))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    if (maven.waitFor() != 0) {
      throw UserProblem.failed(
          "Jib made no image: " + firstError(log),
          "read " + log + "; without a registry, --base FILE takes what deploy/images/base makes.");
    }
  }

  private List<String> words(Path images, ImageStage stage, Path file) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "mvn", "--batch-mode", "-f", images.resolve("pom.xml").toString(), "jib:buildTar"));
    words.add("-Dimage.stage=" + stage.folder());
    words.add("-Dimage.tar=" + file);
    words.add("-Dimage.architecture=" + architecture);
    // Nothing of what was built before, elsewhere.
    words.add("-Djib.useOnlyProjectCache=true");
    if (base != null && Files.isRegularFile(Path.of(base))) {
      words.add("-Dimage.base=tar://" + Path.of(base).toAbsolutePath());
      words.add("-Dimage.base.name=local"); // where it lies is no part of what it is
    } else if (base != null) {
      words.add("-Dimage.base=" + base);
    }
    if (name != null) {
      words.add("-Dimage.name=" + name);
    }
    return words;
  }

  private static String firstError(Path log) throws IOException {
    return Files.readAllLines(log, StandardCharsets.UTF_8).stream()
        .filter(line -> line.startsWith("[ERROR]"))
        .findFirst()
        .orElse("Maven said nothing");
  }

  private static String hash(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return Sha256.hex(in.readAllBytes());
    }
  }
}
