package dev.playloop.http;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Where one edge listens and whom it lets in.
///
/// @param purpose who listens, for messages: "the HTTP gateway"
/// @param portSetting what to set where the port is taken
/// @param port 0 takes a free one
/// @param token what guarded routes ask for; null: they are open to whoever reaches them
/// @param ratePerSecond how many calls of guarded routes a second the token is good for; 0: any
/// @param tls null: plain HTTP
/// @param plainBehindFront whether something in front ends TLS, so that a token may come in plain
/// @param names hosts that callers may name besides loopback and the address that they reach; with
///   a port, or without for any port
public record EdgeOptions(
    String purpose,
    String portSetting,
    String host,
    int port,
    @Nullable String token,
    int ratePerSecond,
    @Nullable TlsFiles tls,
    boolean plainBehindFront,
    Set<String> names,
    EdgeLimits limits) {
  public EdgeOptions {
    names = Set.copyOf(names);
    if (token != null && token.isBlank()) {
      throw new IllegalArgumentException(purpose + ": the token is empty");
    }
  }

  /// On loopback, plain, without a token.
  public static EdgeOptions loopback(String purpose, String portSetting, int port) {
    return new EdgeOptions(
        purpose,
        portSetting,
        "127.0.0.1",
        port,
        null,
        0,
        null,
        false,
        Set.of(),
        EdgeLimits.standard());
  }

  public EdgeOptions withHost(String newHost) {
    return new EdgeOptions(
        purpose,
        portSetting,
        newHost,
        port,
        token,
        ratePerSecond,
        tls,
        plainBehindFront,
        names,
        limits);
  }

  public EdgeOptions withPort(int newPort) {
    return new EdgeOptions(
        purpose,
        portSetting,
        host,
        newPort,
        token,
        ratePerSecond,
        tls,
        plainBehindFront,
        names,
        limits);
  }

  public EdgeOptions withToken(@Nullable String newToken) {
    return new EdgeOptions(
        purpose,
        portSetting,
        host,
        port,
        newToken,
        ratePerSecond,
        tls,
        plainBehindFront,
        names,
        limits);
  }

  public EdgeOptions withRate(int callsPerSecond) {
    return new EdgeOptions(
        purpose,
        portSetting,
        host,
        port,
        token,
        callsPerSecond,
        tls,
        plainBehindFront,
        names,
        limits);
  }

  /// `plain` says that something in front ends TLS.
  public EdgeOptions withTls(@Nullable TlsFiles files, boolean plain) {
    return new EdgeOptions(
        purpose, portSetting, host, port, token, ratePerSecond, files, plain, names, limits);
  }

  public EdgeOptions withNames(Set<String> known) {
    return new EdgeOptions(
        purpose,
        portSetting,
        host,
        port,
        token,
        ratePerSecond,
        tls,
        plainBehindFront,
        known,
        limits);
  }

  public EdgeOptions withLimits(EdgeLimits newLimits) {
    return new EdgeOptions(
        purpose,
        portSetting,
        host,
        port,
        token,
        ratePerSecond,
        tls,
        plainBehindFront,
        names,
        newLimits);
  }

  @Override
  public String toString() {
    return "EdgeOptions[%s, %s:%d, token=%s, tls=%s]"
        .formatted(purpose, host, port, token == null ? "none" : "***", tls);
  }
}
