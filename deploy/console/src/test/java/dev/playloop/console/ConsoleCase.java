package dev.playloop.console;

import dev.playloop.audit.FoldBuild;
import dev.playloop.console.door.Logins;
import dev.playloop.console.source.FileJournal;
import dev.playloop.console.veil.Veil;
import dev.playloop.console.veil.VeiledPlaces;
import dev.playloop.http.EdgeOptions;
import dev.playloop.loop.state.LoopPolicy;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.principal.Principal;
import dev.playloop.schemas.principal.PrincipalBuilder;
import dev.playloop.schemas.principal.Scope;
import dev.playloop.worlds.model.Worlds;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Consoles on the journal of a real run, as it was released, asked over HTTP as a page does.
public abstract class ConsoleCase {
  /// 128 entries of seven agents of `society`.
  protected static final Path JOURNAL =
      Path.of("../launcher/src/test/resources/journals/0.1.0.jsonl");

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /// Without worlds: what lies on the log is told, and nothing is folded again.
  protected static final FoldBuild FOLD = new FoldBuild(LoopPolicy.DEFAULT, Worlds.of());

  @TempDir protected Path folder;

  protected final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  protected static Principal person(Scope... scopes) {
    return PrincipalBuilder.builder()
        .v(Principal.VERSION)
        .id("local")
        .name("mia")
        .kind(Principal.Kind.PERSON)
        .scopes(List.of(scopes))
        .tokens(List.of())
        .since(Instant.EPOCH)
        .build();
  }

  protected ConsoleOptions options(Scope... scopes) {
    return ConsoleOptionsBuilder.builder()
        .edge(EdgeOptions.loopback("the console", "THE_PORT", 0))
        .folder(folder.resolve("console"))
        .kind("file")
        .version("test")
        .readOnly(true)
        .first(new Logins.First(person(scopes), null))
        .build();
  }

  protected Console open(Path journal, Scope... scopes) throws InterruptedException {
    Console console = Console.open(options(scopes), FileJournal.of(journal), () -> FOLD);
    if (!console.awaitLoaded(PATIENCE)) {
      throw new AssertionError("the journal was not read in time: " + console.problem());
    }
    return console;
  }

  /// Somebody who is logged in, as a browser has it.
  protected record Tab(HttpClient http, URI at, String cookie, String csrf) {
    HttpRequest.Builder to(String path) {
      return HttpRequest.newBuilder(URI.create(at + path)).header("Cookie", cookie);
    }

    public HttpResponse<String> get(String path) throws IOException, InterruptedException {
      return http.send(to(path).build(), BodyHandlers.ofString());
    }

    public JsonNode json(String path) throws IOException, InterruptedException {
      HttpResponse<String> response = get(path);
      if (response.statusCode() != 200) {
        throw new AssertionError(path + ": " + response.statusCode() + " " + response.body());
      }
      return Json.tree(response.body());
    }

    public HttpRequest.Builder posting(String path, String body) {
      return to(path)
          .header("Origin", at.toString())
          .header("Content-Type", "application/json")
          .header("X-Playloop-Csrf", csrf)
          .POST(HttpRequest.BodyPublishers.ofString(body));
    }

    public HttpResponse<String> post(String path, String body)
        throws IOException, InterruptedException {
      return http.send(posting(path, body).build(), BodyHandlers.ofString());
    }
  }

  protected HttpResponse<String> login(Console console, String token)
      throws IOException, InterruptedException {
    return http.send(
        HttpRequest.newBuilder(URI.create(console.address() + "/api/login"))
            .header("Origin", console.address().toString())
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString("{\"token\":" + Json.text(token) + "}"))
            .build(),
        BodyHandlers.ofString());
  }

  protected static String token(Console console) {
    String door = console.door();
    return door.substring(door.indexOf("#token=") + "#token=".length());
  }

  protected Tab tab(Console console) throws IOException, InterruptedException {
    String cookie = cookie(login(console, token(console)));
    Tab tab = new Tab(http, console.address(), cookie, "");
    String csrf = tab.json("/api/session").path("csrf").stringValue();
    return new Tab(http, console.address(), cookie, csrf);
  }

  /// Behind so many entries of the index, as who sees all agents is told it.
  protected String place(long entries) {
    return meta("made") + "-" + entries + "-0";
  }

  /// The same, as it is told to who sees some.
  protected String veiled(long entries) {
    byte[] key = HexFormat.of().parseHex(meta("key"));
    return new VeiledPlaces(new Veil("place", key)).tell(place(entries), false);
  }

  private String meta(String name) {
    try (Connection index =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("console/index.db"));
        PreparedStatement asked = index.prepareStatement("select value from meta where name = ?")) {
      asked.setString(1, name);
      try (ResultSet row = asked.executeQuery()) {
        return row.getString(1);
      }
    } catch (SQLException e) {
      throw new AssertionError("the index does not say its " + name, e);
    }
  }

  protected static String cookie(HttpResponse<?> response) {
    @Nullable String set = response.headers().firstValue("Set-Cookie").orElse(null);
    if (set == null) {
      throw new AssertionError("no cookie came: " + response.statusCode());
    }
    return set.substring(0, set.indexOf(';'));
  }
}
