package dev.playloop.worlds.chain.evm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.testkit.NpmFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class LedgerFilesTest {
  private static final String AGAIN =
      "compiled anew by: cd worlds/evm/src/test/node && npm ci --ignore-scripts && node compile.mjs"
          + " ../contracts/GameLedger.sol ../contracts/GameLedger.json";

  @Test
  void theCodeIsThatOfTheSource() throws Exception {
    byte[] hash =
        MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(LedgerFiles.SOURCE));

    assertThat(LedgerFiles.compiled().path("source").stringValue())
        .as(AGAIN)
        .isEqualTo(HexFormat.of().formatHex(hash));
    assertThat(Files.readAllLines(LedgerFiles.SOURCE)).hasSizeLessThanOrEqualTo(60);
  }

  @Test
  @Tag("slow")
  void theCompilerMakesTheSameOfItAgain() throws IOException, InterruptedException {
    NpmFolder.require();
    installed();
    Path again = Path.of("target", "GameLedger.json").toAbsolutePath();
    NpmFolder.run("compile.mjs", LedgerFiles.SOURCE.toAbsolutePath().toString(), again.toString());
    assertThat(again).as(AGAIN).hasSameTextualContentAs(LedgerFiles.COMPILED);
  }

  private static void installed() throws InterruptedException {
    try {
      NpmFolder.installed();
    } catch (IOException e) {
      Assumptions.abort("NOT RUN: no solc: " + e.getMessage());
    }
  }
}
