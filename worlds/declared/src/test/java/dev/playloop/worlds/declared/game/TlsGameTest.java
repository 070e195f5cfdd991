package dev.playloop.worlds.declared.game;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A game behind https whose certificate a CA of its studio's own signed: asked by JVMs that trust
/// that CA, as somebody configures them, and by others.
@Tag("slow")
class TlsGameTest {
  private static final String PASSWORD = "changeit";

  @TempDir private static Path made;

  private static Path trust;

  private final AtomicInteger requests = new AtomicInteger();

  /// What a JVM of somebody's does: asks once, and prints what came.
  static final class Asking {
    private Asking() {}

    public static void main(String[] args) throws InterruptedException {
      GameLimits limits = new GameLimits(Duration.ofSeconds(90), Duration.ofSeconds(10), 1_000);
      try (HttpGame game = HttpGame.at(GameAddress.of(args[0], List.of()), limits)) {
        GameReply reply =
            game.send(
                new GameRequest(
                    "POST", "/actions", Map.of(), "{}".getBytes(StandardCharsets.UTF_8)));
        System.out.println(
            switch (reply) {
              case GameReply.Came came -> "came " + came.status();
              case GameReply.NotSent notSent -> "not sent: " + notSent.why();
              case GameReply.Lost lost -> "lost: " + lost.why();
            });
      }
    }
  }

  @BeforeAll
  static void make() throws Exception {
    keytool("ca", "-genkeypair -alias ca -keyalg EC -dname CN=Studio -ext bc:c -validity 2");
    keytool("ca", "-exportcert -alias ca -rfc -file", made.resolve("ca.pem").toString());
    signed("localhost", "san=dns:localhost");
    signed("elsewhere", "san=dns:game.example");
    trust = made.resolve("trust.p12");
    keytool("trust", "-importcert -noprompt -alias ca -file", made.resolve("ca.pem").toString());
  }

  @Test
  void aCertificateOfACaThatTheTrustStoreHoldsIsGoodForItsName() throws Exception {
    assertThat(asked("localhost", trusting())).isEqualTo("came 200");
    assertThat(requests).hasValue(1);
  }

  @Test
  void oneThatNobodyVouchesForIsRefusedAndNothingIsSent() throws Exception {
    assertThat(asked("localhost"))
        .isEqualTo(
            "not sent: its certificate is not trusted: nobody vouches for it whom this JVM's trust"
                + " store holds (javax.net.ssl.trustStore)");
    assertThat(requests).hasValue(0);
  }

  @Test
  void oneOfAnotherNameIsRefusedAndNothingIsSent() throws Exception {
    assertThat(asked("elsewhere", trusting()))
        .startsWith("not sent: its certificate is not trusted: ")
        .containsIgnoringCase("subject alternative")
        .contains("localhost");
    assertThat(requests).hasValue(0);
  }

  @Test
  void aTrustStoreThatIsNoneIsToldAndNothingIsSent() throws Exception {
    Path none = Files.writeString(made.resolve("none.p12"), "none");
    assertThat(asked("localhost", "-Djavax.net.ssl.trustStore=" + none))
        .startsWith("not sent: it is not reached: this JVM's TLS can't be used: ");
    assertThat(requests).hasValue(0);
  }

  private static String[] trusting() {
    return new String[] {
      "-Djavax.net.ssl.trustStore=" + trust, "-Djavax.net.ssl.trustStorePassword=" + PASSWORD
    };
  }

  /// What a JVM with these options says of the game with this certificate.
  private String asked(String certificate, String... options) throws Exception {
    HttpsServer server = server(certificate);
    try {
      List<String> words = new ArrayList<>();
      words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      words.addAll(List.of(options));
      words.addAll(List.of("-cp", System.getProperty("java.class.path")));
      words.add(Asking.class.getName());
      words.add("https://localhost:" + server.getAddress().getPort());
      Path said = made.resolve("said");
      Process process =
          new ProcessBuilder(words)
              .redirectOutput(said.toFile())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      assertThat(process.waitFor()).isZero();
      return Files.readString(said).strip();
    } finally {
      server.stop(0);
    }
  }

  private HttpsServer server(String certificate) throws Exception {
    KeyStore store =
        KeyStore.getInstance(made.resolve(certificate + ".p12").toFile(), PASSWORD.toCharArray());
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    HttpsServer server =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    server.createContext(
        "/actions",
        exchange -> {
          try (exchange) {
            requests.incrementAndGet();
            exchange.sendResponseHeaders(200, -1);
          }
        });
    server.start();
    return server;
  }

  /// A certificate under this name in a store of its own, signed by the CA.
  private static void signed(String name, String extension) throws Exception {
    Path request = made.resolve(name + ".csr");
    Path certificate = made.resolve(name + ".pem");
    keytool(name, "-genkeypair -alias game -keyalg EC -dname CN=game -validity 2");
    keytool(name, "-certreq -alias game -file", request.toString());
    keytool(
        "ca",
        "-gencert -alias ca -rfc -validity 2 -ext " + extension + " -infile",
        request.toString(),
        "-outfile",
        certificate.toString());
    keytool(name, "-importcert -noprompt -alias ca -file", made.resolve("ca.pem").toString());
    keytool(name, "-importcert -noprompt -alias game -file", certificate.toString());
  }

  private static void keytool(String store, String words, String... more)
      throws IOException, InterruptedException {
    List<String> all = new ArrayList<>();
    all.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    all.addAll(List.of(words.split(" ", -1)));
    all.addAll(List.of(more));
    all.addAll(List.of("-storetype", "PKCS12", "-storepass", PASSWORD));
    all.addAll(List.of("-keystore", made.resolve(store + ".p12").toString()));
    Process process =
        new ProcessBuilder(all)
            .redirectErrorStream(true)
            .redirectOutput(made.resolve("keytool.log").toFile())
            .start();
    assertThat(process.waitFor())
        .as("%s: %s", all, Files.readString(made.resolve("keytool.log")))
        .isZero();
  }
}
