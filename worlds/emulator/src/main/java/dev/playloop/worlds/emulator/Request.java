package dev.playloop.worlds.emulator;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One request over HTTP. Paths and names of parameters count in lower case; `raw` is both as they
/// came.
record Request(
    String method, String path, Map<String, List<String>> query, String body, String raw) {
  static Request of(String method, String path, @Nullable String query, String body) {
    return new Request(
        method,
        path.toLowerCase(Locale.ROOT),
        query(query),
        body,
        query == null ? path : path + "?" + query);
  }

  private static Map<String, List<String>> query(@Nullable String raw) {
    Map<String, List<String>> query = new HashMap<>();
    if (raw == null || raw.isEmpty()) {
      return query;
    }
    for (String pair : raw.split("&", -1)) {
      int equals = pair.indexOf('=');
      String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
      String value = equals < 0 ? "" : decoded(pair.substring(equals + 1));
      query.computeIfAbsent(name.toLowerCase(Locale.ROOT), _ -> new ArrayList<>()).add(value);
    }
    return query;
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException brokenEscape) {
      return text;
    }
  }

  Optional<String> first(String name) {
    return all(name).stream().findFirst();
  }

  List<String> all(String name) {
    return query.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
  }
}
