package dev.playloop.console.api;

import dev.playloop.http.EdgeAnswer;
import dev.playloop.http.EdgeCall;
import dev.playloop.schemas.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The pictures that a world keeps in a folder, each in a file that has its hash for a name. What
/// has another hash, or more than [#MOST_BYTES], is as good as missing. Safe for all threads.
final class PicturesApi {
  static final int MOST_BYTES = 1024 * 1024;
  private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");
  private static final Map<String, String> TYPES =
      Map.of(".png", "image/png", ".jpg", "image/jpeg");

  private final @Nullable Path folder;

  /// @param folder null: nobody keeps any here
  PicturesApi(@Nullable Path folder) {
    this.folder = folder;
  }

  /// `GET /api/picture`. Whoever can see an agent has seen its pictures' hashes, and nobody guesses
  /// one.
  EdgeAnswer one(EdgeCall call) {
    String hash = AskedQuery.of(call).required("hash", "the SHA-256 of a picture");
    if (!HASH.matcher(hash).matches()) {
      throw AskedQuery.wrong("hash", "64 hex digits in lower case", "something else").refused();
    }
    for (Map.Entry<String, String> type : TYPES.entrySet()) {
      byte[] bytes = folder == null ? null : read(folder.resolve(hash + type.getKey()));
      if (bytes != null && bytes.length <= MOST_BYTES && Sha256.hex(bytes).equals(hash)) {
        return new EdgeAnswer.Full(
            200, type.getValue(), bytes, Map.of("Cache-Control", "no-store"));
      }
    }
    throw AskedQuery.missing("picture " + hash + " here").refused();
  }

  private static byte @Nullable [] read(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      return in.readNBytes(MOST_BYTES + 1);
    } catch (IOException e) {
      return null; // as good as missing
    }
  }
}
