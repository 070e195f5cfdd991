package dev.playloop.http;

import dev.playloop.http.EdgeRoutes.Found;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Promise;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes one request from its head to its answer, on a virtual thread: gate, route, caller, body,
/// handler.
final class Door extends Handler.Abstract {
  private static final Logger LOG = LoggerFactory.getLogger(Door.class);

  /// So many times the bound is read of a body that is refused.
  private static final int READ_AWAY = 4;

  private final EdgeOptions options;
  private final EdgeRoutes routes;
  private final Connections connections;
  private final Admission gate;
  private final Semaphore calls;

  Door(EdgeOptions options, EdgeRoutes routes, Connections connections) {
    this.options = options;
    this.routes = routes;
    this.connections = connections;
    this.gate = new Admission(options, routes.callers(), routes.sessions());
    this.calls = new Semaphore(options.limits().calls());
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    Connection connection = request.getConnectionMetaData().getConnection();
    connections.receiving(connection);
    routes.always().forEach(response.getHeaders()::put);
    Request.addCompletionListener(request, _ -> connections.answered(connection));
    switch (answer(request, connection)) {
      case EdgeAnswer.Full full -> {
        connections.sending(connection);
        send(full, request, response, callback);
      }
      case EdgeAnswer.Streamed streamed -> stream(streamed, response, connection, callback);
      case EdgeAnswer.Hangup _ -> {
        connection.getEndPoint().close();
        callback.succeeded();
      }
    }
    return true;
  }

  private EdgeAnswer answer(Request request, Connection connection) {
    try {
      gate.everybody(request, routes.isLanding(request.getHttpURI().getPath()));
      return switch (routes.find(request.getMethod(), request.getHttpURI().getPath())) {
        case Found.Hit hit -> counted(hit, request, connection);
        case Found.OtherMethods(String allow) -> Admission.notAllowed(allow);
        case Found.Nothing() ->
            EdgeAnswer.problem(
                Problem.of(404, "not-found", "Nothing is here", "There is no such path"));
      };
    } catch (Problem.Refused e) {
      return EdgeAnswer.problem(e.problem());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return EdgeAnswer.problem(
          Problem.of(503, "unavailable", "Closing", options.purpose() + " is closing"));
    } catch (RuntimeException e) {
      // The classified last resort: whatever is left is a bug of ours, and no caller's business.
      LOG.error("A request to {} failed by a bug", options.purpose(), e);
      return EdgeAnswer.problem(Problem.of(500, "bug", "Internal error", "The log says more"));
    }
  }

  private EdgeAnswer counted(Found.Hit hit, Request request, Connection connection)
      throws InterruptedException {
    Caller caller = gate.caller(hit.route(), request);
    readAway(request);
    gate.body(request);
    byte[] body = body(request);
    if (!calls.tryAcquire()) {
      throw Problem.of(
              429, "busy", "Too many requests at once", options.purpose() + " has its hands full")
          .refused();
    }
    try {
      connections.answering(connection);
      return hit.route().handler().handle(call(request, hit.segment(), caller, body));
    } finally {
      calls.release();
    }
  }

  private byte[] body(Request request) throws InterruptedException {
    int limit = options.limits().bodyBytes();
    CompletableFuture<byte[]> body = new CompletableFuture<>();
    Content.Source.asByteArrayAsync(request, limit, Promise.Invocable.toPromise(body));
    try {
      return body.get(options.limits().bodyTime().toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw Problem.of(
              408,
              "too-slow",
              "Too slow",
              "a body has to come within " + options.limits().bodyTime().toSeconds() + " s")
          .refused();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IllegalStateException) {
        throw Problem.tooLarge("body", limit, "more").refused();
      }
      throw Problem.of(400, "http", "Bad request", "the body did not arrive as a whole").refused();
    }
  }

  /// Reads a body that is beyond the bound, but not far, and keeps none of it: who still writes
  /// when the connection ends never sees why.
  private void readAway(Request request) throws InterruptedException {
    long length = request.getLength();
    long limit = options.limits().bodyBytes();
    if (length <= limit || length > READ_AWAY * limit) {
      return;
    }
    CompletableFuture<Void> read = new CompletableFuture<>();
    Content.Source.consumeAll(
        request, Callback.from(() -> read.complete(null), read::completeExceptionally));
    try {
      read.get(options.limits().bodyTime().toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException e) {
      LOG.debug("A body that is too large for {} did not come either", options.purpose());
    }
  }

  private static EdgeCall call(
      Request request, String segment, @Nullable Caller caller, byte[] body) {
    Map<String, String> headers = new HashMap<>();
    for (HttpField field : request.getHeaders()) {
      String value = field.getValue() == null ? "" : field.getValue();
      headers.merge(field.getName().toLowerCase(Locale.ROOT), value, (a, b) -> a + ", " + b);
    }
    return EdgeCallBuilder.builder()
        .method(request.getMethod())
        .path(request.getHttpURI().getPath())
        .segment(segment)
        .query(request.getHttpURI().getQuery())
        .caller(caller)
        .headers(headers)
        .body(body)
        .build();
  }

  /// Between two writes the connection counts as one that is being answered, so that a silent
  /// stream is not closed; within one it counts as sending, so that a reader who does not read is.
  private void stream(
      EdgeAnswer.Streamed answer, Response response, Connection connection, Callback callback) {
    response.setStatus(200);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, answer.type());
    response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
    response.getHeaders().put("X-Accel-Buffering", "no"); // of proxies that would gather it
    response.getHeaders().put(HttpHeader.CONNECTION, "close");
    try {
      answer
          .body()
          .writeTo(bytes -> {
            connections.sending(connection);
            Content.Sink.write(response, false, ByteBuffer.wrap(bytes));
            connections.answering(connection);
          });
      response.write(true, ByteBuffer.allocate(0), callback);
    } catch (IOException e) {
      LOG.debug("A reader of {} is gone", options.purpose());
      callback.failed(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      callback.failed(e);
    } catch (RuntimeException e) {
      // The classified last resort, as above: the head is out, so there is no other answer.
      LOG.error("A stream of {} failed by a bug", options.purpose(), e);
      callback.failed(e);
    }
  }

  private static void send(
      EdgeAnswer.Full answer, Request request, Response response, Callback callback) {
    response.setStatus(answer.status());
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, answer.type());
    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, answer.body().length);
    answer.headers().forEach(response.getHeaders()::put);
    if (!request.consumeAvailable()) {
      // What is still to come would be read as the next request.
      response.getHeaders().put(HttpHeader.CONNECTION, "close");
    }
    response.write(true, ByteBuffer.wrap(answer.body()), callback);
  }
}
