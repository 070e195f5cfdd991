package dev.playloop.proving.lock;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `./playloop lock`: writes what the modules use into `dependencies.lock`.
@Command(
    name = "lock",
    mixinStandardHelpOptions = true,
    description = {
      "Writes coordinates and SHA-256 of every module's and npm folder's dependencies into"
          + " dependencies.lock.",
      "A test compares each build with it. Read the difference before you commit it."
    })
public final class LockCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    Path root = Path.of(System.getProperty("playloop.home", "")).toAbsolutePath().normalize();
    Dependencies dependencies = new Dependencies(root);
    List<String> missing =
        dependencies.modules().stream().filter(module -> !dependencies.isListed(module)).toList();
    if (!missing.isEmpty()) {
      Objects.requireNonNull(spec)
          .commandLine()
          .getErr()
          .println("playloop: not listed: " + String.join(", ", missing) + "; build them first");
      return 1;
    }
    SortedMap<String, String> used = new TreeMap<>(dependencies.npm());
    dependencies.modules().forEach(module -> used.putAll(dependencies.of(module)));
    new DependencyLock(used).write(root);
    Objects.requireNonNull(spec)
        .commandLine()
        .getOut()
        .println(
            used.size()
                + " dependencies in "
                + DependencyLock.FILE
                + "; 'git diff' tells what changed");
    return 0;
  }
}
