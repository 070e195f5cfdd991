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
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.TestInfra;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
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
      OidcSettings settings =
          new OidcSettings(
              provider.issuer(),
              "console",
              new Secret("of-this-test"),
              edge.address().resolve(OidcDoor.CALLBACK),
              "email");
      try (OidcDoor door = new OidcDoor(settings, register, table, logins)) {
        edge.serve(
            door.on(new EdgeRoutes())
                .loggedIn(logins)
                .inSession(
                    "GET",
                    "/api/session",
                    LoginScope.ANYBODY,
                    call -> EdgeAnswer.text(200, told(LoggedIn.of(call.known())))));

        try (HttpClient browser = browser()) {
          HttpResponse<String> back = led(browser, edge.address().resolve(OidcDoor.START));
          assertThat(back.statusCode()).isEqualTo(403);
          assertThat(back.body()).contains("ada@example.org is no person here");
        }
        register.add(NewPrincipal.person("ada@example.org", List.of(Scope.approve("treasurer"))));
        try (HttpClient browser = browser()) {
          URI session = edge.address().resolve("/api/session");
          assertThat(get(browser, session, "none").statusCode()).isEqualTo(401);
          HttpResponse<String> back = led(browser, edge.address().resolve(OidcDoor.START));
          assertThat(back.statusCode()).as(back.body()).isEqualTo(200);

          assertThat(get(browser, session, "same-origin").body())
              .isEqualTo("ada@example.org [approve:treasurer]");
          assertThat(get(browser, session, "cross-site").statusCode()).isEqualTo(403);
          assertThat(get(browser, back.uri(), "cross-site").body())
              .as("the same answer of the provider again")
              .contains("begin again");
          register.revoke("ada@example.org");
          awaitGone(browser, session);
        }
        assertThat(register.list()).allMatch(one -> one.kind() == Principal.Kind.PERSON);
      }
    }
  }

  private static void awaitGone(HttpClient browser, URI session) {
    dev.playloop.testkit.Await.until(
        "who was revoked is out",
        () -> !get(browser, session, "same-origin").body().contains("treasurer"));
  }

  private static String told(LoggedIn who) {
    Principal principal = who.known().principal();
    return who.name() + " " + (principal.revokedAt() == null ? principal.scopes() : "revoked");
  }

  /// More than the five redirections that Java follows by itself lead to a provider and back.
  private static HttpClient browser() {
    return HttpClient.newBuilder()
        .cookieHandler(new CookieManager())
        .followRedirects(HttpClient.Redirect.NEVER)
        .build();
  }

  private static HttpResponse<String> led(HttpClient browser, URI address) {
    HttpResponse<String> at = get(browser, address, "none");
    for (int hop = 0; hop < 12 && at.headers().firstValue("location").isPresent(); hop++) {
      at = get(browser, at.uri().resolve(at.headers().firstValue("location").get()), "cross-site");
    }
    return at;
  }

  private static HttpResponse<String> get(HttpClient browser, URI address, String site) {
    try {
      return browser.send(
          HttpRequest.newBuilder(address).header("Sec-Fetch-Site", site).build(),
          BodyHandlers.ofString(UTF_8));
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
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
}
