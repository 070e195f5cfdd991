package dev.playloop.launcher.example;

import dev.playloop.audit.evidence.Evidence;
import dev.playloop.audit.evidence.Exporting;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.launcher.LocalSystem;
import dev.playloop.launcher.OutputFile;
import dev.playloop.launcher.OwnFiles;
import dev.playloop.launcher.UserProblem;
import dev.playloop.launcher.audit.ThisBuild;
import dev.playloop.launcher.watch.Shell;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Where the journal of a run is found that was given no folder: an export, readable by its owner
/// alone, which the next such run replaces. A run never fails for it. Used by one thread.
final class LastRun {
  private static final String KEEPS =
      "; --data DIR keeps it, which './playloop console --data DIR' opens again";

  private LastRun() {}

  /// Writes it while the system still runs, and says how to look at it again, or why nobody can.
  static String keep(LocalSystem system) {
    Path file = file();
    if (file == null) {
      return "its journal is gone" + KEEPS;
    }
    if (system.master() != null) {
      // Nobody could read it: its keys go with the system.
      return "its journal was sealed, and is gone with its keys" + KEEPS;
    }
    boolean interrupted = Thread.interrupted(); // who stops a run looks at it, too
    try {
      OwnFiles.folder(Objects.requireNonNull(file.getParent()));
      write(system.kafka(), file);
      return "the same journal again, until the next run: ./playloop console --file "
          + Shell.quoted(fromHere(file).toString());
    } catch (UserProblem e) {
      return "its journal is gone: " + e.getMessage() + KEEPS;
    } catch (RuntimeException e) { // whatever it is, the run was as good as before
      return "its journal is gone: " + e + KEEPS;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static void write(KafkaSettings kafka, Path file) {
    OutputFile.forgetParts(file);
    try (Evidence evidence = Evidence.ofCluster(kafka)) {
      Exporting exporting = new Exporting(ThisBuild.fold(evidence), kafka);
      var _ =
          OutputFile.of(file, true)
              .secret()
              .write(stream -> exporting.export(evidence.journal(), stream));
    }
  }

  /// Beside the log of the run; null where no start script says where that is.
  private static @Nullable Path file() {
    String home = System.getProperty("playloop.home");
    return home == null
        ? null
        : Path.of(home, ".playloop", "last-run.jsonl").toAbsolutePath().normalize();
  }

  /// As short as it can be typed in the folder that the command was typed in.
  private static Path fromHere(Path file) {
    Path here = Path.of("").toAbsolutePath();
    return file.startsWith(here) ? here.relativize(file) : file;
  }
}
