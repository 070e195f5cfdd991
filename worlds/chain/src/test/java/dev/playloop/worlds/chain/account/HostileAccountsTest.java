package dev.playloop.worlds.chain.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.config.InvalidFileException;
import dev.playloop.testkit.MangledFile;
import dev.playloop.worlds.model.CannotOpenWorld;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whatever stands in the executor's file: it is read for what it is, or refused by its name with
/// what was expected. No key is ever in what is said.
final class HostileAccountsTest {
  private static final int FILES = 2_000;
  private static final int LONGEST = 20_000;
  private static final String KEY = "71d7bb07b9a64f6f78ac4c816aff4da9";
  private static final String GOOD =
      """
      - account: '0x64b4'
        agents: [eternum/ada, eternum/bob]
        key: {file: ada.key}
        caps: {perAction: '1000', perDay: '20000'}
        calls: {contracts: {'0x5': {name: troops, methods: [{name: Move, entrypoint: move}]}}}
      - account: '0x777'
        agents: ['*']
        key: {file: ada.key}
        caps:
          perAction: '1'
          perDay: '1'
      """;

  @TempDir private Path folder;

  @Test
  void whateverItHoldsItIsReadOrRefusedByName() throws IOException {
    SecretFiles.write(folder.resolve("ada.key"), "0x" + KEY);
    Path file = folder.resolve("accounts.yaml");
    int refused = 0;
    for (long seed = 0; seed < FILES; seed++) {
      Files.write(file, MangledFile.of(GOOD, seed));
      refused += isReadOrRefused(file, seed) ? 0 : 1;
    }
    assertThat(refused).isGreaterThan(FILES / 2);
  }

  private static boolean isReadOrRefused(Path file, long seed) {
    try (AccountBook book = AccountBook.read(file)) {
      assertThat(book.accounts()).as("seed %d", seed).isNotNull();
      return true;
    } catch (InvalidFileException e) {
      assertThat(e.problems())
          .as("seed %d", seed)
          .isNotEmpty()
          .allSatisfy(problem -> {
            assertThat(problem.line()).isPositive();
            assertThat(problem.field()).isNotBlank();
            assertThat(problem.expected()).isNotBlank();
            assertThat(problem.got()).isNotNull();
          });
      isClean(String.valueOf(e.getMessage()), seed);
      assertThat(e.getMessage()).contains("accounts.yaml:");
    } catch (CannotOpenWorld e) {
      isClean(e.getMessage() + e.nextStep(), seed);
      assertThat(e.nextStep()).as("seed %d", seed).isNotBlank();
    }
    return false;
  }

  private static void isClean(String said, long seed) {
    assertThat(said)
        .as("seed %d", seed)
        .doesNotContain(KEY)
        .doesNotContain("\u001b", "\0")
        .hasSizeLessThan(LONGEST);
  }

  @Test
  void whatIsNoFileIsNoKey() throws Exception {
    Path pipe = folder.resolve("ada.key");
    assertThat(new ProcessBuilder("mkfifo", "-m", "600", pipe.toString()).start().waitFor())
        .isZero();
    Files.writeString(folder.resolve("accounts.yaml"), GOOD);

    assertThatThrownBy(() -> AccountBook.read(folder.resolve("accounts.yaml")))
        .isInstanceOf(CannotOpenWorld.class)
        .hasMessageContaining("ada.key")
        .hasMessageContaining("no plain file");
    Files.delete(pipe);
    Files.createDirectory(pipe);
    assertThatThrownBy(() -> AccountBook.read(folder.resolve("accounts.yaml")))
        .isInstanceOf(CannotOpenWorld.class)
        .hasMessageContaining("no plain file");
  }
}
