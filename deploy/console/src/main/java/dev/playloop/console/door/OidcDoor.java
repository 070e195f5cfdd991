package dev.playloop.console.door;

import dev.playloop.console.oidc.OidcLogin;
import dev.playloop.console.oidc.OidcRefusal;
import dev.playloop.console.oidc.OidcSettings;
import dev.playloop.http.Callers;
import dev.playloop.http.EdgeAnswer;
import dev.playloop.http.EdgeCall;
import dev.playloop.http.EdgeRoutes;
import dev.playloop.http.Problem;
import dev.playloop.operator.principal.PrincipalAnswer;
import dev.playloop.operator.principal.PrincipalRegister;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Lets in the people whom an OpenID provider vouches for, as the principals of their names: each
/// gets a token that ends with the session, by a logout too. Asks the provider who it is when the
/// first one comes. Safe for all threads.
public final class OidcDoor implements AutoCloseable {
  /// Where the page leads whoever wants to log in.
  public static final String START = "/login/oidc/start";

  /// Where the provider sends them back to.
  public static final String CALLBACK = "/login/oidc";

  /// Where the page asks how one may come in.
  public static final String WAYS = "/api/login";

  private static final String COOKIE = "playloop-console-login";
  private static final Duration BEGUN = Duration.ofMinutes(10);

  /// How long the table of principals is waited for to have what was just written.
  private static final Duration KNOWN_WITHIN = Duration.ofSeconds(10);

  private static final long LOOK_MILLIS = 50;

  /// A browser sends no strict cookie along while another site leads it: so it is led on by us.
  private static final byte[] COME_IN =
      """
      <!doctype html><html lang="en"><meta charset="utf-8"><title>Playloop console</title>
      <meta http-equiv="refresh" content="0;url=/"><p><a href="/">To the console</a></p></html>
      """
          .getBytes(StandardCharsets.UTF_8);

  private final OidcSettings settings;
  private final PrincipalRegister register;
  private final LentTokens lent;
  private final Callers callers;
  private final Logins logins;
  private final Clock clock;
  private @Nullable CompletableFuture<OidcLogin> asked;

  /// @param callers who knows a token once it is on the log
  public OidcDoor(
      OidcSettings settings, PrincipalRegister register, Callers callers, Logins logins) {
    this.settings = settings;
    this.register = register;
    this.lent = new LentTokens(register);
    this.callers = callers;
    this.logins = logins;
    this.clock = logins.clock();
  }

  /// How one may come in, besides a token.
  ///
  /// @param oidc the path that leads to who vouches for people; null: nobody does
  private record Ways(@Nullable String oidc) {}

  /// For a page where nobody is logged in.
  public static EdgeAnswer ways(boolean vouched) {
    return EdgeAnswer.json(200, Json.bytes(new Ways(vouched ? START : null)));
  }

  public EdgeRoutes on(EdgeRoutes routes) {
    return routes
        .open("GET", WAYS, _ -> ways(true))
        .open("GET", START, this::start)
        .landing(CALLBACK, this::finish);
  }

  /// One asks the provider who it is, and the others wait for what it finds; where it finds nothing
  /// all of them are refused, and the next to come asks again. Nobody holds a lock meanwhile.
  private OidcLogin login() throws InterruptedException {
    CompletableFuture<OidcLogin> answer = new CompletableFuture<>();
    boolean first = true;
    synchronized (this) {
      if (asked == null) {
        asked = answer;
      } else {
        answer = asked;
        first = false;
      }
    }
    if (first) {
      ask(answer);
    }
    try {
      return answer.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof OidcRefusal refusal
          ? refusal
          : new IllegalStateException("the provider was not asked", e.getCause());
    }
  }

  private void ask(CompletableFuture<OidcLogin> answer) throws InterruptedException {
    try {
      answer.complete(OidcLogin.discover(settings, clock));
    } catch (InterruptedException | RuntimeException e) {
      forget();
      answer.completeExceptionally(e);
      throw e;
    }
  }

