package dev.playloop.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;

/// Makes certificates of this machine by the tool of the JDK that runs the tests.
public final class Keytool {
  public static final char[] PASSWORD = "changeit".toCharArray();

  /// Under which a store has its certificate and key.
  public static final String ALIAS = "server";

  private Keytool() {}

  /// A store with one certificate, signed by itself, of `localhost` and this address.
  ///
  /// @param algorithm the tool's words for it
  public static KeyStore localhost(Path file, String address, List<String> algorithm)
      throws Exception {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    words.addAll(List.of("-genkeypair", "-alias", ALIAS, "-dname", "CN=localhost"));
    words.addAll(List.of("-ext", "san=dns:localhost,ip:" + address, "-validity", "2"));
    words.addAll(List.of("-storetype", "PKCS12", "-keystore", file.toString()));
    words.addAll(List.of("-storepass", new String(PASSWORD)));
    words.addAll(algorithm);
    assertThat(new ProcessBuilder(words).inheritIO().start().waitFor()).isZero();
    return KeyStore.getInstance(file.toFile(), PASSWORD);
  }
}
