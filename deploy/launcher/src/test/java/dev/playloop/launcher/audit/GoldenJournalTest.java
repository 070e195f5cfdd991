package dev.playloop.launcher.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.audit.Audit;
import dev.playloop.audit.AuditQuestion;
import dev.playloop.audit.AuditReport;
import dev.playloop.audit.ExportCheck;
import dev.playloop.audit.ExportFile;
import dev.playloop.journal.FoldRelease;
import dev.playloop.journal.Refold.Outcome;
import dev.playloop.journal.Releases;
import dev.playloop.launcher.InstalledWorlds;
import dev.playloop.loop.state.LoopPolicy;
import dev.playloop.schemas.seal.KeyRing;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Journals that were written by this and by older releases must verify for ever: real runs of the
/// society with replans, refusals, snapshots. CONTRIBUTING tells how a release adds its own.
class GoldenJournalTest {
  static Stream<Path> journals() {
    return GoldenJournals.all().stream();
  }

  @ParameterizedTest
  @MethodSource("journals")
  void theJournalOfEachReleaseStillVerifies(Path file) {
    try (ExportFile export = GoldenJournals.open(file)) {
      AuditReport report =
          new Audit(ThisBuild.fold(Map.of()).verifier(KeyRing.NONE), AuditQuestion.ALL).of(export);

      assertThat(report.found())
          .as("%s; a fold that decides differently needs a higher Fold.VERSION", file.getFileName())
          .isEmpty();
      assertThat(report.entries()).isGreaterThan(100);
      assertThat(ExportCheck.differences(export, report)).isEmpty();
      if (isOurs(export)) {
        assertThat(report.folded()).isEqualTo(report.entries());
        assertThat(report.prompts()).isGreaterThan(30);
      } else {
        assertThat(report.notFolded()).isEqualTo(Map.of(Outcome.OTHER_RELEASE, report.entries()));
      }
    }
  }

  /// Whether this build has the fold and, for each of its worlds, the tools that wrote this.
  private static boolean isOurs(ExportFile export) {
    Set<FoldRelease> ours = new HashSet<>();
    Releases releases = Releases.of(LoopPolicy.DEFAULT, InstalledWorlds.worlds());
    InstalledWorlds.names().forEach(world -> ours.add(releases.current(world).release()));
    Set<FoldRelease> theirs = new HashSet<>();
    export.read(
        (kind, record) -> {},
        catalogue -> theirs.add(new FoldRelease(catalogue.fold(), catalogue.catalogue())));
    return ours.containsAll(theirs);
  }

  @Test
  void thereIsOneOfTheFirstRelease() {
    assertThat(journals().map(file -> file.getFileName().toString())).contains("0.1.0.jsonl");
  }
}
