package dev.playloop.worlds.emulator;

import dev.playloop.http.EdgeAnswer;
import dev.playloop.http.EdgeCall;
import dev.playloop.http.EdgeLimits;
import dev.playloop.http.EdgeOptions;
import dev.playloop.http.EdgeRoutes;
import dev.playloop.http.HttpEdge;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Serves a [Handler] over HTTP, on this machine only. One virtual thread a request; a body has at
/// most 4 MB.
final class RestFront implements AutoCloseable {
  private static final int BODY_MAX = 4 * 1024 * 1024;

  private final HttpEdge edge;

  private RestFront(HttpEdge edge) {
    this.edge = edge;
  }

  /// Open to whoever reaches it, as mGBA-http is.
  static RestFront start(int port, Handler handler) {
    return start(port, null, handler);
  }

  /// Listens; port 0 takes a free one. Where there is a token, clients must send it. Throws
  /// [dev.playloop.http.CannotListen].
  static RestFront start(int port, @Nullable String token, Handler handler) {
    EdgeOptions options =
        EdgeOptions.loopback("the emulator", "--http", port)
            .withToken(token)
            .withLimits(EdgeLimits.standard().withBodyBytes(BODY_MAX));
    HttpEdge edge = HttpEdge.bind(options);
    edge.serve(new EdgeRoutes().guardedRest(call -> answered(handler.handle(request(call)))));
    return new RestFront(edge);
  }

  int port() {
    return edge.port();
  }

  URI address() {
    return edge.address();
  }

  private static Request request(EdgeCall call) {
    return Request.of(
        call.method(), call.path(), call.query(), new String(call.body(), StandardCharsets.UTF_8));
  }

  private static EdgeAnswer answered(Answer answer) {
    return switch (answer) {
      case Answer.Reply reply ->
          EdgeAnswer.of(
              reply.status(), reply.type(), reply.text().getBytes(StandardCharsets.UTF_8));
      case Answer.Hangup _ -> new EdgeAnswer.Hangup();
    };
  }

  @Override
  public void close() {
    edge.close();
  }
}
