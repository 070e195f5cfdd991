package dev.playloop.worlds.chain.evm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.worlds.chain.crypto.NpmFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;
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
    Assumptions.assumeTrue(NpmFolder.hasNpm(), "NOT RUN: solc needs node and npm on the PATH");
    Path folder = installed();
    Path script = NpmFolder.script("compile.mjs");
    Path again = Path.of("target", "GameLedger.json").toAbsolutePath();
    Process node =
        new ProcessBuilder(
                "node",
                script.getFileName().toString(),
                LedgerFiles.SOURCE.toAbsolutePath().toString(),
                again.toString())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("compile.log").toFile())
            .start();

    assertThat(node.waitFor(2, TimeUnit.MINUTES)).isTrue();
    assertThat(node.exitValue()).as(Files.readString(folder.resolve("compile.log"))).isZero();
    assertThat(again).as(AGAIN).hasSameTextualContentAs(LedgerFiles.COMPILED);
  }

  private static Path installed() throws InterruptedException {
    try {
      return NpmFolder.installed("node_modules/solc/package.json");
    } catch (IOException e) {
      return Assumptions.abort("NOT RUN: no solc: " + e.getMessage());
    }
  }
}
