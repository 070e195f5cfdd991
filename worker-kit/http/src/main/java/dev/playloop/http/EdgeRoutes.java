package dev.playloop.http;

import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Who answers what. Paths are compared as they were sent, byte for byte. Filled by one thread
/// before the edge serves.
public final class EdgeRoutes {
  private final Map<String, Map<String, Route>> paths = new TreeMap<>();
  private @Nullable Route rest;

  /// Whether a caller must bring the token, and who answers.
  record Route(boolean guarded, EdgeHandler handler) {}

  /// What [#find] found.
  sealed interface Found {
    record Hit(Route route) implements Found {}

    /// The path is there, under other methods.
    record OtherMethods(String allow) implements Found {}

    record Nothing() implements Found {}
  }

  /// Without a token.
  public EdgeRoutes open(String method, String path, EdgeHandler handler) {
    return add(method, path, new Route(false, handler));
  }

  /// Only with the token, where the edge has one.
  public EdgeRoutes guarded(String method, String path, EdgeHandler handler) {
    return add(method, path, new Route(true, handler));
  }

  /// Every other path and method, with the token, where the edge has one.
  public EdgeRoutes guardedRest(EdgeHandler handler) {
    rest = new Route(true, handler);
    return this;
  }

  private EdgeRoutes add(String method, String path, Route route) {
    paths.computeIfAbsent(path, _ -> new TreeMap<>()).put(method, route);
    return this;
  }

  boolean hasGuarded() {
    return rest != null
        || paths.values().stream().flatMap(m -> m.values().stream()).anyMatch(Route::guarded);
  }

  Found find(String method, String path) {
    Map<String, Route> methods = paths.get(path);
    Route route = methods == null ? null : methods.get(method);
    if (route == null) {
      route = rest;
    }
    if (route != null) {
      return new Found.Hit(route);
    }
    return methods == null
        ? new Found.Nothing()
        : new Found.OtherMethods(String.join(", ", new TreeSet<>(methods.keySet())));
  }
}
