package dev.playloop.launcher.cli.audit;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// The journal as evidence. Each subcommand is a class of its own.
@Command(
    name = "audit",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "Verifies, exports and tells the journal.",
    subcommands = {
      AuditVerifyCommand.class,
      AuditShowCommand.class,
      AuditExportCommand.class,
      AuditKeygenCommand.class,
      AuditForgetCommand.class,
      AuditArchiveCommand.class
    })
public final class AuditCommand implements Runnable {
  @Spec private @Nullable CommandSpec spec;

  @Override
  public void run() {
    if (spec != null) {
      spec.commandLine().usage(spec.commandLine().getOut());
    }
  }
}
