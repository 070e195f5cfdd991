package dev.playloop.console.oidc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.console.door.LoggedIn;
import dev.playloop.console.door.LoginScope;
import dev.playloop.console.door.Logins;
import dev.playloop.console.door.OidcDoor;
import dev.playloop.http.EdgeAnswer;
import dev.playloop.http.EdgeOptions;
import dev.playloop.http.EdgeRoutes;
import dev.playloop.http.HttpEdge;
import dev.playloop.http.Secret;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.access.PrincipalTable;
import dev.playloop.kit.topic.TopicAdmin;
import dev.playloop.operator.principal.NewPrincipal;
import dev.playloop.operator.principal.PrincipalRegister;
import dev.playloop.schemas.principal.Principal;
import dev.playloop.schemas.principal.Scope;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.TestInfra;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// From the page to the provider and back: who comes in is the principal of that name.
@NeedsInfra
class OidcDoorTest {
  private static final String ADA =
      """
      {"email": "ada@example.org", "email_verified": true}\
      """;

  private final Clock clock = Clock.systemUTC();

  @Test
  void aPersonOfThatNameComesInAndNobodyElse(TestInfra infra) throws Exception {
    KafkaSettings kafka = kafka(infra);
    PrincipalRegister register = new PrincipalRegister(kafka, clock);
    try (PrincipalTable table =
            PrincipalTable.start(kafka, new PrincipalTable.Given(List.of(), null), clock);
        HttpEdge edge = HttpEdge.bind(EdgeOptions.loopback("the console", "--port", 0));
        ProviderProcess provider =
            ProviderProcess.start(edge.address().resolve(OidcDoor.CALLBACK), ADA)) {
      Logins logins = new Logins(clock, null, table, false);
      OidcSettings settings = settings(provider, edge);
      try (OidcDoor door = new OidcDoor(settings, register, table, logins)) {
        edge.serve(
            door.on(new EdgeRoutes())
                .loggedIn(logins)
                .inSession(
                    "GET",
                    "/api/session",
                    LoginScope.ANYBODY,
                    call -> EdgeAnswer.text(200, told(LoggedIn.of(call.known()))))
                .inSession(
                    "GET",
                    "/api/leave",
                    LoginScope.ANYBODY,
                    call -> {
                      logins.leave(LoggedIn.of(call.known()));
                      return EdgeAnswer.text(200, "gone");
                    }));

        try (Visitor browser = new Visitor()) {
          HttpResponse<String> back = in(browser, edge);
          assertThat(back.statusCode()).isEqualTo(403);
          assertThat(back.body()).contains("ada@example.org is no person here");
        }
        register.add(NewPrincipal.person("ada@example.org", List.of(Scope.approve("treasurer"))));
        try (Visitor browser = new Visitor()) {
          in(browser, edge);
          Await.until("she has her own and what was lent", () -> register.list().size() == 2);

          browser.get(edge.address().resolve("/api/leave"), "same-origin");

          awaitNothingLent(register);
        }
        try (Visitor browser = new Visitor()) {
          URI session = edge.address().resolve("/api/session");
          assertThat(browser.get(session, "none").statusCode()).isEqualTo(401);
          HttpResponse<String> back = in(browser, edge);
          assertThat(back.statusCode()).as(back.body()).isEqualTo(200);

          assertThat(browser.get(session, "same-origin").body())
              .isEqualTo("ada@example.org [approve:treasurer]");
          assertThat(browser.get(session, "cross-site").statusCode()).isEqualTo(403);
          assertThat(browser.get(back.uri(), "cross-site").body())
              .as("the same answer of the provider again")
              .contains("begin again");
          register.revoke("ada@example.org");
          awaitGone(browser, session);
        }
        assertThat(register.list()).allMatch(one -> one.kind() == Principal.Kind.PERSON);
      }
    }
  }

