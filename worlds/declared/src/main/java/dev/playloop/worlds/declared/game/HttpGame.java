package dev.playloop.worlds.declared.game;

import dev.playloop.schemas.Printable;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// Sends requests to one game by HTTP/1.1, each once: follows no redirection, asks no proxy, and
/// bounds time and size of what comes. A POST goes out on one connection and no other, whatever
/// becomes of that; of a GET the JDK may try again where a kept connection was dead. Called on many
/// threads at once, which share its connections.
public final class HttpGame implements AutoCloseable {
  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final int SHOWN = 80;
  private static final int LONGER = 160;

  private final GameAddress address;
  private final GameLimits limits;

  /// Between what the callers do: on threads of the system each step of a call would wake one.
  private final ExecutorService callbacks =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("game-http-", 0).factory());

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .executor(callbacks)
          .connectTimeout(CONNECT)
          .followRedirects(HttpClient.Redirect.NEVER)
          .proxy(HttpClient.Builder.NO_PROXY) // it would resolve the name anew
          .build();

  private HttpGame(GameAddress address, GameLimits limits) {
    this.address = address;
    this.limits = limits;
  }

  /// Opens no connection yet.
  public static HttpGame at(GameAddress address, GameLimits limits) {
    return new HttpGame(address, limits);
  }

  /// Which game it is, for people.
  public String host() {
    return address.host();
  }

  GameLimits limits() {
    return limits;
  }

  /// Sends it once, where that is allowed, and waits for the whole answer.
  public GameReply send(GameRequest request) throws InterruptedException {
    String refusal = address.refusal();
    if (refusal != null) {
      return new GameReply.NotSent(refusal);
    }
    HttpRequest.Builder building =
        HttpRequest.newBuilder(address.at(request.path()))
            .header("Accept", "application/json")
            .method(
                request.method(),
                request.body().length == 0
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofByteArray(request.body()));
    request.headers().forEach(building::header);
    CompletableFuture<HttpResponse<byte[]>> reply =
        http.sendAsync(
            building.build(), BodyHandlers.limiting(BodyHandlers.ofByteArray(), limits.maxBody()));
    boolean ended = false;
    try {
      HttpResponse<byte[]> response =
          reply.get(limits.exchange().toMillis(), TimeUnit.MILLISECONDS);
      ended = true;
      return new GameReply.Came(
          response.statusCode(),
          response.body(),
          response.headers().firstValue("Location").orElse(null));
    } catch (TimeoutException e) {
      return new GameReply.Lost("no answer within " + limits.exchange().toMillis() + " ms");
    } catch (ExecutionException e) {
      ended = true;
      return failed(e.getCause());
    } finally {
      if (!ended) {
        reply.cancel(true); // ends the connection, too
      }
    }
  }

  /// Who could not connect, or did not trust who was there, has sent nothing.
  private static GameReply failed(@Nullable Throwable cause) {
    CertificateException refused = untrusted(cause);
    if (refused != null) {
      return new GameReply.NotSent(
          "its certificate is not trusted: " + Printable.brief(told(refused), LONGER));
    }
    String why = why(cause);
    return cause instanceof ConnectException || cause instanceof HttpConnectTimeoutException
        ? new GameReply.NotSent("it is not reached: " + why)
        : new GameReply.Lost("the connection ended without an answer: " + why);
  }

  private static @Nullable CertificateException untrusted(@Nullable Throwable cause) {
    Throwable each = cause;
    for (int i = 0; each != null && i < 10; i++, each = each.getCause()) {
      if (each instanceof CertificateException refused) {
        return refused;
      }
    }
    return null;
  }

  /// As the JDK says it, but for the commonest: it names a class of its own there.
  private static String told(CertificateException refused) {
    return refused.getCause() instanceof CertPathBuilderException
        ? "nobody vouches for it whom this JVM's trust store holds (javax.net.ssl.trustStore)"
        : String.valueOf(refused.getMessage());
  }

  private static String why(@Nullable Throwable cause) {
    if (cause instanceof IOException && cause.getMessage() != null) {
      return Printable.brief(cause.getMessage(), SHOWN);
    }
    return cause == null ? "unknown" : cause.getClass().getSimpleName();
  }

  @Override
  public void close() {
    http.shutdownNow();
    callbacks.shutdownNow();
  }

  @Override
  public String toString() {
    return "HttpGame[" + host() + "]";
  }
}