  private synchronized void forget() {
    asked = null;
  }

  private synchronized @Nullable CompletableFuture<OidcLogin> asked() {
    return asked;
  }

  private EdgeAnswer start(EdgeCall call) throws InterruptedException {
    try {
      OidcLogin.Begun begun = login().begin();
      return new EdgeAnswer.Full(
          303,
          "text/plain; charset=utf-8",
          new byte[0],
          Map.of(
              "Location",
              begun.to().toString(),
              "Cache-Control",
              "no-store",
              "Set-Cookie",
              cookie(begun.kept())));
    } catch (OidcRefusal e) {
      throw refused(e).refused();
    }
  }

  /// Over TLS one that no other host can set: else it makes somebody end its own login.
  private String name() {
    return (logins.overTls() ? "__Host-" : "") + COOKIE;
  }

  /// Lax: the provider leads the browser back, and a strict one would stay behind.
  private String cookie(String kept) {
    return name()
        + "="
        + kept
        + "; Path="
        + (logins.overTls() ? "/" : CALLBACK)
        + "; HttpOnly; SameSite=Lax; Max-Age="
        + BEGUN.toSeconds()
        + (logins.overTls() ? "; Secure" : "");
  }

  private EdgeAnswer finish(EdgeCall call) throws InterruptedException {
    String query = call.query();
    String name;
    try {
      name = login().finish(query == null ? "" : query, kept(call.header("cookie"), name()));
    } catch (OidcRefusal e) {
      throw refused(e).refused();
    }
    PrincipalAnswer answer = register.lend(name, clock.instant().plus(Logins.LASTS));
    if (!(answer instanceof PrincipalAnswer.Token token)) {
      throw Problem.of(
              403,
              "nobody",
              "Nobody here has this name",
              name + " is no person here: './playloop principals add " + name + "' makes one")
          .refused();
    }
    return new EdgeAnswer.Full(
        200,
        "text/html; charset=utf-8",
        COME_IN,
        Map.of("Set-Cookie", logins.setCookie(entered(token)), "Cache-Control", "no-store"));
  }

  /// The cookie of a session with that token; where there can be none the token is no good, either.
  private String entered(PrincipalAnswer.Token token) throws InterruptedException {
    boolean in = false;
    try {
      awaitKnown(token.token());
      String cookie = logins.byLent(token.token(), () -> lent.takeBack(token.principal()));
      in = true;
      return cookie;
    } finally {
      if (!in) {
        lent.takeBack(token.principal());
      }
    }
  }

  private void awaitKnown(String token) throws InterruptedException {
    long end = System.nanoTime() + KNOWN_WITHIN.toNanos();
    while (callers.find(Sha256.hex(token)) == null) {
      if (System.nanoTime() > end) {
        throw Problem.of(
                503,
                "unavailable",
                "Not known yet",
                "the cluster is slow to tell who is who: log in again in a moment")
            .refused();
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    }
  }

  /// Null where there is none; and where there are two, of which somebody else has set one.
  static @Nullable String kept(@Nullable String header, String name) {
    List<String> kept =
        header == null
            ? List.of()
            : Arrays.stream(header.split(";", -1))
                .map(String::strip)
                .filter(one -> one.startsWith(name + "="))
                .map(
                    one -> one.substring(name.length() + 1).replace("\"", "")) // as RFC 6265 allows
                .distinct()
                .toList();
    return kept.size() == 1 ? kept.getFirst() : null;
  }

  private static Problem refused(OidcRefusal refusal) {
    return Problem.of(
        403, "not-vouched-for", "Not logged in", String.valueOf(refusal.getMessage()));
  }

  /// Ends what was lent, too: nobody comes back to a session of a console that is gone.
  @Override
  public void close() {
    logins.endLent();
    lent.close();
    CompletableFuture<OidcLogin> there = asked();
    if (there != null) {
      var _ = there.thenAccept(OidcLogin::close);
    }
  }
}
