package dev.playloop.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The edge behind a certificate, which is replaced while it serves.
@Tag("slow")
class EdgeTlsTest {
  private static final String TOKEN = "a-token-that-nobody-may-overhear-0123";

  @TempDir private static Path made;

  @TempDir private Path folder;

  private static Pair first;
  private static Pair second;
  private static Pair rsa;

  /// A certificate and its key, in PEM, and what trusts it.
  private record Pair(Certificate certificate, String certificatePem, String keyPem) {}

  @BeforeAll
  static void make() throws Exception {
    first = pair("first", List.of("-keyalg", "EC", "-groupname", "secp256r1"));
    second = pair("second", List.of("-keyalg", "EC", "-groupname", "secp256r1"));
    rsa = pair("rsa", List.of("-keyalg", "RSA", "-keysize", "2048"));
  }

  @Test
  void itServesOverTlsToWhoeverTrustsItsCertificate() throws Exception {
    for (Pair pair : List.of(first, rsa)) {
      try (HttpEdge edge = edge(files(pair, pair))) {
        assertThat(edge.address().getScheme()).isEqualTo("https");
        assertThat(get(edge, pair).statusCode()).isEqualTo(200);
        assertThatThrownBy(() -> get(edge, second)).isInstanceOf(SSLHandshakeException.class);
      }
    }
  }

  @Test
  void newFilesAreTakenWithoutARestartAndHalfWrittenOnesAreNot() throws Exception {
    TlsFiles files = files(first, first);
    try (HttpEdge edge = edge(files)) {
      assertThat(get(edge, first).statusCode()).isEqualTo(200);

      write(files.certificate(), second.certificatePem());
      edge.look();
      assertThat(get(edge, first).statusCode()).as("the key is not there yet").isEqualTo(200);
      write(files.certificate(), "-----BEGIN CERT");
      edge.look();
      assertThat(get(edge, first).statusCode()).as("half a file").isEqualTo(200);

      write(files.certificate(), second.certificatePem());
      write(files.key(), second.keyPem());
      edge.look();
      assertThat(get(edge, second).statusCode()).isEqualTo(200);
      assertThatThrownBy(() -> get(edge, first)).isInstanceOf(SSLHandshakeException.class);
    }
  }

  @Test
  void filesThatCanNotBeUsedAreNamedAtTheStart() throws IOException {
    TlsFiles mixed = files(first, second);
    assertThatThrownBy(() -> edge(mixed).close())
        .isInstanceOf(InvalidTlsFiles.class)
        .hasMessageContaining(mixed.key().toString())
        .hasMessageContaining("it is not the key of");

    TlsFiles none = new TlsFiles(folder.resolve("none.pem"), mixed.key());
    assertThatThrownBy(() -> edge(none).close())
        .isInstanceOf(InvalidTlsFiles.class)
        .hasMessageContaining("none.pem");

    write(mixed.key(), first.certificatePem());
    assertThatThrownBy(() -> edge(mixed).close())
        .isInstanceOf(InvalidTlsFiles.class)
        .hasMessageContaining("BEGIN PRIVATE KEY");
  }

  @Test
  void whoSpeaksPlainlyToItGetsNoAnswerOfOurs() throws Exception {
    try (HttpEdge edge = edge(files(first, first));
        Socket plain = new Socket(InetAddress.getLoopbackAddress(), edge.port())) {
      plain.setSoTimeout(30_000);
      String request = "GET / HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + TOKEN;
      plain.getOutputStream().write((request + "\r\n\r\n").getBytes(US_ASCII));
      assertThat(new String(plain.getInputStream().readAllBytes(), ISO_8859_1))
          .doesNotContain("fine");
      assertThat(get(edge, first).statusCode()).isEqualTo(200);
    }
  }

  private HttpEdge edge(TlsFiles files) {
    EdgeOptions options =
        EdgeOptions.loopback("the test", "THE_PORT", 0).withToken(TOKEN).withTls(files, false);
    HttpEdge edge = HttpEdge.bind(options);
    return edge.serve(new EdgeRoutes().guarded("GET", "/", _ -> EdgeAnswer.text(200, "fine")));
  }

  private static HttpResponse<String> get(HttpEdge edge, Pair trusted) throws Exception {
    URI address = URI.create("https://localhost:" + edge.port() + "/");
    try (HttpClient client = HttpClient.newBuilder().sslContext(trusting(trusted)).build()) {
      return client.send(
          HttpRequest.newBuilder(address).header("Authorization", "Bearer " + TOKEN).build(),
          BodyHandlers.ofString());
    }
  }

  private static SSLContext trusting(Pair pair) throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setCertificateEntry("edge", pair.certificate());
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  private TlsFiles files(Pair certificate, Pair key) throws IOException {
    TlsFiles files = new TlsFiles(folder.resolve("chain.pem"), folder.resolve("key.pem"));
    write(files.certificate(), certificate.certificatePem());
    write(files.key(), key.keyPem());
    return files;
  }

  private void write(Path file, String text) throws IOException {
    Path beside = Files.writeString(folder.resolve("new"), text);
    Files.move(beside, file, StandardCopyOption.REPLACE_EXISTING);
  }

  private static Pair pair(String name, List<String> algorithm) throws Exception {
    KeyStore store = Keytool.localhost(made.resolve(name + ".p12"), "127.0.0.1", algorithm);
    Certificate certificate = store.getCertificate(Keytool.ALIAS);
    return new Pair(
        certificate,
        pem("CERTIFICATE", certificate.getEncoded()),
        pem("PRIVATE KEY", store.getKey(Keytool.ALIAS, Keytool.PASSWORD).getEncoded()));
  }

  private static String pem(String what, byte[] bytes) {
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
        .formatted(what, Base64.getMimeEncoder().encodeToString(bytes), what);
  }
}
