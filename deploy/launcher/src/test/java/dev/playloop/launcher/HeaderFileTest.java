package dev.playloop.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.http.AccessToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The token of `up` is for whoever runs it, and for nobody else.
class HeaderFileTest {
  @TempDir private Path folder = Path.of("");

  @Test
  void onlyItsUserReadsIt() throws IOException {
    Path file = folder.resolve("deep/http.header");
    try (HeaderFile written = HeaderFile.write(file, "s3cret")) {
      assertThat(file).hasContent("Authorization: Bearer s3cret");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
      assertThat(written.curlOption()).isEqualTo(" -H @" + file);
    }
    assertThat(file).doesNotExist();
  }

  /// One that was left there open to all is not written into.
  @Test
  void anOldFileIsReplaced() throws IOException {
    Path file = Files.writeString(folder.resolve("http.header"), "old");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
    try (HeaderFile _ = HeaderFile.write(file, "s3cret")) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
    }
  }

  @Test
  void withoutATokenThereIsNone() {
    try (HeaderFile none = HeaderFile.write(null)) {
      assertThat(none.file()).isNull();
      assertThat(none.curlOption()).isEmpty();
    }
  }

  @Test
  void tokensAreNeverTheSame() {
    assertThat(AccessToken.fresh()).hasSize(48).isNotEqualTo(AccessToken.fresh());
  }
}
