package dev.playloop.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.http.Wire.Answered;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.function.Executable;

/// What strangers send to a listening HTTP socket. After each attack the server must have refused
/// with problem JSON or closed the connection, never said 5xx, taken nothing in, and still answer a
/// good request. Played on every socket that listens.
public final class HostileHttp {
  private static final int IDLERS = 1_000;

  private final Target target;

  private final FutureTask<Boolean> slowHeader = new FutureTask<>(this::slowHeader, true);

  private final FutureTask<Boolean> slowBody = new FutureTask<>(this::slowBody, true);

  private HostileHttp(Target target) {
    this.target = target;
  }

  /// Who is attacked.
  ///
  /// @param get a path that answers GET
  /// @param answer with which status
  /// @param post a path that takes POST with a body
  /// @param problems whether what is not there is told as a problem too; not where another server
  ///   is imitated
  @RecordBuilder
  public record Target(
      String name,
      URI address,
      String get,
      int answer,
      String post,
      @Nullable String token,
      boolean problems) {
    public static Target of(
        String name, URI address, String get, String post, @Nullable String token) {
      return new Target(name, address, get, 200, post, token, true);
    }

    String host() {
      return address.getHost() + ":" + address.getPort();
    }

    /// The rest of a good head, to its end.
    String head() {
      return "Host: " + host() + "\r\n" + authorization();
    }

    String authorization() {
      return token == null ? "" : "Authorization: Bearer " + token + "\r\n";
    }
  }

  /// All attacks on all of them. The slow ones begin at once, beside the others: each lasts for as
  /// long as its server waits.
  public static Stream<DynamicTest> on(Target... targets) {
    List<HostileHttp> all = Stream.of(targets).map(HostileHttp::new).toList();
    for (HostileHttp each : all) {
      Thread.ofVirtual().start(each.slowHeader);
      Thread.ofVirtual().start(each.slowBody);
    }
    return all.stream().flatMap(HostileHttp::tests);
  }

  /// The last one takes so many connections that it would end the slow ones.
  private Stream<DynamicTest> tests() {
    return Stream.concat(
        new HostileRequests(target)
            .attacks().stream().map(attack -> test(attack.name(), () -> play(attack))),
        Stream.of(
            test("a half-closed socket", this::halfClosed),
            test("half a request and no more", this::halfRequest),
            test("endless chunks", this::endlessChunks),
            test("a slow header", slowHeader::get),
            test("a slow body", slowBody::get),
            test("1,000 idle connections", this::idlers)));
  }

  private DynamicTest test(String name, Executable attack) {
    return DynamicTest.dynamicTest(target.name() + ": " + name, attack);
  }

  private void play(HostileRequests.Attack attack) throws IOException {
    List<Answered> answers;
    try (Wire wire = Wire.to(target.address())) {
      try {
        wire.send(attack.bytes());
        wire.sendNoMore();
      } catch (IOException refusedAlready) {
        // The server has closed the connection before it read all.
      }
      answers = wire.untilClosed();
    }
    if (answers.isEmpty()) {
      // Where a server closes while bytes are on the way, the reset can overtake the answer.
      assertThat(attack.statuses()).as("an end without an answer").containsAnyOf(0, 413, 414, 431);
    } else {
      assertThat(answers).as("nothing is smuggled in behind it").hasSize(1);
      Answered answer = answers.getFirst();
      assertThat(attack.statuses()).as("%s", answer).contains(answer.status());
      if (target.problems() || (answer.status() != 404 && answer.status() != 405)) {
        assertThat(answer.isProblem()).as("%s", answer).isTrue();
      }
    }
    answersAGoodRequest();
  }

  private void answersAGoodRequest() throws IOException {
    try (Wire wire = Wire.to(target.address())) {
      Answered answer =
          wire.send("GET " + target.get() + " HTTP/1.1\r\n" + target.head() + "\r\n").next();
      assertThat(answer.status()).as("%s", answer).isEqualTo(target.answer());
    }
  }

  /// A byte now and then must not hold a connection.
  private void slowHeader() {
    drip("GET " + target.get() + " HTTP/1.1\r\n" + target.head() + "X-A: ");
  }

  private void slowBody() {
    drip(
        "POST " + target.post() + " HTTP/1.1\r\n" + target.head() + "Content-Length: 9999\r\n\r\n");
  }

  private void drip(String begin) {
    try {
      drip(begin, Wire.to(target.address()));
      answersAGoodRequest();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void drip(String begin, Wire opened) throws IOException {
    try (Wire wire = opened) {
      wire.send(begin);
      boolean closed = false;
      for (int i = 0; i < 600 && !closed; i++) {
        LockSupport.parkNanos(100_000_000);
        try {
          wire.send("x");
          closed = wire.isClosed();
        } catch (IOException e) {
          closed = true;
        }
        // An answer is read too: 408 comes before the end.
      }
      assertThat(closed).as("the connection was closed").isTrue();
    }
  }

  private void halfClosed() throws IOException {
    try (Wire wire = Wire.to(target.address())) {
      wire.send("GET " + target.get() + " HTTP/1.1\r\n" + target.head() + "\r\n");
      wire.sendNoMore();
      assertThat(wire.next().status()).isEqualTo(target.answer());
      assertThat(wire.next().status()).as("then the server closes too").isZero();
    }
    answersAGoodRequest();
  }

  private void halfRequest() throws IOException {
    try (Wire wire = Wire.to(target.address())) {
      wire.send(
          "POST " + target.post() + " HTTP/1.1\r\n" + target.head() + "Content-Length: 9\r\n\r\nx");
      wire.sendNoMore();
      assertThat(wire.untilClosed()).allSatisfy(a -> assertThat(a.status()).isBetween(400, 499));
    }
    answersAGoodRequest();
  }

  private void endlessChunks() throws IOException {
    try (Wire wire = Wire.to(target.address())) {
      wire.send(
          "POST "
              + target.post()
              + " HTTP/1.1\r\n"
              + target.head()
              + "Transfer-Encoding: chunked\r\n\r\n");
      String chunk = "10000\r\n" + "x".repeat(0x10000) + "\r\n";
      boolean ended = false;
      for (int sent = 0; sent < 10_000 && !ended; sent++) {
        try {
          wire.send(chunk);
        } catch (IOException e) {
          ended = true;
        }
      }
      assertThat(ended).as("600 MB are not taken").isTrue();
    }
    answersAGoodRequest();
  }

  private void idlers() throws IOException {
    List<Wire> idle = new ArrayList<>();
    try {
      for (int i = 0; i < IDLERS; i++) {
        idle.add(Wire.to(target.address()));
      }
      answersAGoodRequest();
      long open = IDLERS;
      for (int looks = 0; looks < 100 && open > 600; looks++) {
        open = 0;
        for (Wire wire : idle) {
          open += wire.isClosed() ? 0 : 1;
        }
      }
      assertThat(open).as("connections still open").isLessThanOrEqualTo(600);
    } finally {
      for (Wire wire : idle) {
        wire.close();
      }
    }
    answersAGoodRequest();
  }
}