  @Test
  void whoWasInWhenTheConsoleClosedHasNoTokenLeft(TestInfra infra) throws Exception {
    KafkaSettings kafka = kafka(infra);
    PrincipalRegister register = new PrincipalRegister(kafka, clock);
    register.add(NewPrincipal.person("ada@example.org", List.of(Scope.CONTROL)));
    try (PrincipalTable table =
            PrincipalTable.start(kafka, new PrincipalTable.Given(List.of(), null), clock);
        HttpEdge edge = HttpEdge.bind(EdgeOptions.loopback("the console", "--port", 0));
        ProviderProcess provider =
            ProviderProcess.start(edge.address().resolve(OidcDoor.CALLBACK), ADA);
        Visitor browser = new Visitor()) {
      OidcSettings settings = settings(provider, edge);
      OidcDoor door =
          new OidcDoor(settings, register, table, new Logins(clock, null, table, false));
      edge.serve(door.on(new EdgeRoutes()));
      assertThat(in(browser, edge).statusCode()).isEqualTo(200);
      Await.until("she has her own and what was lent", () -> register.list().size() == 2);

      door.close();

      assertThat(register.list()).hasSize(1);
    }
  }

  /// Led in; anew where what was lent was not known in time, on a machine that stood still.
  private static HttpResponse<String> in(Visitor browser, HttpEdge edge) {
    return Await.until(
        () -> browser.led(edge.address().resolve(OidcDoor.START)),
        back -> back.statusCode() != 503);
  }

  private static void awaitNothingLent(PrincipalRegister register) {
    Await.until("what was lent is taken back", () -> register.list().size() == 1);
  }

  private static void awaitGone(Visitor browser, URI session) {
    Await.until(
        "who was revoked is out",
        () -> !browser.get(session, "same-origin").body().contains("treasurer"));
  }

  private static String told(LoggedIn who) {
    Principal principal = who.known().principal();
    return who.name() + " " + (principal.revokedAt() == null ? principal.scopes() : "revoked");
  }

  /// Goes where it is sent, as a browser does: Java itself follows five redirections at most, and
  /// puts what has a Max-Age between quotes.
  private static final class Visitor implements AutoCloseable {
    private static final int HOPS = 12;

    private final HttpClient http =
        HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NEVER).build();
    private final Map<String, String> cookies = new TreeMap<>();

    /// As a page of that site asks, or nobody's.
    HttpResponse<String> get(URI address, String site) {
      String kept =
          cookies.entrySet().stream()
              .map(one -> one.getKey() + "=" + one.getValue())
              .collect(Collectors.joining("; "));
      try {
        HttpResponse<String> answer =
            http.send(
                HttpRequest.newBuilder(address)
                    .header("Sec-Fetch-Site", site)
                    .header("Cookie", kept)
                    .build(),
                BodyHandlers.ofString(UTF_8));
        for (String set : answer.headers().allValues("set-cookie")) {
          String[] pair = set.substring(0, set.indexOf(';')).split("=", 2);
          cookies.put(pair[0], pair[1]);
        }
        return answer;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    HttpResponse<String> led(URI address) {
      HttpResponse<String> at = get(address, "none");
      for (int hop = 0; hop < HOPS && at.headers().firstValue("location").isPresent(); hop++) {
        at = get(at.uri().resolve(at.headers().firstValue("location").get()), "cross-site");
      }
      return at;
    }

    @Override
    public void close() {
      http.close();
    }
  }

  private static KafkaSettings kafka(TestInfra infra) throws InterruptedException {
    Topics topics = new Topics("oidc-" + UUID.randomUUID() + ".", 2);
    KafkaSettings kafka = KafkaSettings.of(infra.bootstrapServers(), topics);
    try (TopicAdmin admin = TopicAdmin.connect(kafka)) {
      admin.create(List.of(topics.principals()), Duration.ofSeconds(30));
    }
    return kafka;
  }

  private static OidcSettings settings(ProviderProcess provider, HttpEdge edge) {
    return new OidcSettings(
        provider.issuer(),
        "console",
        new Secret("of-this-test"),
        edge.address().resolve(OidcDoor.CALLBACK),
        "email");
  }
}
