package dev.playloop.console;

import dev.playloop.audit.FoldBuild;
import dev.playloop.console.source.ClusterJournal;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.Role;
import dev.playloop.kit.RoleContext;
import dev.playloop.kit.RoleSpec;
import dev.playloop.schemas.seal.MasterKey;
import dev.playloop.settings.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The console as a role of a cluster: people log in with the bearer tokens of principals. Several
/// of them need nothing of each other: each has an index of its own. Immutable.
///
/// @param fold what journals are folded with, as of now
/// @param master what opens sealed payloads; null: they stay closed
/// @param gateway where people's words go; null: nobody can say anything to agents
/// @param version of this release
public record ConsoleRole(
    Settings settings,
    FoldBuild fold,
    @Nullable MasterKey master,
    @Nullable URI gateway,
    String version)
    implements RoleSpec {
  private static final Logger LOG = LoggerFactory.getLogger(ConsoleRole.class);

  @Override
  public Role start(RoleContext context) throws InterruptedException {
    KafkaSettings kafka = context.kafka();
    ConsoleOptions options =
        ConsoleOptionsBuilder.builder()
            .edge(ConsoleSettings.edge(settings))
            .folder(folder())
            .kind("cluster")
            .version(version)
            .words(ConsoleSettings.words(settings))
            .gateway(gateway)
            .signers(ConsoleSettings.signers(settings))
            .pictures(ConsoleSettings.pictures(settings))
            .knowsCallers(true)
            .oidc(ConsoleSettings.oidc(settings))
            .build();
    String name = kafka.client().getOrDefault("bootstrap.servers", "a cluster");
    Console console = Console.open(options, ClusterJournal.of(kafka, name, master), () -> fold);
    LOG.atInfo().addKeyValue("role", "console").log("the console listens at " + console.address());
    return new Running(console);
  }

  private Path folder() {
    if (settings.optional(ConsoleSettings.FOLDER).isPresent()) {
      return settings.path(ConsoleSettings.FOLDER);
    }
    try {
      return Files.createTempDirectory("playloop-console-");
    } catch (IOException e) {
      throw new UncheckedIOException("can't make a folder for the console's index", e);
    }
  }

  private record Running(Console console) implements Role {
    @Override
    public boolean awaitReady(Duration timeout) throws InterruptedException {
      return console.awaitLoaded(timeout);
    }

    @Override
    public @Nullable String problem() {
      return console.problem();
    }

    /// What goes wrong is tried again, for ever.
    @Override
    public boolean isAlive() {
      return true;
    }

    @Override
    public void close() {
      console.close();
    }
  }
}
