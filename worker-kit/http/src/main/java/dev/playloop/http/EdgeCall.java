package dev.playloop.http;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A request that has arrived as a whole.
///
/// @param path as it was sent, without the query; nothing in it is decoded
/// @param query what stood behind the question mark, as it was sent
/// @param headers by their names in lower case; what came several times is joined with commas
@SuppressWarnings("ArrayRecordComponent") // compared nowhere
public record EdgeCall(
    String method, String path, @Nullable String query, Map<String, String> headers, byte[] body) {
  public EdgeCall {
    headers = Map.copyOf(headers);
  }

  public @Nullable String header(String name) {
    return headers.get(name.toLowerCase(Locale.ROOT));
  }
}
