package dev.playloop.http;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A request that has arrived as a whole.
///
/// @param path as it was sent, without the query; nothing in it is decoded
/// @param query what stood behind the question mark, as it was sent
/// @param segment what stands where the route's path has `{}`; empty where it has none
/// @param caller who calls; null where the route asks nobody
/// @param headers by their names in lower case; what came several times is joined with commas
@SuppressWarnings("ArrayRecordComponent") // compared nowhere
@RecordBuilder
public record EdgeCall(
    String method,
    String path,
    String segment,
    @Nullable String query,
    @Nullable Caller caller,
    Map<String, String> headers,
    byte[] body) {
  public EdgeCall {
    headers = Map.copyOf(headers);
  }

  /// Who calls a route that has a scope.
  public Caller known() {
    return Objects.requireNonNull(caller, "the route has no scope");
  }

  public @Nullable String header(String name) {
    return headers.get(name.toLowerCase(Locale.ROOT));
  }
}
