package dev.playloop.console.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.console.row.Reach;
import dev.playloop.http.Caller;
import dev.playloop.http.Callers;
import dev.playloop.http.Secret;
import dev.playloop.http.Sessions;
import dev.playloop.kit.access.KnownCaller;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.id.HaltScope;
import dev.playloop.schemas.principal.Principal;
import dev.playloop.schemas.principal.PrincipalBuilder;
import dev.playloop.schemas.principal.Scope;
import dev.playloop.testkit.TurnedClock;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Who is logged in, and for how long.
class LoginsTest {
  private final Map<String, Principal> known = new ConcurrentHashMap<>();
  private final Callers callers =
      new Callers() {
        @Override
        public @Nullable Caller find(String sha256) {
          Principal one = known.get(sha256);
          return one == null ? null : new KnownCaller(one, Instant.now());
        }

        @Override
        public @Nullable Caller anonymous() {
          return null;
        }
      };
  private final Logins logins =
      new Logins(
          Clock.systemUTC(),
          new Logins.First(person("owner", Scope.ADMIN), new Secret("x")),
          callers,
          false);

  private static Principal person(String name, Scope... scopes) {
    return PrincipalBuilder.builder()
        .v(Principal.VERSION)
        .id("p-" + name)
        .name(name)
        .kind(Principal.Kind.PERSON)
        .scopes(List.of(scopes))
        .tokens(List.of())
        .since(Instant.EPOCH)
        .build();
  }

  private void holds(String bearer, Principal principal) {
    known.put(Sha256.hex(bearer), principal);
  }

  private Sessions.Session session(String cookie) {
    return Objects.requireNonNull(logins.find(Sha256.hex(cookie)));
  }

  /// The start's token is good once: its session can't be won back.
  @Test
  void nobodyThrowsOthersOutByComingInAgainAndAgain() {
    String owner = logins.byToken(logins.fresh());
    holds("of-mia", person("mia", Scope.read("society/ada")));
    holds("of-zed", person("zed", Scope.read("society/ada")));
    String mia = logins.byBearer("of-mia");

    for (int i = 0; i < 5_000; i++) {
      logins.byBearer("of-zed");
    }

    assertThat(logins.count()).isEqualTo(Logins.MOST);
    assertThat(session(owner).caller().name()).isEqualTo("owner");
    assertThat(session(mia).caller().name()).isEqualTo("mia");
  }

  /// As a stream asks at each beat.
  @Test
  void whoMayLessByNowSeesLess() {
    holds("of-mia", person("mia", Scope.read("*")));
    LoggedIn mia = LoggedIn.of(session(logins.byBearer("of-mia")).caller());
    assertThat(mia.reach().all()).isTrue();

    holds("of-mia", person("mia", Scope.read("society/ada")));

    LoggedIn now = Objects.requireNonNull(logins.now(mia));
    assertThat(now.reach()).isEqualTo(new Reach(false, List.of(), List.of("society/ada")));
    known.clear();
    assertThat(logins.now(mia)).isNull();
  }

  /// It could be used at the gateway for the rest of its time.
  @Test
  void whatWasLentForASessionEndsWithItHoweverItEnds() {
    TurnedClock clock = TurnedClock.at(Instant.EPOCH);
    Logins ours = new Logins(clock, null, callers, false);
    List<String> back = new ArrayList<>();
    for (String token : List.of("left", "late", "closed")) {
      holds(token, person(token, Scope.read("*")));
    }
    String left = ours.byLent("left", () -> back.add("left"));
    ours.byLent("late", () -> back.add("late"));

    ours.leave(LoggedIn.of(Objects.requireNonNull(ours.find(Sha256.hex(left))).caller()));
    assertThat(back).containsExactly("left");

    clock.turn(Logins.LASTS);
    ours.byLent("closed", () -> back.add("closed"));
    assertThat(back).containsExactly("left", "late");

    String own = ours.byBearer("closed");
    ours.endLent();
    assertThat(back).containsExactly("left", "late", "closed");
    assertThat(ours.find(Sha256.hex(own))).isNotNull();

    for (int i = 0; i <= Logins.MOST; i++) {
      ours.byLent("left", () -> back.add("pushed out"));
    }
    assertThat(back).containsExactly("left", "late", "closed", "pushed out", "pushed out");
  }

  @Test
  void oneIsToldOfHaltsThatHoldBackWhomOneSees() {
    Reach ada = new Reach(false, List.of(), List.of("society/ada"));
    Reach society = new Reach(false, List.of("society"), List.of());

    for (String scope : List.of("all", "society", "society/ada")) {
      assertThat(ada.touches(new HaltScope(scope))).as(scope).isTrue();
    }
    for (String scope : List.of("society/bea", "tally", "tally/ada")) {
      assertThat(ada.touches(new HaltScope(scope))).as(scope).isFalse();
    }
    assertThat(society.touches(new HaltScope("society/bea"))).isTrue();
    assertThat(society.touches(new HaltScope("tally/bea"))).isFalse();
    assertThat(Reach.ALL.touches(new HaltScope("tally/bea"))).isTrue();
  }

  /// Another host of the same domain may set one of the same name, and make somebody end a login
  /// that it began.
  @Test
  void ofTwoCookiesOfALoginNeitherIsBelieved() {
    assertThat(OidcDoor.kept("a=b; n=one", "n")).isEqualTo("one");
    assertThat(OidcDoor.kept("n=one; n=two", "n")).isNull();
    assertThat(OidcDoor.kept("__Host-n=one", "n")).isNull();
    assertThat(OidcDoor.kept(null, "n")).isNull();
  }
}
