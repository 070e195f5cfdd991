package dev.playloop.worlds.declared.game;

import dev.playloop.http.client.ClientOptions;
import dev.playloop.http.client.HttpCall;
import dev.playloop.http.client.HttpCaller;
import dev.playloop.http.client.HttpOutcome;
import dev.playloop.schemas.Printable;
import java.io.IOException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Sends requests to one game by HTTP/1.1, each once: follows no redirection, asks no proxy, and
/// bounds time and size of what comes. Called on many threads at once, which share its connections;
/// those go to addresses that may be asked, and no others.
public final class HttpGame implements AutoCloseable {
  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final int SHOWN = 80;
  private static final int LONGER = 160;

  private final GameAddress address;
  private final GameLimits limits;
  private final HttpCaller http;

  private HttpGame(GameAddress address, GameLimits limits) {
    this.address = address;
    this.limits = limits;
    this.http =
        new HttpCaller(
            ClientOptions.direct("game", CONNECT, limits.maxBody()).names(address::resolve));
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
    Map<String, String> headers = new HashMap<>(request.headers());
    headers.put("Accept", "application/json");
    HttpCall call;
    try {
      call = new HttpCall(request.method(), address.at(request.path()), headers, request.body());
    } catch (IllegalArgumentException e) {
      return new GameReply.NotSent("it can't be asked: " + e.getMessage());
    }
    return switch (http.call(call, limits.exchange())) {
      case HttpOutcome.Answered came ->
          new GameReply.Came(came.status(), came.body(), came.header("location"));
      case HttpOutcome.TooLong _ ->
          new GameReply.Lost("an answer of more than " + limits.maxBody() + " bytes");
      case HttpOutcome.Late _ ->
          new GameReply.Lost("no answer within " + limits.exchange().toMillis() + " ms");
      case HttpOutcome.Broken(IOException cause, boolean _) ->
          new GameReply.Lost("the connection ended without an answer: " + why(cause));
      case HttpOutcome.NotSent(IOException cause) -> notSent(cause);
    };
  }

  private static GameReply notSent(IOException cause) {
    CertificateException refused = untrusted(cause);
    return new GameReply.NotSent(
        refused == null
            ? "it is not reached: " + why(cause)
            : "its certificate is not trusted: " + Printable.brief(told(refused), LONGER));
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

  private static String why(IOException cause) {
    return cause.getMessage() == null
        ? cause.getClass().getSimpleName()
        : Printable.brief(cause.getMessage(), SHOWN);
  }

  @Override
  public void close() {
    http.close();
  }

  @Override
  public String toString() {
    return "HttpGame[" + host() + "]";
  }
}
