package dev.playloop.client;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.function.Consumer;

/** Where events go, who sends them, and what a client may use. All but the first three may stay. */
public final class Options {
  final URI endpoint;
  final String token;
  final String source;
  int maxEvents = 10_000;
  long maxBytes = 8_388_608;
  int batchEvents = 100;
  int batchBytes = 1_000_000;
  double lingerMs = 50;
  long requestTimeoutMs = 10_000;
  double backoffMs = 250;
  double backoffMaxMs = 30_000;
  Consumer<Problem> onProblem = problem -> {};

  /**
   * @param url such as http://127.0.0.1:8080
   * @param token null where the gateway wants none
   * @param source a URI reference; by it and its id an event is known
   */
  public Options(String url, String token, String source) {
    this.endpoint = endpoint(url);
    if (token != null && !token.matches("[\\x21-\\x7e]+")) {
      throw new IllegalArgumentException(
          "token: expected visible ASCII characters, as the gateway gave it");
    }
    if (source == null || source.isEmpty() || source.length() > 512) {
      throw new IllegalArgumentException(
          "source: expected a URI reference of 1 to 512 characters, as /my-game");
    }
    this.token = token;
    this.source = source;
  }

  private static URI endpoint(String url) {
    URI uri;
    try {
      uri = new URI(url);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("url: expected http://host:port or https://host:port");
    }
    if (uri.getUserInfo() != null) {
      throw new IllegalArgumentException(
          "url: expected no user or password in it; the token says who calls");
    }
    if (!("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))
        || uri.getHost() == null || uri.getQuery() != null) {
      throw new IllegalArgumentException("url: expected http://host:port or https://host:port");
    }
    return URI.create(
        uri.getScheme() + "://" + uri.getRawAuthority()
            + uri.getRawPath().replaceAll("/+$", "") + "/v1/events");
  }

  /** Most events and bytes that wait; the oldest go first. */
  public Options queue(int events, long bytes) {
    if (events < 1 || bytes < 1) {
      throw new IllegalArgumentException("maxEvents and maxBytes: expected positive numbers");
    }
    maxEvents = events;
    maxBytes = bytes;
    return this;
  }

  /** Most events and bytes of a request, and how long the first of them waits for others. */
  public Options batch(int events, int bytes, double linger) {
    if (events < 1 || events > 100 || bytes < 2 || bytes > 1_048_576 || linger < 0) {
      throw new IllegalArgumentException(
          "batchEvents: expected 1 to 100, and batchBytes at most 1048576");
    }
    batchEvents = events;
    batchBytes = bytes;
    lingerMs = linger;
    return this;
  }

  /** How long the gateway may take to answer, and how long to wait after it failed. */
  public Options times(long requestMs, double backoff, double backoffMax) {
    if (requestMs < 1 || backoff < 1) {
      throw new IllegalArgumentException("requestTimeoutMs and backoffMs: expected positive numbers");
    }
    requestTimeoutMs = requestMs;
    backoffMs = backoff;
    backoffMaxMs = backoffMax;
    return this;
  }

  /** Who hears of problems, on the client's thread. */
  public Options onProblem(Consumer<Problem> listener) {
    onProblem = listener;
    return this;
  }

  @Override
  public String toString() {
    return "Options(" + endpoint + ", token=***)";
  }
}
