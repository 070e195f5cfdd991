package dev.playloop.launcher.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.audit.AuditException;
import dev.playloop.audit.AuditQuestion;
import dev.playloop.audit.JournalSource.Extent;
import dev.playloop.audit.archive.Archiving;
import dev.playloop.audit.checkpoint.CheckpointFiles;
import dev.playloop.audit.checkpoint.SignedCheckpoint;
import dev.playloop.audit.evidence.Evidence;
import dev.playloop.audit.evidence.Verifying;
import dev.playloop.launcher.LocalSystem;
import dev.playloop.launcher.Working;
import dev.playloop.launcher.example.Play;
import dev.playloop.operator.Publisher;
import dev.playloop.schemas.seal.SigningKey;
import dev.playloop.testkit.EmbeddedOnly;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The beginning of a journal moves into a file, and what is left still proves that it follows.
@EmbeddedOnly("it is about what the folder of the embedded servers keeps")
class ArchiveTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private final SigningKey key = SigningKey.generate();

  @TempDir private Path dir;

  @Test
  void archiveAndRestVerifyAloneAndTogether() throws Exception {
    Path copies = dir.resolve("checkpoints.jsonl");
    Path trusted = Files.writeString(dir.resolve("key.pub"), key.trusted().pem());
    Path first = dir.resolve("first.jsonl");
    Path second = dir.resolve("second.jsonl");
    try (LocalSystem system = system(copies)) {
      play(system, "day-1");
      archive(system, key, first);
      assertThat(begins(system)).as("what is left begins behind the archive").isPositive();
      assertThat(verify(system, List.of(), List.of())).contains("archived    the beginning of");
      play(system, "day-2");
      archive(system, key, second);
      play(system, "day-3");

      List<SignedCheckpoint> kept = CheckpointFiles.read(List.of(copies), List.of(trusted));
      assertThat(verify(system, List.of(), kept)).contains("nothing differs");
      assertThat(verify(system, List.of(first, second), kept))
          .contains("nothing differs")
          .doesNotContain("not folded")
          .doesNotContain("archived    the beginning of");
      assertThat(CheckpointFiles.read(List.of(beside(first)), List.of(trusted))).hasSize(1);
      assertThatThrownBy(() -> verify(system, List.of(first), kept))
          .isInstanceOfSatisfying(
              AuditException.class,
              e -> assertThat(AuditWords.of(e)).hasMessageContaining("one part ends at"));
      Path forged = dir.resolve("forged.jsonl");
      Files.writeString(
          forged,
          Files.readString(second)
              .replaceFirst("\"kind\\\\\":\\\\\"decision", "\"kind\\\\\":\\\\\"decisiom"));
      assertThat(Files.mismatch(second, forged)).isPositive();
      assertThat(verify(system, List.of(first, forged), kept)).contains("DIFFERENCE");
    }
  }

  @Test
  void nothingIsDeletedWithoutACheckpointOfATrustedKey() throws Exception {
    try (LocalSystem system = system(dir.resolve("copies.jsonl"))) {
      play(system, "day-1");
      long before = begins(system);
      Path file = dir.resolve("archive.jsonl");

      assertThatThrownBy(() ->
              archiving(system, SigningKey.generate(), Duration.ofMillis(500))
                  .archive(ArchiveOutput.fresh(file)))
          .isInstanceOfSatisfying(
              AuditException.class,
              e -> assertThat(AuditWords.of(e)).hasMessageContaining("nothing was deleted"));
      assertThat(begins(system)).isEqualTo(before);
      assertThat(file).doesNotExist();
    }
  }

  private LocalSystem system(Path copies) throws Exception {
    Map<String, String> environment =
        Map.of(
            "PLAYLOOP_CHECKPOINT_KEY",
            "file:" + Files.writeString(dir.resolve("key"), key.pem()),
            "PLAYLOOP_CHECKPOINT_INTERVAL",
            "200ms",
            "PLAYLOOP_CHECKPOINT_COPY",
            "file:" + copies);
    LocalSystem system = LocalSystem.start(Working.options(environment));
    system.sql().orElseThrow().seed(Working.fixtures());
    try (Publisher publisher = Publisher.open(system.kafka())) {
      publisher.apply(Working.cal(system));
    }
    return system;
  }

  private static void play(LocalSystem system, String id) throws InterruptedException {
    try (Play play = Play.open(system.kafka(), system.worldNames(), _ -> {})) {
      play.play(Working.lines(id), Duration.ofSeconds(60));
    }
  }

  private static void archive(LocalSystem system, SigningKey key, Path file)
      throws InterruptedException {
    Archiving.Archived archived =
        archiving(system, key, PATIENCE).archive(ArchiveOutput.fresh(file));
    assertThat(archived.exported().entries()).isPositive();
  }

  private static Archiving archiving(LocalSystem system, SigningKey key, Duration patience) {
    return new Archiving(ThisBuild.fold(Map.of()), system.kafka(), Working.gateway(system))
        .trusting(List.of(key.trusted()), patience);
  }

  private static Path beside(Path file) {
    return file.resolveSibling(file.getFileName() + ".checkpoint");
  }

  private static long begins(LocalSystem system) {
    try (Evidence evidence = Evidence.ofCluster(system.kafka())) {
      return evidence.journal().extents().stream().mapToLong(Extent::from).sum();
    }
  }

  private static String verify(
      LocalSystem system, List<Path> archives, List<SignedCheckpoint> kept) {
    StringWriter said = new StringWriter();
    try (Evidence evidence = Evidence.ofCluster(system.kafka()).behind(new ArrayList<>(archives))) {
      new VerifiedText(new PrintWriter(said))
          .tell(
              new Verifying(ThisBuild.fold(Map.of()), AuditQuestion.ALL)
                  .against(kept)
                  .of(evidence));
    }
    return said.toString();
  }
}
