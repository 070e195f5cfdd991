package dev.playloop.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.http.Keytool;
import dev.playloop.http.client.RawServer.Talk;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.HostnameVerificationPolicy;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Calls by https, straight and through a proxy's tunnel.
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class SecureCallsTest {
  private static final Duration CONNECT = Duration.ofSeconds(10);

  @TempDir private static Path made;

  private static SSLContext tls;

  @BeforeAll
  static void make() throws Exception {
    // Of no address of this machine, so that by its address it is somebody else.
    KeyStore store =
        Keytool.localhost(made.resolve("server.p12"), "192.0.2.1", List.of("-keyalg", "EC"));
    KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
    keys.init(store, Keytool.PASSWORD);
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry(Keytool.ALIAS, store.getCertificate(Keytool.ALIAS));
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(trusted);
    tls = SSLContext.getInstance("TLS");
    tls.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
  }

  private static HttpCaller caller(ClientOptions options) {
    return new HttpCaller(
        options, new DefaultClientTlsStrategy(tls, HostnameVerificationPolicy.BUILTIN, null));
  }

  private static ClientOptions direct() {
    return ClientOptions.direct("test", CONNECT, CallerCase.MOST);
  }

  private static HttpOutcome call(HttpCaller caller, String host, RawServer server, Duration limit)
      throws InterruptedException {
    URI uri = URI.create("https://" + host + ":" + server.port() + "/");
    return caller.call(CallerCase.post(uri, "{}"), limit);
  }

  private static HttpOutcome call(HttpCaller caller, RawServer server) throws InterruptedException {
    return call(caller, "localhost", server, CallerCase.LONG);
  }

  @Test
  void anAnswerMayTakeLongerThanAConnectionAlsoOnOneThatIsKept() throws InterruptedException {
    try (HttpCaller patient = caller(direct());
        RawServer quick = new RawServer(tls, CallerCase::answerAll)) {
      assertThat(call(patient, quick)) // a JVM's first handshake takes longest
          .isInstanceOf(HttpOutcome.Answered.class);
    }
    ClientOptions brief = ClientOptions.direct("test", Duration.ofSeconds(5), CallerCase.MOST);
    try (HttpCaller caller = caller(brief);
        RawServer server =
            new RawServer(
                tls,
                peer -> {
                  while (!peer.request().isEmpty()) {
                    for (int i = 0; i < 55; i++) {
                      peer.staysAMoment();
                    }
                    peer.socket().setSoTimeout(0);
                    peer.answer("yes");
                  }
                })) {
      for (int i = 0; i < 2; i++) {
        assertThat(CallerCase.body(call(caller, server))).isEqualTo("yes");
      }
      assertThat(server.connections).hasValue(1);
    }
  }

  @Test
  void whatComesUnaskedIsNoAnswerToTheNext() throws InterruptedException {
    CountDownLatch said = new CountDownLatch(1);
    CountDownLatch read = new CountDownLatch(1);
    try (HttpCaller caller = caller(direct());
        RawServer server =
            new RawServer(
                tls,
                peer -> {
                  peer.request();
                  peer.answer("yes");
                  if (said.getCount() > 0) {
                    read.await();
                    peer.answer("a lie");
                    said.countDown();
                  }
                  CallerCase.answerAll(peer);
                })) {
      assertThat(CallerCase.body(call(caller, server))).isEqualTo("yes");
      read.countDown();
      said.await();
      assertThat(CallerCase.body(call(caller, server))).isEqualTo("yes");
    }
  }

  /// Each of a name's addresses has all the time that a connection may take.
  @Test
  void timeEndsAtWhicheverAddressItIsOver() throws InterruptedException {
    ClientOptions patient =
        ClientOptions.direct("test", Duration.ofMinutes(1), CallerCase.MOST)
            .names(host -> {
              InetAddress here = InetAddress.getLoopbackAddress();
              return new InetAddress[] {here, here, here, here};
            });
    CountDownLatch reached = new CountDownLatch(1);
    try (HttpCaller caller = caller(patient);
        RawServer silent =
            new RawServer(peer -> {
              reached.countDown();
              peer.awaitEnd();
            })) {
      assertThat(call(caller, "localhost", silent, Duration.ofSeconds(10)))
          .isInstanceOfSatisfying(
              HttpOutcome.NotSent.class,
              sent -> assertThat(sent.cause()).hasMessage("there was no connection in time"));
      reached.await();
      assertThat(silent.connections).hasValue(1);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "407 Who Are You\\r\\nContent-Length: 2\\r\\n\\r\\nno | answers 407",
        "302 Found\\r\\nLocation: http://127.0.0.1/\\r\\n\\r\\n | answers 302",
        "403 No\\r\\nContent-Length: 100000\\r\\n\\r\\n | answers 403",
        "200 OK\\r\\n\\r\\nHTTP/1.1 200 OK\\r\\nContent-Length: 6\\r\\n\\r\\nforged | says more"
      })
  void whatAProxySaysIsNoAnswer(String said, String why) throws InterruptedException {
    String text = "HTTP/1.1 " + said.replace("\\r", "\r").replace("\\n", "\n");
    Talk refusing =
        peer -> {
          peer.request();
          peer.say(text);
          peer.awaitEnd();
        };
    try (RawServer proxy = new RawServer(refusing);
        RawServer server = new RawServer(tls, CallerCase::answerAll);
        HttpCaller caller = caller(through(proxy))) {
      assertThat(call(caller, server))
          .isInstanceOfSatisfying(
              HttpOutcome.NotSent.class,
              sent -> assertThat(sent.cause()).hasMessageContaining(why));
      assertThat(server.requests).isEmpty();
    }
  }

  @Test
  void aTunnelLeadsToTheServerItself() throws InterruptedException {
    try (RawServer server = new RawServer(tls, CallerCase::answerAll);
        RawServer proxy = new RawServer(peer -> tunnel(peer, server.port()));
        HttpCaller caller = caller(through(proxy))) {
      assertThat(CallerCase.body(call(caller, server))).isEqualTo("yes");
      assertThat(call(caller, "127.0.0.1", server, CallerCase.LONG))
          .as("its certificate is of another name")
          .isInstanceOf(HttpOutcome.NotSent.class);
      assertThat(server.requests).hasSize(1);
    }
  }

  private static ClientOptions through(RawServer proxy) {
    ClientOptions direct = direct();
    return new ClientOptions(
        direct.purpose(),
        direct.connect(),
        direct.mostBytes(),
        ProxySelector.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), proxy.port())),
        direct.names());
  }

  private static void tunnel(RawServer.Peer peer, int port) throws IOException {
    peer.request();
    try (Socket there = new Socket(InetAddress.getLoopbackAddress(), port)) {
      peer.say("HTTP/1.1 200 OK\r\n\r\n");
      Thread.startVirtualThread(() -> {
        try {
          there.getInputStream().transferTo(peer.out());
        } catch (IOException e) {
          // one of them went away
        }
      });
      peer.in().transferTo(there.getOutputStream());
    }
  }
}
