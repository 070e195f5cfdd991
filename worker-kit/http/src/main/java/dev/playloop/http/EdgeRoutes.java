package dev.playloop.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Who answers what, and for whom. Paths are compared as they were sent, byte for byte; one with a
/// segment `{}` stands for all that have one there, of letters, digits, `-`, `_` and `.`, which
/// need no encoding and so have none. Several such segments are handed over with `/` between them.
/// Filled by one thread before the edge serves.
public final class EdgeRoutes {
  private static final String SEGMENT = "{}";

  private static final Pattern SEGMENTS = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}");

  private final Map<String, Map<String, Route>> paths = new TreeMap<>();

  /// By the path with `{}` in it.
  private final Map<String, Map<String, Route>> patterns = new TreeMap<>();

  private @Nullable Route rest;
  private @Nullable Callers callers;
  private @Nullable Sessions sessions;
  private final Set<String> landings = new TreeSet<>();
  private Map<String, String> always = Map.of();

  /// Who answers, and whom: everybody, whoever brings the edge's token, or a known caller, by a
  /// token or a cookie, whom the scope lets in.
  record Route(Guard guard, @Nullable RouteScope scope, EdgeHandler handler) {}

  enum Guard {
    OPEN,
    TOKEN,
    SCOPE,
    SESSION
  }

  /// A route as it was declared; `scope` is null where everybody may call it.
  public record Declared(String method, String path, @Nullable RouteScope scope) {}

  /// What [#find] found.
  sealed interface Found {
    record Hit(Route route, String segment) implements Found {}

    /// The path is there, under other methods.
    record OtherMethods(String allow) implements Found {}

    record Nothing() implements Found {}
  }

  /// Without a token.
  public EdgeRoutes open(String method, String path, EdgeHandler handler) {
    return add(method, path, new Route(Guard.OPEN, null, handler));
  }

  /// Reads that a page of another site may lead a browser to, as who vouches for somebody does: of
  /// whoever comes nothing is known but what the address says.
  public EdgeRoutes landing(String path, EdgeHandler handler) {
    landings.add(path);
    return open("GET", path, handler);
  }

  /// Whether a page of another site may lead there.
  boolean isLanding(String path) {
    return landings.contains(path);
  }

  /// Only with the token, where the edge has one.
  public EdgeRoutes guarded(String method, String path, EdgeHandler handler) {
    return add(method, path, new Route(Guard.TOKEN, null, handler));
  }

  /// Only for callers whom the scope lets in, of those whom [#knowing] says.
  public EdgeRoutes scoped(String method, String path, RouteScope scope, EdgeHandler handler) {
    return add(method, path, new Route(Guard.SCOPE, scope, handler));
  }

  /// Only for who is logged in, of those whom [#loggedIn] says, and whom the scope lets in. What
  /// changes something (whatever is no GET) is asked for by our own page: it has an Origin, the
  /// session's guard, and JSON. A GET is also for whoever brings a token that those know, whom the
  /// scope lets in.
  public EdgeRoutes inSession(String method, String path, RouteScope scope, EdgeHandler handler) {
    return add(method, path, new Route(Guard.SESSION, scope, handler));
  }

  /// Every other path and method, with the token, where the edge has one.
  public EdgeRoutes guardedRest(EdgeHandler handler) {
    rest = new Route(Guard.TOKEN, null, handler);
    return this;
  }

  /// Who the callers of routes with scopes are.
  public EdgeRoutes knowing(Callers known) {
    callers = known;
    return this;
  }

  /// Every other path and method, for everybody.
  public EdgeRoutes openRest(EdgeHandler handler) {
    rest = new Route(Guard.OPEN, null, handler);
    return this;
  }

  /// Who is logged in, for routes of sessions.
  public EdgeRoutes loggedIn(Sessions known) {
    sessions = known;
    return this;
  }

  /// Headers of each answer, whatever it says.
  public EdgeRoutes always(Map<String, String> headers) {
    always = Map.copyOf(headers);
    return this;
  }

  private EdgeRoutes add(String method, String path, Route route) {
    Map<String, Map<String, Route>> all = path.contains("/" + SEGMENT) ? patterns : paths;
    all.computeIfAbsent(path, _ -> new TreeMap<>()).put(method, route);
    return this;
  }

  /// What was declared. Where callers are known each route says whom it is for. Throws
  /// IllegalStateException where one does not.
  public List<Declared> declared() {
    List<Declared> all = new ArrayList<>();
    Stream.of(paths, patterns)
        .flatMap(declared -> declared.entrySet().stream())
        .forEach(declared ->
            declared
                .getValue()
                .forEach((method, route) -> all.add(declared(method, declared.getKey(), route))));
    return all;
  }

  private Declared declared(String method, String path, Route route) {
    if (callers == null && route.guard() == Guard.SCOPE) {
      throw new IllegalStateException(
          method + " " + path + " has a scope, and nobody says who has it");
    }
    if (sessions == null && route.guard() == Guard.SESSION) {
      throw new IllegalStateException(
          method + " " + path + " is for who is logged in, and nobody says who is");
    }
    if ((callers != null || sessions != null) && route.guard() == Guard.TOKEN) {
      throw new IllegalStateException(method + " " + path + " names no scope");
    }
    return new Declared(method, path, route.scope());
  }

  @Nullable Callers callers() {
    return callers;
  }

  @Nullable Sessions sessions() {
    return sessions;
  }

  Map<String, String> always() {
    return always;
  }

  /// Whether there is a route that asks for this.
  boolean has(Guard guard) {
    return Stream.concat(
            Stream.ofNullable(rest),
            Stream.of(paths, patterns)
                .flatMap(all -> all.values().stream())
                .flatMap(methods -> methods.values().stream()))
        .anyMatch(route -> route.guard() == guard);
  }

  Found find(String method, String path) {
    Map<String, Route> methods = paths.get(path);
    String segment = "";
    if (methods == null) {
      for (Map.Entry<String, Map<String, Route>> pattern : patterns.entrySet()) {
        String within = within(pattern.getKey(), path);
        if (within != null) {
          methods = pattern.getValue();
          segment = within;
          break;
        }
      }
    }
    Route route = methods == null ? null : methods.get(method);
    if (route == null) {
      route = rest;
    }
    if (route != null) {
      return new Found.Hit(route, segment);
    }
    return methods == null
        ? new Found.Nothing()
        : new Found.OtherMethods(String.join(", ", new TreeSet<>(methods.keySet())));
  }

  /// The segments for which the pattern leaves room; null where the path is another.
  private static @Nullable String within(String pattern, String path) {
    String[] known = pattern.split("/", -1);
    String[] asked = path.split("/", known.length + 1); // the rest of it is somebody's rubbish
    if (asked.length != known.length) {
      return null;
    }
    List<String> segments = new ArrayList<>();
    for (int i = 0; i < known.length; i++) {
      if (known[i].equals(SEGMENT)) {
        if (!SEGMENTS.matcher(asked[i]).matches()) {
          return null;
        }
        segments.add(asked[i]);
      } else if (!known[i].equals(asked[i])) {
        return null;
      }
    }
    return String.join("/", segments);
  }
}
