package dev.playloop.audit.principal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.audit.AuditException;
import dev.playloop.audit.AuditProblem;
import dev.playloop.audit.ExportFile;
import dev.playloop.audit.ExportFormat;
import dev.playloop.audit.ExportFormat.Kind;
import dev.playloop.audit.ExportWriter;
import dev.playloop.audit.JournalRecord;
import dev.playloop.audit.evidence.Evidence;
import dev.playloop.journal.FoldRelease;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.principal.Principal;
import dev.playloop.schemas.principal.PrincipalBuilder;
import dev.playloop.schemas.principal.Scope;
import dev.playloop.schemas.seal.SigningKey;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SignersTest {
  private static final Principal GATEWAY = signer();
  private static final Principal REVOKED = signer().withRevokedAt(Instant.EPOCH.plusSeconds(9));

  @TempDir private Path dir;

  @Test
  void aFileHasOnePrincipalALineAndTheLaterOfTwoCounts() throws Exception {
    Path file = write(GATEWAY, REVOKED.withRevokedAt(null), REVOKED);

    Signers signers = Signers.ofFile(file);

    assertThat(signers.apply(GATEWAY.id())).isEqualTo(GATEWAY);
    assertThat(signers.apply(REVOKED.id())).isEqualTo(REVOKED);
    assertThat(signers.apply("another")).isNull();
  }

  @Test
  void whatIsNoPrincipalIsNamedWithItsLine() throws Exception {
    Path file = Files.writeString(dir.resolve("bad.jsonl"), Json.text(GATEWAY) + "\n\n{\"v\":1}\n");

    assertThatThrownBy(() -> Signers.ofFile(file))
        .isInstanceOfSatisfying(
            AuditException.class,
            failure ->
                assertThat(failure.problem())
                    .isInstanceOfSatisfying(
                        AuditProblem.BadPrincipal.class,
                        bad -> assertThat(bad.where()).isEqualTo(file + ":3")));
  }

  @Test
  void whereNobodyIsNothingCouldBeProved() throws Exception {
    Path file = Files.writeString(dir.resolve("none.jsonl"), "\n");

    assertThat(problem(() -> Signers.ofFile(file)))
        .isEqualTo(new AuditProblem.NoPrincipals(file.toString()));
    assertThat(problem(() -> Signers.ofFile(dir.resolve("missing"))))
        .isInstanceOf(AuditProblem.UnreadableFile.class);
  }

  @Test
  void anExportHasThoseItCarriesAndNoTopicBesideIt() throws Exception {
    Path file = dir.resolve("export.jsonl");
    FoldRelease release = new FoldRelease(1, "0".repeat(64));
    try (OutputStream out = Files.newOutputStream(file)) {
      ExportWriter writer =
          new ExportWriter(out, ExportFormat.Header.of(Instant.EPOCH, release, List.of()));
      writer.record(
          Kind.PRINCIPAL, JournalRecord.plain(0, 3, 0, GATEWAY.id(), Json.bytes(GATEWAY)));
      var _ = writer.end();
    }

    try (Evidence evidence = Evidence.ofFile(file)) {
      assertThat(evidence.signers(Evidence.EXPORT).apply(GATEWAY.id())).isEqualTo(GATEWAY);
      assertThat(problem(() -> evidence.signers(Evidence.TOPIC)))
          .isEqualTo(new AuditProblem.PrincipalsElsewhere(Evidence.TOPIC));
      assertThat(evidence.signers(write(REVOKED).toString()).apply(REVOKED.id())).isNotNull();
    }
    try (ExportFile export = ExportFile.open(file)) {
      assertThat(Signers.ofExport(export).apply(GATEWAY.id())).isEqualTo(GATEWAY);
    }
  }

  private Path write(Principal... all) throws Exception {
    StringBuilder lines = new StringBuilder();
    for (Principal one : all) {
      lines.append(Json.text(one)).append('\n');
    }
    return Files.writeString(dir.resolve("principals.jsonl"), lines);
  }

  private static AuditProblem problem(Runnable reading) {
    try {
      reading.run();
    } catch (AuditException e) {
      return e.problem();
    }
    throw new AssertionError("it was read");
  }

  private static Principal signer() {
    SigningKey key = SigningKey.generate();
    return PrincipalBuilder.builder()
        .v(Principal.VERSION)
        .id(key.trusted().id())
        .name("gateway")
        .kind(Principal.Kind.SERVICE)
        .scopes(List.of(Scope.SIGN))
        .publicKey(key.trusted().base64())
        .since(Instant.EPOCH)
        .build();
  }
}
