package dev.playloop.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.console.door.LoggedIn;
import dev.playloop.console.door.LoginScope;
import dev.playloop.console.door.Logins;
import dev.playloop.http.Caller;
import dev.playloop.http.Callers;
import dev.playloop.http.EdgeAnswer;
import dev.playloop.http.EdgeOptions;
import dev.playloop.http.EdgeRoutes;
import dev.playloop.http.HttpEdge;
import dev.playloop.kit.access.KnownCaller;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.principal.Scope;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Programs that look by a principal's token: as whom, at what, and for how long.
class BearerReadsTest extends ConsoleCase {
  private final Known known = new Known(new ConcurrentHashMap<>());
  private final Logins logins = new Logins(Clock.systemUTC(), null, known, false);

  private record Known(Map<String, Caller> byDigest) implements Callers {
    @Override
    public @Nullable Caller find(String sha256) {
      return byDigest.get(sha256);
    }

    @Override
    public @Nullable Caller anonymous() {
      return null;
    }
  }

  private EdgeRoutes routes() {
    return new EdgeRoutes()
        .loggedIn(logins)
        .inSession(
            "GET",
            "/agents",
            LoginScope.of(Scope.Verb.READ),
            call -> {
              LoggedIn who = LoggedIn.of(call.known());
              return EdgeAnswer.text(
                  200, who.name() + " " + (logins.now(who) != null) + " " + who.reach());
            })
        .inSession("GET", "/letters", LoginScope.of(Scope.Verb.ADMIN), BearerReadsTest::nothing)
        .inSession("POST", "/pause", LoginScope.ANYBODY, BearerReadsTest::nothing);
  }

  private static EdgeAnswer nothing(Object call) {
    return EdgeAnswer.text(200, "done");
  }

  private HttpResponse<String> ask(HttpEdge edge, String method, String path)
      throws IOException, InterruptedException {
    return http.send(
        HttpRequest.newBuilder(URI.create(edge.address() + path))
            .header("Authorization", "Bearer t")
            .header("Origin", edge.address().toString())
            .header("Content-Type", "application/json")
            .method(
                method,
                method.equals("GET")
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString("{}"))
            .build(),
        BodyHandlers.ofString());
  }

  @Test
  void aTokenShowsWhatItsOwnerMaySeeUntilItIsRevoked() throws Exception {
    known
        .byDigest()
        .put(Sha256.hex("t"), new KnownCaller(person(Scope.read("society/ada")), Instant.now()));
    try (HttpEdge edge =
        HttpEdge.bind(EdgeOptions.loopback("the console", "THE_PORT", 0)).serve(routes())) {
      assertThat(ask(edge, "GET", "/agents").body()).startsWith("mia true").contains("society/ada");
      assertThat(ask(edge, "GET", "/letters").statusCode()).isEqualTo(403);
      assertThat(ask(edge, "POST", "/pause").statusCode()).isEqualTo(401);

      LoggedIn who = logins.reader(Sha256.hex("t"));
      known.byDigest().clear();

      assertThat(ask(edge, "GET", "/agents").statusCode()).isEqualTo(401);
      assertThat(who).isNotNull();
      assertThat(logins.now(who)).as("a stream of its ends, too").isNull();
    }
  }
}
