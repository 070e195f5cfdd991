package dev.playloop.launcher.page;

import dev.playloop.console.ConsoleOptions;
import dev.playloop.console.ConsoleOptionsBuilder;
import dev.playloop.console.ConsoleSettings;
import dev.playloop.console.door.Logins;
import dev.playloop.http.EdgeOptions;
import dev.playloop.launcher.OwnFiles;
import dev.playloop.launcher.TemporaryFolder;
import dev.playloop.launcher.audit.ThisBuild;
import dev.playloop.schemas.principal.Scope;
import dev.playloop.settings.Settings;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// What a console of this machine has that only shows a journal: where its index lies, and whom it
/// lets in. Owned by one thread.
public final class LookingOn implements AutoCloseable {
  private final Path folder;
  private final @Nullable TemporaryFolder temporary;
  private final int port;

  private LookingOn(Path folder, @Nullable TemporaryFolder temporary, int port) {
    this.folder = folder;
    this.temporary = temporary;
    this.port = port;
  }

  /// The index of a folder's journal lies in it, and is good the next time; any other is temporary.
  public static LookingOn of(@Nullable Path data, int port) {
    if (data != null) {
      return new LookingOn(OwnFiles.folder(data.resolve("console")), null, port);
    }
    TemporaryFolder temporary = TemporaryFolder.create();
    return new LookingOn(temporary.path(), temporary, port);
  }

  /// @param kind cluster, data or file
  public ConsoleOptions options(String kind, Settings settings) {
    return ConsoleOptionsBuilder.builder()
        .edge(EdgeOptions.loopback("the console", "--port", port))
        .folder(folder)
        .kind(kind)
        .version(ThisBuild.VERSION)
        .readOnly(true)
        .words(ConsoleSettings.words(settings))
        .signers(ConsoleSettings.signers(settings))
        .pictures(ConsoleSettings.pictures(settings))
        .first(new Logins.First(PageOwner.as(Scope.read("*")), null))
        .build();
  }

  @Override
  public void close() {
    if (temporary != null) {
      temporary.close();
    }
  }
}
