package dev.playloop.launcher.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.json.Json;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// The page, the command and the operator say the same of every entry and of every run of the
/// journal of a release.
class SameTruthTest {
  private static final Path JOURNAL = Path.of("src/test/resources/journals/0.1.0.jsonl");

  @TempDir private Path folder;

  @Test
  void everyMomentIsWhatReplaySays() throws Exception {
    try (SameTruth truth = new SameTruth(JOURNAL, folder)) {
      assertThat(truth.everyMoment()).isEqualTo(128);
    }
  }

  @Test
  void everyRunIsToldAsTheAuditTellsIt() throws Exception {
    try (SameTruth truth = new SameTruth(JOURNAL, folder)) {
      assertThat(truth.everyRun()).isPositive();
    }
  }

  /// "Verify from here": the chain from its beginning, the fold from that entry on.
  @Test
  void whatIsVerifiedFromAnEntryOnIsFoldedFromThereOn() throws Exception {
    try (SameTruth truth = new SameTruth(JOURNAL, folder)) {
      String eli = "{\"agent\":\"society/eli\"";
      JsonNode all = verified(truth, eli + "}");
      long last = all.path("entries").asLong() - 1;
      JsonNode end = verified(truth, eli + ",\"from\":" + last + "}");

      assertThat(all.path("differences").asLong()).isZero();
      assertThat(end.path("entries")).isEqualTo(all.path("entries"));
      assertThat(end.path("folded").asLong()).isBetween(1L, all.path("folded").asLong() - 1);
    }
  }

  private static JsonNode verified(SameTruth truth, String body) throws Exception {
    return Json.tree(truth.tab().post("/api/audit/verify", body).body());
  }
}
