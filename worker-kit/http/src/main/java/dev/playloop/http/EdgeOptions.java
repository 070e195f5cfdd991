package dev.playloop.http;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Where one edge listens and whom it lets in.
///
/// @param purpose who listens, for messages: "the HTTP gateway"
/// @param portSetting what to set where the port is taken
/// @param port 0 takes a free one
/// @param token what guarded routes ask for; null: they are open to whoever reaches them
/// @param ratePerSecond how many calls a second the token, or each known caller, is good for; 0:
///   any
/// @param tls null: plain HTTP
/// @param plainBehindFront whether something in front ends TLS, so that a token may come in plain
/// @param names hosts that callers may name besides loopback and the address that they reach; with
///   a port, or without for any port
@RecordBuilder
public record EdgeOptions(
    String purpose,
    String portSetting,
    String host,
    int port,
    @Nullable Secret token,
    int ratePerSecond,
    @Nullable TlsFiles tls,
    boolean plainBehindFront,
    Set<String> names,
    EdgeLimits limits)
    implements EdgeOptionsBuilder.With {
  public EdgeOptions {
    names = Set.copyOf(names);
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

  /// `asked` is what guarded routes ask for; null: they are open to whoever reaches them.
  public EdgeOptions withToken(@Nullable String asked) {
    return with().token(asked == null ? null : new Secret(asked)).build();
  }

  public EdgeOptions withRate(int callsPerSecond) {
    return with().ratePerSecond(callsPerSecond).build();
  }

  /// `plain` says that something in front ends TLS.
  public EdgeOptions withTls(@Nullable TlsFiles files, boolean plain) {
    return with().tls(files).plainBehindFront(plain).build();
  }
}
