package dev.playloop.reasoner.image;

import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.event.Part;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Images in one place, a folder or the URL of one, each in a file that has its hash for a name:
/// `<sha256>.png` or `<sha256>.jpg`. What does not have the hash that was asked for, or more than
/// [#MAX_BYTES], is as good as missing. Keeps the newest [#KEPT]. Thread-safe.
public final class HashedImages implements Images {
  static final int MAX_BYTES = 1024 * 1024;
  static final int KEPT = 32;

  private static final Logger LOG = LoggerFactory.getLogger(HashedImages.class);
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");
  private static final Map<String, String> EXTENSIONS =
      Map.of("image/png", ".png", "image/jpeg", ".jpg");

  private final Place place;
  private final Map<String, byte[]> kept =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, byte[]> eldest) {
          return size() > KEPT;
        }
      };

  /// Reads the file of that name, at most one byte more than [#MAX_BYTES] of it.
  @FunctionalInterface
  private interface Place {
    byte[] read(String name) throws IOException, InterruptedException;
  }

  private HashedImages(Place place) {
    this.place = place;
  }

  /// The images at `place`, an `http` or `https` URL, else a folder.
  public static HashedImages at(String place) {
    return place.startsWith("http://") || place.startsWith("https://")
        ? new HashedImages(overHttp(place.endsWith("/") ? place : place + "/"))
        : new HashedImages(inFolder(Path.of(place)));
  }

  private static Place inFolder(Path folder) {
    return name -> {
      try (var in = Files.newInputStream(folder.resolve(name))) {
        return in.readNBytes(MAX_BYTES + 1);
      }
    };
  }

  private static Place overHttp(String base) {
    HttpClient client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TIMEOUT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
    return name -> {
      HttpResponse<byte[]> response =
          client.send(
              HttpRequest.newBuilder(URI.create(base + name)).timeout(TIMEOUT).build(),
              HttpResponse.BodyHandlers.limiting(
                  HttpResponse.BodyHandlers.ofByteArray(), MAX_BYTES));
      if (response.statusCode() != 200) {
        throw new IOException("status " + response.statusCode());
      }
      return response.body();
    };
  }

  @Override
  public byte @Nullable [] find(Part.Image image) throws InterruptedException {
    String extension = EXTENSIONS.get(image.mediaType());
    if (extension == null || !HASH.matcher(image.sha256()).matches()) {
      return null;
    }
    synchronized (kept) {
      byte[] known = kept.get(image.sha256());
      if (known != null) {
        return known;
      }
    }
    String name = image.sha256() + extension;
    try {
      byte[] bytes = place.read(name);
      if (bytes.length > MAX_BYTES || !Sha256.hex(bytes).equals(image.sha256())) {
        LOG.warn("image {} is larger than {} bytes or has another hash", name, MAX_BYTES);
        return null;
      }
      synchronized (kept) {
        kept.put(image.sha256(), bytes);
      }
      return bytes;
    } catch (IOException e) {
      LOG.warn("image {} can't be read: {}", name, e.toString());
      return null;
    }
  }
}
