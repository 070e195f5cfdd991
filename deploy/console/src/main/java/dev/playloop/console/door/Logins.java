package dev.playloop.console.door;

import dev.playloop.http.AccessToken;
import dev.playloop.http.Callers;
import dev.playloop.http.Problem;
import dev.playloop.http.Secret;
import dev.playloop.http.Sessions;
import dev.playloop.kit.access.KnownCaller;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.principal.Principal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/// Who is logged in. A start's token is good once; a bearer token of a principal as often as its
/// owner likes, and its session ends with it. Of tokens and cookies only digests are held. At most
/// [#MOST] sessions, each for [#LASTS]; a further one ends the oldest of whoever has the most. A
/// token that was lent for one session ends with it. Safe for all threads.
public final class Logins implements Sessions {
  static final int MOST = 64;
  static final Duration LASTS = Duration.ofHours(12);
  private static final String NAME = "playloop-console";

  private final Clock clock;
  private final @Nullable First first;
  private final @Nullable Callers callers;
  private final boolean overTls;
  private final Map<String, Entered> entered = new LinkedHashMap<>();
  private final CountDownLatch came = new CountDownLatch(1);
  private @Nullable String once;
  private boolean used;

  /// Whom the start's token stands for.
  ///
  /// @param bearer by which a gateway knows it; null where there is none
  public record First(Principal principal, @Nullable Secret bearer) {}

  /// One who came in; of whom a bearer token is held that is asked for anew each time.
  ///
  /// @param over told once, when the session ends before who has it is gone; null: nothing was lent
  private record Entered(
      @Nullable Principal principal,
      @Nullable Secret bearer,
      Secret guard,
      Instant ends,
      @Nullable Runnable over) {}

  /// @param first whom the start's token lets in; null: there is none
  /// @param callers who has a bearer token; null: nobody
  public Logins(Clock clock, @Nullable First first, @Nullable Callers callers, boolean overTls) {
    this.clock = clock;
    this.first = first;
    this.callers = callers;
    this.overTls = overTls;
  }

  /// Whether anybody gets in, or looks, by the token of a principal.
  public boolean takesTokens() {
    return callers != null;
  }

  /// A token for the start's own, in place of the one before, which is good no more.
  public synchronized String fresh() {
    String token = AccessToken.fresh();
    once = Sha256.hex(token);
    used = false;
    return token;
  }

  /// With the start's token; returns the cookie. Throws [Problem.Refused].
  public synchronized String byToken(String token) {
    First who = first;
    String wanted = once;
    if (who == null || wanted == null || !same(Sha256.hex(token), wanted)) {
      throw nobody().refused();
    }
    if (used) {
      throw Problem.of(
              401,
              "token-used",
              "The token was used",
              "the address that the start printed is good once; start anew, or log in with a"
                  + " principal's token")
          .refused();
    }
    used = true;
    return enter(who.principal(), who.bearer(), null);
  }

  /// With a principal's bearer token; returns the cookie. Throws [Problem.Refused].
  public String byBearer(String bearer) {
    return byLent(bearer, null);
  }

  /// With a bearer token that was lent for this session; returns the cookie. Throws
  /// [Problem.Refused].
  ///
  /// @param over takes the token back when the session ends, and must not wait; null: it is no loan
  synchronized String byLent(String bearer, @Nullable Runnable over) {
    Callers some = callers;
    if (bearer.isBlank() || some == null || some.find(Sha256.hex(bearer)) == null) {
      throw nobody().refused();
    }
    return enter(null, new Secret(bearer), over);
  }

  private String enter(
      @Nullable Principal principal, @Nullable Secret bearer, @Nullable Runnable over) {
    sweep();
    if (entered.size() >= MOST) {
      String oldest = oldestOfTheBusiest();
      end((cookie, _) -> cookie.equals(oldest));
    }
    String cookie = AccessToken.fresh();
    entered.put(
        Sha256.hex(cookie),
        new Entered(
            principal, bearer, new Secret(AccessToken.fresh()), clock.instant().plus(LASTS), over));
    came.countDown();
    return cookie;
  }

  /// Whether somebody has come in, by then.
  public boolean awaitFirst(Duration timeout) throws InterruptedException {
    return came.await(timeout.toNanos(), TimeUnit.NANOSECONDS);
  }

