package dev.playloop.local.cli;

import dev.playloop.local.UserProblem;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// Stands here for `--help`: the script builds and starts it, since the product does not know it.
@Command(
    name = "mutate",
    description = {
      "Breaks one line at a time in a copy of this checkout; the named tests must notice.",
      "Options: './playloop mutate --help'."
    })
final class MutateCommand implements Callable<Integer> {
  @Override
  public Integer call() {
    throw UserProblem.usage(
        "mutate is started by the script, not by this program",
        "call ./playloop mutate in a checkout.");
  }
}
