package dev.playloop.launcher.cli;

import dev.playloop.launcher.InstalledWorlds;
import dev.playloop.launcher.UserProblem;
import dev.playloop.worlds.model.ServerProgram;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/// Stands here for `--help`: the script starts the server of a world in a small JVM of its own.
record ServerCommand(ServerProgram program) implements Callable<Integer> {
  /// One for each installed world that has such a server.
  static void addTo(CommandLine line) {
    InstalledWorlds.all().stream()
        .flatMap(world -> world.server().stream())
        .forEach(
            program -> line.addSubcommand(program.command(), new ServerCommand(program).spec()));
  }

  private CommandSpec spec() {
    CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
    spec.usageMessage().description(program.about().toArray(String[]::new));
    return spec;
  }

  @Override
  public Integer call() {
    String name = program.command();
    throw UserProblem.usage(
        "the " + name + " is started by the script, not by this program",
        "call ./playloop " + name);
  }
}
