package dev.playloop.console.page;

import dev.playloop.http.EdgeAnswer;
import dev.playloop.http.EdgeCall;
import dev.playloop.http.Problem;
import dev.playloop.schemas.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The files of the page, from `console/` on the class path: `index.html` for each of the page's
/// own addresses, and what lies under `assets/`. Read once, and kept. A browser that has a file
/// already is told so, by a tag of its content. Safe for all threads.
public final class Bundle {
  /// What may run and be shown in the page, and that is only what it brings itself.
  public static final Map<String, String> HEADERS =
      Map.of(
          "Content-Security-Policy",
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
              + " connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none';"
              + " frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
          "X-Content-Type-Options",
          "nosniff",
          "Referrer-Policy",
          "no-referrer",
          "Cross-Origin-Opener-Policy",
          "same-origin");

  /// The addresses of the page that are states of it, and no files.
  static final Set<String> ADDRESSES =
      Set.of(
          "/",
          "/now",
          "/agents",
          "/agent",
          "/runs",
          "/run",
          "/slider",
          "/world",
          "/inbox",
          "/letters",
          "/cost",
          "/search",
          "/audit",
          "/login");

  private static final String INDEX = "index.html";
  private static final Pattern FILE =
      Pattern.compile("/(assets/[A-Za-z0-9_-]+|favicon|icon)\\.([a-z0-9]{2,5})");
  private static final Map<String, String> TYPES =
      Map.of(
          "js", "text/javascript; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "svg", "image/svg+xml",
          "png", "image/png",
          "ico", "image/x-icon",
          "woff2", "font/woff2");

  private final Map<String, Piece> kept = new ConcurrentHashMap<>();

  @SuppressWarnings("ArrayRecordComponent") // compared nowhere
  private record Piece(String type, byte[] bytes, String tag) {}

  /// Answers every path that is none of the API's. Throws [Problem.Refused].
  public EdgeAnswer answer(EdgeCall call) {
    if (!call.method().equals("GET")) {
      throw Problem.of(405, "method", "Method not allowed", "This path takes GET").refused();
    }
    Piece piece = piece(call.path());
    if (piece == null) {
      throw Problem.of(404, "not-found", "Nothing is here", "There is no such path").refused();
    }
    // Asked for again each time, and sent only where it is another: a new release shows at once.
    Map<String, String> headers = Map.of("ETag", piece.tag(), "Cache-Control", "no-cache");
    return piece.tag().equals(call.header("if-none-match"))
        ? new EdgeAnswer.Full(304, piece.type(), new byte[0], headers)
        : new EdgeAnswer.Full(200, piece.type(), piece.bytes(), headers);
  }

  private @Nullable Piece piece(String path) {
    if (ADDRESSES.contains(path)) {
      return found(INDEX, "text/html; charset=utf-8");
    }
    var file = FILE.matcher(path);
    String type = file.matches() ? TYPES.get(file.group(2)) : null;
    return type == null ? null : found(path.substring(1), type);
  }

  private @Nullable Piece found(String name, String type) {
    Piece known = kept.get(name);
    if (known != null) {
      return known;
    }
    try (InputStream in = Bundle.class.getResourceAsStream("/console/" + name)) {
      if (in == null) {
        return null;
      }
      byte[] bytes = in.readAllBytes();
      Piece piece = new Piece(type, bytes, '"' + Sha256.hex(bytes).substring(0, 32) + '"');
      kept.put(name, piece);
      return piece;
    } catch (IOException e) {
      throw new UncheckedIOException("can't read " + name, e);
    }
  }
}