  /// Of who has the most sessions: nobody throws others out by coming in again and again.
  private String oldestOfTheBusiest() {
    Map<String, List<String>> of = new LinkedHashMap<>();
    entered.forEach((cookie, one) -> {
      KnownCaller known = known(one);
      of.computeIfAbsent(known == null ? "" : known.name(), _ -> new ArrayList<>()).add(cookie);
    });
    return of.values().stream().max(Comparator.comparingInt(List::size)).orElseThrow().getFirst();
  }

  private void sweep() {
    Instant now = clock.instant();
    end((_, one) -> !one.ends().isAfter(now));
  }

  private void end(BiPredicate<String, Entered> which) {
    entered
        .entrySet()
        .removeIf(one -> {
          boolean ends = which.test(one.getKey(), one.getValue());
          Runnable over = one.getValue().over();
          if (ends && over != null) {
            over.run();
          }
          return ends;
        });
  }

  /// Ends all sessions for which a token was lent.
  synchronized void endLent() {
    end((_, one) -> one.over() != null);
  }

  Clock clock() {
    return clock;
  }

  boolean overTls() {
    return overTls;
  }

  /// Over TLS a name that no page of another host, and none over plain HTTP, can set.
  @Override
  public String cookie() {
    return (overTls ? "__Host-" : "") + NAME;
  }

  /// The header that gives a browser the cookie; null takes it away.
  public String setCookie(@Nullable String cookie) {
    return cookie()
        + "="
        + (cookie == null ? "" : cookie)
        + "; Path=/; HttpOnly; SameSite=Strict; Max-Age="
        + (cookie == null ? 0 : LASTS.toSeconds())
        + (overTls ? "; Secure" : "");
  }

  @Override
  public synchronized @Nullable Session find(String sha256) {
    sweep();
    Entered one = entered.get(sha256);
    if (one == null) {
      return null;
    }
    KnownCaller known = known(one);
    if (known == null) {
      entered.remove(sha256);
      return null;
    }
    return new Session(
        new LoggedIn(known, one.bearer(), one.guard(), one.ends(), null), one.guard());
  }

  /// Says nothing in its own name to anybody: the token is not held.
  @Override
  public @Nullable LoggedIn reader(String sha256) {
    Callers some = callers;
    return some != null && some.find(sha256) instanceof KnownCaller known
        ? new LoggedIn(known, null, null, clock.instant().plus(LASTS), sha256)
        : null;
  }

  private @Nullable KnownCaller known(Entered one) {
    if (one.principal() != null) {
      return new KnownCaller(one.principal(), clock.instant());
    }
    Secret bearer = one.bearer();
    return bearer == null || callers == null
        ? null
        : callers.find(Sha256.hex(bearer.text())) instanceof KnownCaller known ? known : null;
  }

  /// Somebody who is in, with what they may by now; null where they were revoked, have left, or
  /// were in for too long.
  public synchronized @Nullable LoggedIn now(LoggedIn who) {
    String token = who.token();
    if (token != null) {
      LoggedIn looks = who.ends().isAfter(clock.instant()) ? reader(token) : null;
      return looks == null ? null : new LoggedIn(looks.known(), null, null, who.ends(), token);
    }
    sweep();
    for (Entered one : entered.values()) {
      KnownCaller known = one.guard().equals(who.guard()) ? known(one) : null;
      if (known != null) {
        return new LoggedIn(known, one.bearer(), one.guard(), one.ends(), null);
      }
    }
    return null;
  }

  /// Ends the session of whoever brings this guard.
  public synchronized void leave(LoggedIn who) {
    end((_, one) -> one.guard().equals(who.guard()));
  }

  /// How many are logged in.
  synchronized int count() {
    sweep();
    return entered.size();
  }

  private static Problem nobody() {
    return Problem.of(
        401,
        "no-session",
        "Nobody has this token",
        "take the address that the start printed, or the token of a principal: './playloop"
            + " principals' makes one");
  }

  private static boolean same(String one, String other) {
    return MessageDigest.isEqual(
        one.getBytes(StandardCharsets.US_ASCII), other.getBytes(StandardCharsets.US_ASCII));
  }
}
