package dev.playloop.reasoner.image;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.Part;
import dev.playloop.schemas.event.Turn;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// An image is what has the hash that was asked for, and nothing else.
class HashedImagesTest {
  private static final byte[] SCREEN = {1, 2, 3, 4};

  @TempDir Path folder;

  @Test
  void anImageInTheFolderIsFoundByItsHash() throws Exception {
    Files.write(folder.resolve(Sha256.hex(SCREEN) + ".png"), SCREEN);

    assertThat(images().find(image(Sha256.hex(SCREEN)))).isEqualTo(SCREEN);
    assertThat(
            images()
                .of(
                    new Turn.Body(
                        List.of(), List.of(new Message.User(List.of(image(Sha256.hex(SCREEN))))))))
        .containsEntry(Sha256.hex(SCREEN), "data:image/png;base64,AQIDBA==");
  }

  @Test
  void anImageOverHttpIsFoundByItsHash() throws Exception {
    try (Server server = Server.of("/screens/" + Sha256.hex(SCREEN) + ".png", SCREEN)) {
      Images images = HashedImages.at(server.url() + "/screens");

      assertThat(images.find(image(Sha256.hex(SCREEN)))).isEqualTo(SCREEN);
      assertThat(images.find(image(Sha256.hex("another")))).isNull();
    }
  }

  @Test
  void bytesWithAnotherHashAreNoImage() throws Exception {
    Files.write(folder.resolve(Sha256.hex(SCREEN) + ".png"), new byte[] {9});

    assertThat(images().find(image(Sha256.hex(SCREEN)))).isNull();
  }

  @Test
  void whatIsTooLargeIsNoImage() throws Exception {
    byte[] large = new byte[HashedImages.MAX_BYTES + 1];
    Files.write(folder.resolve(Sha256.hex(large) + ".png"), large);

    assertThat(images().find(image(Sha256.hex(large)))).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"../secret", "/etc/passwd", "", "9F86D081", "ab"})
  void whatIsNoHashNamesNoFile(String hash) throws Exception {
    Files.write(folder.resolveSibling("secret.png"), SCREEN);

    assertThat(images().find(image(hash))).isNull();
  }

  @Test
  void aFormatThatModelsDoNotTakeIsNoImage() throws Exception {
    String hash = Sha256.hex(SCREEN);
    Files.write(folder.resolve(hash + ".png"), SCREEN);

    assertThat(images().find(new Part.Image(hash, "", "image/svg+xml"))).isNull();
  }

  private Images images() {
    return HashedImages.at(folder.toString());
  }

  private static Part.Image image(String hash) {
    return new Part.Image(hash, "file:///elsewhere.png", "image/png");
  }

  /// Serves one file.
  private record Server(HttpServer http) implements AutoCloseable {
    static Server of(String path, byte[] bytes) throws IOException {
      HttpServer http =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      http.createContext(
          "/",
          exchange -> {
            try (exchange) {
              boolean known = exchange.getRequestURI().getPath().equals(path);
              exchange.sendResponseHeaders(known ? 200 : 404, known ? bytes.length : -1);
              if (known) {
                exchange.getResponseBody().write(bytes);
              }
            }
          });
      http.start();
      return new Server(http);
    }

    String url() {
      return "http://127.0.0.1:" + http.getAddress().getPort();
    }

    @Override
    public void close() {
      http.stop(0);
    }
  }
}
