package dev.playloop.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Who looks, and who changes something, where an edge knows who is logged in.
class EdgeSessionsTest extends EdgeCase {
  private static final String COOKIE = "Cookie: here=c\r\n";
  private static final String PAGE =
      "X-Playloop-Csrf: g\r\nContent-Type: application/json\r\nContent-Length: 2\r\n";

  /// Somebody who may do what a name of a scope says.
  private record Visitor(String name, List<String> scopes) implements Caller {}

  private record Wants(String text) implements RouteScope {
    @Override
    public boolean opensFor(Caller caller) {
      return caller instanceof Visitor(String _, List<String> scopes) && scopes.contains(text);
    }
  }

  /// Mia at the page, and a program of hers that may look.
  private record Here() implements Sessions {
    private static final Map<String, Caller> TOKENS =
        Map.of(BearerToken.sha256("t"), new Visitor("program", List.of("look", "change")));

    @Override
    public String cookie() {
      return "here";
    }

    @Override
    public @Nullable Session find(String sha256) {
      return sha256.equals(BearerToken.sha256("c"))
          ? new Session(new Visitor("mia", List.of("look", "change")), new Secret("g"))
          : null;
    }

    @Override
    public @Nullable Caller reader(String sha256) {
      return TOKENS.get(sha256);
    }
  }

  private static EdgeRoutes routes() {
    return new EdgeRoutes()
        .loggedIn(new Here())
        .inSession("GET", "/look", new Wants("look"), EdgeSessionsTest::who)
        .inSession("GET", "/secret", new Wants("secret"), EdgeSessionsTest::who)
        .inSession("POST", "/change", new Wants("change"), EdgeSessionsTest::who);
  }

  private static EdgeAnswer who(EdgeCall call) {
    return EdgeAnswer.text(200, call.known().name());
  }

  private static Wire.Answered ask(HttpEdge edge, String line, String headers, String body)
      throws IOException {
    try (Wire wire = Wire.to(edge.address())) {
      return wire.send(line + " HTTP/1.1\r\n" + host(edge) + headers + "\r\n" + body).next();
    }
  }

  @Test
  void aTokenLooksWithTheScopesOfItsOwner() throws IOException {
    try (HttpEdge edge = HttpEdge.bind(OPTIONS).serve(routes())) {
      assertThat(ask(edge, "GET /look", "Authorization: Bearer t\r\n", "").body())
          .isEqualTo("program");
      assertThat(ask(edge, "GET /secret", "Authorization: Bearer t\r\n", "").status())
          .isEqualTo(403);
      assertThat(ask(edge, "GET /look", COOKIE, "").body()).isEqualTo("mia");
      for (String no : List.of("Bearer u", "Bearer ", "t", "Basic t", "bearer t", "Bearer c")) {
        Wire.Answered answer = ask(edge, "GET /look", "Authorization: " + no + "\r\n", "");
        assertThat(answer.status()).as(no).isEqualTo(401);
        assertThat(answer.body()).as(no).contains("no-session");
        assertThat(ask(edge, "GET /look", COOKIE + "Authorization: " + no + "\r\n", "").status())
            .as("%s, beside a cookie", no)
            .isEqualTo(401);
      }
    }
  }

  /// Not even with all that a page sends, but for its cookie.
  @Test
  void aTokenChangesNothing() throws IOException {
    try (HttpEdge edge = HttpEdge.bind(OPTIONS).serve(routes())) {
      String origin = "Origin: http://" + host(edge).substring("Host: ".length());
      String bearer = "Authorization: Bearer t\r\n";

      assertThat(ask(edge, "POST /change", bearer + origin + PAGE, "{}").status()).isEqualTo(401);
      assertThat(ask(edge, "POST /change", bearer + PAGE, "{}").status()).isEqualTo(401);
      assertThat(ask(edge, "POST /change", bearer + COOKIE + PAGE, "{}").status()).isEqualTo(403);
      assertThat(ask(edge, "POST /change", COOKIE + origin + PAGE, "{}").body()).isEqualTo("mia");
    }
  }
}
