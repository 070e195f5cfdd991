package dev.playloop.http;

import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Objects;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/// Decides by its head alone whether a request may come in. Throws [Problem.Refused].
final class Admission {
  private final EdgeOptions options;
  private final HostRule hosts;
  private final @Nullable BearerToken token;
  private final @Nullable Callers callers;
  private final @Nullable Sessions sessions;
  private final Rates rates;

  Admission(EdgeOptions options, @Nullable Callers callers, @Nullable Sessions sessions) {
    this.options = options;
    this.hosts = new HostRule(options.names(), options.tls() != null);
    Secret wanted = options.token();
    this.token = wanted == null ? null : new BearerToken(wanted.text());
    this.callers = callers;
    this.sessions = sessions;
    this.rates = new Rates(options.ratePerSecond());
  }

  /// Whatever the route.
  ///
  /// @param landing whether a page of another site may lead there
  void everybody(Request request, boolean landing) {
    if (request.getHeaders().size() > options.limits().headers()) {
      throw Problem.of(
              431,
              "too-many-headers",
              "Too many headers",
              "a request has at most " + options.limits().headers() + " headers")
          .refused();
    }
    String host = request.getHeaders().get(HttpHeader.HOST);
    HttpURI uri = request.getHttpURI();
    if (!hosts.isOurs(host, reached(request))
        || (uri.isAbsolute() && !hosts.isOurs(uri.getAuthority(), reached(request)))) {
      throw Problem.of(
              421,
              "foreign-host",
              "Not this host",
              "the Host header must be localhost or this address, with the port; further names can"
                  + " be set")
          .refused();
    }
    if (!(landing && isLed(request))) {
      refuseOtherSites(request, host);
    }
  }

  /// By a link, and not by a page that would read the answer, or show it within itself.
  private static boolean isLed(Request request) {
    return HttpMethod.GET.is(request.getMethod())
        && request.getHeaders().get(HttpHeader.ORIGIN) == null
        && isOrAbsent(request, "Sec-Fetch-Mode", "navigate")
        && isOrAbsent(request, "Sec-Fetch-Dest", "document");
  }

  private static boolean isOrAbsent(Request request, String header, String value) {
    return request.getHeaders().getValuesList(header).stream().allMatch(value::equals);
  }

  /// A browser sends these along with what a page does; a page of another site is nobody whom we
  /// know, and reads and writes with the rights of whoever looks at it.
  private void refuseOtherSites(Request request, String host) {
    String own = (options.tls() == null ? "http://" : "https://") + host;
    boolean foreignOrigin =
        request.getHeaders().getValuesList(HttpHeader.ORIGIN).stream()
            .anyMatch(origin -> !origin.equalsIgnoreCase(own));
    boolean otherSite =
        request.getHeaders().getValuesList("Sec-Fetch-Site").stream()
            .anyMatch(site -> !site.equals("same-origin") && !site.equals("none"));
    if (foreignOrigin || otherSite) {
      throw Problem.of(
              403,
              "foreign-origin",
              "Not from another site",
              "pages of other sites may not ask here")
          .refused();
    }
  }

  /// Who calls; null where the route asks nobody's name.
  @Nullable Caller caller(EdgeRoutes.Route route, Request request) {
    String authorization = request.getHeaders().get(HttpHeader.AUTHORIZATION);
    return switch (route.guard()) {
      case OPEN -> null;
      case TOKEN -> {
        if (token != null && !token.isIn(authorization)) {
          throw unauthorized("the token").refused();
        }
        rates.count("");
        yield null;
      }
      case SCOPE -> {
        yield within(route, known(authorization));
      }
      case SESSION -> {
        // A program looks by its token; what changes something is for people at the page to ask.
        if (isRead(request) && authorization != null) {
          yield within(route, SessionRule.reader(sessions, authorization));
        }
        Sessions.Session session = SessionRule.session(sessions, request);
        Caller caller = within(route, session.caller());
        if (!isRead(request)) {
          SessionRule.requireOwnPage(session, request);
        }
        yield caller;
      }
    };
  }

  /// Counts the call, and lets in whom the route's scope does.
  private Caller within(EdgeRoutes.Route route, Caller caller) {
    rates.count(caller.name());
    RouteScope scope = Objects.requireNonNull(route.scope());
    if (!scope.opensFor(caller)) {
      throw RouteScope.lacking(caller, scope.text()).refused();
    }
    return caller;
  }

  /// Who brings a token that is nobody's is not let in as if without one.
  private Caller known(@Nullable String authorization) {
    Callers some = Objects.requireNonNull(callers);
    String brought = BearerToken.brought(authorization);
    Caller caller =
        brought != null ? some.find(brought) : authorization == null ? some.anonymous() : null;
    if (caller == null) {
      throw unauthorized("a token").refused();
    }
    return caller;
  }

  private Problem unauthorized(String which) {
    return Problem.of(
        401,
        "unauthorized",
        "A token is needed",
        "Send the header 'Authorization: Bearer <token>' with "
            + which
            + " of "
            + options.purpose());
  }

  /// What can be told of a body before it comes. A read has none, so that nobody who brings no
  /// token makes us hold what they send.
  void body(Request request) {
    if (isRead(request) && isAnnounced(request)) {
      throw Problem.of(400, "body", "No body here", request.getMethod() + " takes no body")
          .refused();
    }
    String encoding = request.getHeaders().get(HttpHeader.CONTENT_ENCODING);
    if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
      throw Problem.of(
              415, "encoding", "Unknown encoding", "Send the body as it is, not compressed")
          .refused();
    }
    int limit = options.limits().bodyBytes();
    if (request.getLength() > limit) {
      throw Problem.tooLarge("body", limit, request.getLength() + " bytes").refused();
    }
  }

  private static boolean isRead(Request request) {
    return HttpMethod.GET.is(request.getMethod()) || HttpMethod.HEAD.is(request.getMethod());
  }

  private static boolean isAnnounced(Request request) {
    return request.getLength() > 0 || request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING);
  }

  private static InetSocketAddress reached(Request request) {
    return (InetSocketAddress) request.getConnectionMetaData().getLocalSocketAddress();
  }

  /// For answers to methods that a path does not have.
  static EdgeAnswer notAllowed(String allow) {
    Problem problem = Problem.of(405, "method", "Method not allowed", "This path takes " + allow);
    return new EdgeAnswer.Full(405, Problem.MEDIA_TYPE, problem.json(), Map.of("Allow", allow));
  }
}
