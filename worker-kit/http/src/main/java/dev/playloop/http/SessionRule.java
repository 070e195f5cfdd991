package dev.playloop.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/// Who is logged in, and that what changes something was asked for by our own page. That an Origin,
/// where one is named, is ours is checked before. Throws [Problem.Refused].
final class SessionRule {
  private static final String JSON = "application/json";

  private SessionRule() {}

  static Sessions.Session session(@Nullable Sessions sessions, Request request) {
    if (sessions != null) {
      List<String> brought =
          Request.getCookies(request).stream()
              .filter(cookie -> cookie.getName().equals(sessions.cookie()))
              .map(HttpCookie::getValue)
              .toList();
      // Two of one name: somebody else has set one of them, and nobody knows which.
      Sessions.Session found =
          brought.size() == 1 ? sessions.find(BearerToken.sha256(brought.getFirst())) : null;
      if (found != null) {
        return found;
      }
    }
    throw nobody("log in with the token that the start printed").refused();
  }

  /// Whose bearer token came with a read. Who brings one that is nobody's is not let in by a cookie
  /// either: it must not seem to be good.
  static Caller reader(@Nullable Sessions sessions, String authorization) {
    String brought = BearerToken.brought(authorization);
    Caller found = sessions == null || brought == null ? null : sessions.reader(brought);
    if (found == null) {
      throw nobody("the header Authorization brings no token of a principal").refused();
    }
    return found;
  }

  private static Problem nobody(String detail) {
    return Problem.of(401, "no-session", "Not logged in", detail);
  }

  static void requireOwnPage(Sessions.Session session, Request request) {
    if (request.getHeaders().get(HttpHeader.ORIGIN) == null) {
      throw missing(HttpHeader.ORIGIN.asString(), "the address of this page").refused();
    }
    String brought = request.getHeaders().get(Sessions.Session.HEADER);
    if (brought == null || !same(brought, session.guard().text())) {
      throw missing(Sessions.Session.HEADER, "what GET /api/session says").refused();
    }
    String type = request.getHeaders().get(HttpHeader.CONTENT_TYPE);
    if (type == null || !(type.equals(JSON) || type.startsWith(JSON + ";"))) {
      throw missing(HttpHeader.CONTENT_TYPE.asString(), JSON).refused();
    }
  }

  private static boolean same(String brought, String wanted) {
    return MessageDigest.isEqual(
        BearerToken.sha256(brought).getBytes(StandardCharsets.US_ASCII),
        BearerToken.sha256(wanted).getBytes(StandardCharsets.US_ASCII));
  }

  private static Problem missing(String header, String expected) {
    return Problem.of(
        403,
        "foreign-page",
        "Not from this page",
        "what changes something is asked for by the page itself: the header "
            + header
            + " is not"
            + " what it sends",
        List.of(new Problem.FieldError(header, expected, "another, or none")));
  }
}
