package dev.playloop.launcher.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.audit.FoldBuild;
import dev.playloop.audit.evidence.Evidence;
import dev.playloop.console.Console;
import dev.playloop.console.source.FileJournal;
import dev.playloop.launcher.AllSettings;
import dev.playloop.launcher.audit.ThisBuild;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/// A journal as `console --file` opens it, once all of it is indexed. One thread's.
final class ShownFile implements AutoCloseable {
  private final LookingOn looking = LookingOn.of(null, 0);
  private final Evidence evidence;
  private final Console console;

  private ShownFile(Path file) throws Exception {
    evidence = Evidence.ofFile(file);
    FoldBuild fold = ThisBuild.fold(evidence);
    console =
        Console.open(
            looking.options("file", AllSettings.read(Map.of(), null)),
            FileJournal.of(file),
            () -> fold);
  }

  static ShownFile open(Path file) throws Exception {
    ShownFile shown = new ShownFile(file);
    assertThat(shown.console.awaitLoaded(Duration.ofSeconds(60))).isTrue();
    return shown;
  }

  /// Its address, with a token that is good once.
  String door() {
    return console.door();
  }

  @Override
  public void close() {
    console.close();
    evidence.close();
    looking.close();
  }
}
