package dev.playloop.proving;

import dev.playloop.launcher.cli.Playloop;
import dev.playloop.proving.fuzz.FuzzCommand;
import dev.playloop.proving.lock.LockCommand;
import dev.playloop.proving.mutate.MutateCommand;
import dev.playloop.proving.pack.ImagesCommand;
import dev.playloop.proving.pack.PackageCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// The commands of a checkout. `./playloop` builds and starts them like the product's own, which
/// does not know them; an error is said, and exits, as there.
@Command(
    name = "playloop",
    subcommands = {
      BenchCommand.class,
      ChaosCommand.class,
      FuzzCommand.class,
      MutateCommand.class,
      LockCommand.class,
      PackageCommand.class,
      ImagesCommand.class
    })
final class Proving {
  Proving() {}

  public static void main(String[] args) {
    System.exit(Playloop.prepared(new CommandLine(new Proving())).execute(args));
  }
}
