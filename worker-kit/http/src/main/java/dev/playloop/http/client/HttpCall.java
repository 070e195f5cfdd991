package dev.playloop.http.client;

import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// One request, before it goes out. Immutable; the bytes are not to be changed.
///
/// @param uri absolute, `http` or `https`
/// @param headers what stands beside Host, Content-Length and Connection, which the client writes
/// @param body empty: none is sent
@SuppressWarnings("ArrayRecordComponent") // compared nowhere
public record HttpCall(String method, URI uri, Map<String, String> headers, byte[] body) {
  private static final Set<String> OURS =
      Set.of("host", "content-length", "transfer-encoding", "connection", "expect", "upgrade");

  /// Throws [IllegalArgumentException] where the address is none of a server's, or a header would
  /// become another one on the wire.
  public HttpCall {
    boolean isHttp = "http".equalsIgnoreCase(uri.getScheme());
    if (!(isHttp || "https".equalsIgnoreCase(uri.getScheme())) || uri.getHost() == null) {
      throw new IllegalArgumentException("an address of http or https with a host was expected");
    }
    if (uri.getRawPath() != null && uri.getRawPath().startsWith("//")) {
      throw new IllegalArgumentException("a path that begins with one slash was expected");
    }
    headers = Map.copyOf(headers);
    headers.forEach((name, value) -> {
      if (OURS.contains(name.toLowerCase(Locale.ROOT))) {
        throw new IllegalArgumentException("header " + name + " is the client's to write");
      }
      if (name.isEmpty() || !name.chars().allMatch(HttpCall::isOfName)) {
        throw new IllegalArgumentException("the header's name '" + name + "' is none");
      }
      if (!value.chars().allMatch(HttpCall::isOfValue)) {
        throw new IllegalArgumentException("the value of header " + name + " is none");
      }
    });
  }

  /// RFC 9110, section 5.6.2.
  private static boolean isOfName(int c) {
    return c > ' ' && c < 127 && "\"(),/:;<=>?@[\\]{}".indexOf(c) < 0;
  }

  /// RFC 9110, section 5.5, without what is no ASCII.
  private static boolean isOfValue(int c) {
    return c == '\t' || (c >= ' ' && c < 127);
  }
}
