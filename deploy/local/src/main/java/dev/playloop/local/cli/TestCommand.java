package dev.playloop.local.cli;

import dev.playloop.local.UserProblem;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// Stands here for `--help`: the script runs it, because it builds what it then tests.
@Command(
    name = "test",
    mixinStandardHelpOptions = true,
    description = {
      "Runs everything the CI runs, set-up included.",
      "That is all modules with all checks and tests, then './playloop run society' from what was"
          + " built. Exit code 0 only if all of it passes."
    })
final class TestCommand implements Callable<Integer> {
  @Override
  public Integer call() {
    throw UserProblem.usage(
        "the tests are run by the script, not by this program", "call ./playloop test");
  }
}
