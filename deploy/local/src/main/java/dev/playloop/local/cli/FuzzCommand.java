package dev.playloop.local.cli;

import dev.playloop.local.UserProblem;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// Stands here for `--help`: the script builds and starts it, since the product does not know it.
@Command(
    name = "fuzz",
    description = {
      "Sends half-broken input to every edge of a running system, and counts what breaks.",
      "Options: './playloop fuzz --help'."
    })
final class FuzzCommand implements Callable<Integer> {
  @Override
  public Integer call() {
    throw UserProblem.usage(
        "fuzz is started by the script, not by this program",
        "call ./playloop fuzz in a checkout.");
  }
}
