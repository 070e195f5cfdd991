package dev.playloop.ingest.clients;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/// A gateway that answers as a fixture's script says, attempt by attempt, and 202 behind its end.
/// It keeps every request. Each connection has a thread of its own; all else is guarded by this.
final class StubGateway implements AutoCloseable {
  private static final int MOST_BYTES = 4 << 20;

  private final ServerSocket socket;
  private final JsonNode script;
  private final Consumer<Boolean> held;
  private final List<Request> requests = new ArrayList<>();
  private final List<Socket> open = new ArrayList<>();
  private final CountDownLatch end = new CountDownLatch(1);
  private CountDownLatch release = new CountDownLatch(1);
  private double now;
  private int connections;

  /// What came, and when by the judge's time; `answered` is the status it was told, 0 where none.
  @SuppressWarnings("ArrayRecordComponent") // compared nowhere
  record Request(double at, String line, Map<String, String> headers, byte[] body, int[] answered) {
    String text() {
      return new String(body, StandardCharsets.UTF_8);
    }
  }

  /// `held` is told when a request is kept without an answer.
  StubGateway(JsonNode script, Consumer<Boolean> held) {
    this.script = script;
    this.held = held;
    try {
      socket = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofVirtual().start(this::accept);
  }

  String address() {
    return "http://127.0.0.1:" + socket.getLocalPort();
  }

  synchronized void now(double time) {
    now = time;
  }

  synchronized List<Request> requests() {
    return List.copyOf(requests);
  }

  synchronized int connections() {
    return connections;
  }

  /// Answers what is held.
  synchronized void release() {
    CountDownLatch waiting = release;
    release = new CountDownLatch(1);
    waiting.countDown();
  }

  private void accept() {
    try {
      while (true) {
        Socket connection = socket.accept();
        connection.setTcpNoDelay(true);
        synchronized (this) {
          connections++;
          open.add(connection);
        }
        Thread.ofVirtual().start(() -> serve(connection));
      }
    } catch (IOException e) {
      // It is closed.
    }
  }

  private void serve(Socket connection) {
    try (connection) {
      InputStream in = connection.getInputStream();
      OutputStream out = connection.getOutputStream();
      boolean more = true;
      while (more) {
        String head = head(in);
        if (head.isEmpty()) {
          return;
        }
        more = answer(head, in, out);
      }
    } catch (IOException | InterruptedException e) {
      // The client has gone, or the fixture ends.
    }
  }

  /// Whether another request may follow.
  private boolean answer(String head, InputStream in, OutputStream out)
      throws IOException, InterruptedException {
    String[] lines = head.split("\r\n", -1);
    Map<String, String> headers = new HashMap<>();
    for (int i = 1; i < lines.length; i++) {
      String[] parts = lines[i].split(":", 2);
      headers.put(parts[0].trim().toLowerCase(Locale.ROOT), parts[1].trim());
    }
    int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
    byte[] body = in.readNBytes(Math.min(MOST_BYTES, length));
    int[] answered = {0};
    JsonNode told;
    CountDownLatch kept;
    synchronized (this) {
      told = script.path(requests.size());
      requests.add(new Request(now, lines[0], headers, body, answered));
      kept = release;
    }
    if (told.path("silent").asBoolean(false)) {
      end.await();
      return false;
    }
    if (told.path("hold").asBoolean(false)) {
      held.accept(true);
      kept.await();
    }
    String cut = told.path("cut").asString("");
    if (cut.equals("before")) {
      return false;
    }
    byte[] answer = Answers.bytes(told, body);
    if (cut.equals("half")) {
      out.write(answer, 0, answer.length - 5);
      out.flush();
      return false;
    }
    answered[0] = told.path("status").asInt(202);
    out.write(answer);
    out.flush();
    return !told.path("close").asBoolean(false);
  }

  private static String head(InputStream in) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    int ends = 0;
    while (ends < 4) {
      int next = in.read();
      if (next < 0) {
        return "";
      }
      head.write(next);
      ends = next == (ends % 2 == 0 ? '\r' : '\n') ? ends + 1 : 0;
    }
    return head.toString(StandardCharsets.ISO_8859_1).strip();
  }

  @Override
  public void close() {
    end.countDown();
    release();
    try {
      socket.close();
      for (Socket connection : List.copyOf(open)) {
        connection.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
