package dev.playloop.console.api;

import dev.playloop.console.door.LoggedIn;
import dev.playloop.console.door.Logins;
import dev.playloop.http.EdgeAnswer;
import dev.playloop.http.EdgeCall;
import dev.playloop.http.Problem;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.principal.Scope;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Comes in, says who one is, and goes. Safe for all threads.
final class SessionApi {
  private static final int LONGEST = 4_096;

  private final Backing backing;
  private final Logins logins;

  SessionApi(Backing backing, Logins logins) {
    this.backing = backing;
    this.logins = logins;
  }

  /// `POST /api/login`.
  EdgeAnswer login(EdgeCall call) {
    if (call.body().length > LONGEST || call.header("origin") == null) {
      throw AskedQuery.wrong(
              "body", "{\"token\":…} or {\"bearer\":…}, from the page", "something else")
          .refused();
    }
    String cookie = token(call.body());
    return new EdgeAnswer.Full(
        204,
        "application/json",
        new byte[0],
        Map.of("Set-Cookie", logins.setCookie(cookie), "Cache-Control", "no-store"));
  }

  private String token(byte[] body) {
    JsonNode said;
    try {
      said = Json.tree(new String(body, StandardCharsets.UTF_8));
    } catch (InvalidValueException e) {
      throw AskedQuery.wrong("body", "a JSON object", "something else").refused();
    }
    JsonNode token = said.get("token");
    JsonNode bearer = said.get("bearer");
    if (token != null && token.isString() && bearer == null) {
      return logins.byToken(token.stringValue());
    }
    if (bearer != null && bearer.isString() && token == null) {
      return logins.byBearer(bearer.stringValue());
    }
    throw AskedQuery.wrong("body", "{\"token\":…} or {\"bearer\":…}", "neither of them").refused();
  }

  /// `POST /api/logout`.
  EdgeAnswer logout(EdgeCall call) {
    logins.leave(LoggedIn.of(call.known()));
    return new EdgeAnswer.Full(
        204,
        "application/json",
        new byte[0],
        Map.of("Set-Cookie", logins.setCookie(null), "Cache-Control", "no-store"));
  }

  /// Who is here, and at what.
  ///
  /// @param csrf null for who has no session, and only looks
  /// @param programs whether whoever brings the token of a principal may look
  /// @param whyNot full text is off: sealed; null where it is on
  @RecordBuilder
  record Who(
      String name,
      List<Scope> scopes,
      List<String> roles,
      @Nullable String csrf,
      boolean readOnly,
      Source source,
      boolean programs,
      String version,
      boolean fullText,
      @Nullable String whyNot,
      boolean sealed,
      Instant expiresAt,
      @Nullable String spendCapUsd) {}

  record Source(String kind, String name) {}

  /// `GET /api/session`.
  Object who(EdgeCall call) {
    LoggedIn who = LoggedIn.of(call.known());
    boolean words = backing.index().hasWords();
    return SessionApiWhoBuilder.builder()
        .name(who.name())
        .scopes(who.known().principal().scopes())
        .roles(who.known().principal().roles())
        .csrf(who.guard() == null ? null : who.guard().text())
        .readOnly(backing.open().readOnly())
        .source(new Source(backing.open().kind(), backing.journal().name()))
        .programs(logins.takesTokens())
        .version(backing.open().version())
        .fullText(words)
        .whyNot(words ? null : "sealed")
        .sealed(backing.journal().sealed())
        .expiresAt(who.ends())
        .build();
  }

  static Problem readOnly() {
    return Problem.of(
        403,
        "read-only",
        "Only to look at",
        "this console shows a file or the folder of a stopped system: nothing can be done here");
  }
}
