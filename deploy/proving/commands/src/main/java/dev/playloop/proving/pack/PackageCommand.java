package dev.playloop.proving.pack;

import dev.playloop.launcher.UserProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `./playloop package`: makes the tar that needs a JRE and nothing else. The script has built what
/// goes into it.
@Command(
    name = "package",
    mixinStandardHelpOptions = true,
    description = {
      "Makes playloop-VERSION.tar.gz, which needs a JRE 25 and neither Maven nor the sources.",
      "Jars, examples, docs, and the licences of all that is not ours. The same jars and pages make"
          + " the same bytes."
    })
public final class PackageCommand implements Callable<Integer> {
  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "where it is put; default: target/ of the checkout")
  private @Nullable Path out;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    Path root = Path.of(System.getProperty("playloop.home", "")).toAbsolutePath().normalize();
    Packing packing = new Packing(root);
    Path folder = Files.createDirectories(out == null ? root.resolve("target") : out);
    Path file = folder.resolve(packing.name() + ".tar.gz");
    try {
      packing.packed().write(file);
    } catch (CannotPackException e) {
      throw UserProblem.failed(
          String.valueOf(e.getMessage()),
          "mend that; './playloop package' builds what is missing, './playloop lock' what is locked.");
    }
    Objects.requireNonNull(spec)
        .commandLine()
        .getOut()
        .printf("%s, %,d bytes%n", file, Files.size(file));
    return 0;
  }
}
