package dev.playloop.worlds.emerald;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Text;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.json.CheckedJson;
import dev.playloop.schemas.json.Edge;
import dev.playloop.schemas.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Searches by Google's Custom Search JSON API. What it answers was written by strangers: it goes
/// to the model as data, cut to [#RESULTS] results of bounded lines. Used up is used up: after a
/// refusal for quota nothing is asked until it may work again. The key is never part of a message.
/// Thread-safe.
final class GoogleSearch implements WebSearch, AutoCloseable {
  /// Where Google answers.
  public static final URI STANDARD = URI.create("https://customsearch.googleapis.com/");

  static final int RESULTS = 5;
  static final int TITLE_MAX = 120;
  static final int SNIPPET_MAX = 300;
  static final int LINK_MAX = 300;
  static final int BODY_MAX = 256 * 1024;
  private static final int QUERY_MAX = 200;
  private static final int OK = 200;
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;
  private static final int TOO_MANY = 429;
  private static final int SERVER_ERROR = 500;
  private static final Duration SHORTLY = Duration.ofMinutes(1);
  private static final Duration LONGEST_WAIT = Duration.ofDays(1);

  /// Google's day of quota ends at midnight there.
  private static final ZoneId GOOGLE = ZoneId.of("America/Los_Angeles");

  private final Account account;
  private final Duration timeout;
  private final InstantSource now;
  private final HttpClient client;
  private volatile Instant notBefore = Instant.MIN;

  /// Who searches.
  ///
  /// @param base [#STANDARD], or a server that speaks the same
  public record Account(URI base, String key, String engine) {
    public Account {
      if (key.isBlank() || engine.isBlank()) {
        throw new IllegalArgumentException(
            "web search needs both a key and an engine id; use WebSearch.missing for none");
      }
    }

    @Override
    public String toString() {
      return "Account[base=" + base + ", key=***, engine=" + engine + "]";
    }
  }

  /// @param timeout for one search, from the connection to the last byte
  public GoogleSearch(Account account, Duration timeout, InstantSource now) {
    this.account = account;
    this.timeout = timeout;
    this.now = now;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(timeout)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
  }

  @Override
  public ActionResult answer(Action action, String query) throws InterruptedException {
    String words = query.strip();
    if (words.isEmpty() || words.length() > QUERY_MAX) {
      return Answers.refused(
          action,
          "invalid_arguments",
          "query: expected 1 to %d characters, got %d".formatted(QUERY_MAX, words.length()),
          "query");
    }
    Instant free = notBefore;
    if (now.instant().isBefore(free)) {
      return usedUp(action, free);
    }
    try {
      Reply reply = ask(words);
      return switch (reply.status()) {
        case OK -> found(action, words, reply.body());
        case TOO_MANY, FORBIDDEN -> refusedByQuota(action, reply);
        default -> trouble(action, reply.status());
      };
    } catch (TimeoutException e) {
      return Answers.failed(
          action,
          "search_timeout",
          "the web search did not answer within %d s; go on without it, or try once more later"
              .formatted(timeout.toSeconds()));
    } catch (IOException e) {
      return Answers.failed(
          action,
          "search_unreachable",
          "the web search can't be reached; go on without it, or try once more later");
    }
  }

  @SuppressWarnings("ArrayRecordComponent") // never leaves this class, nor is compared
  private record Reply(int status, HttpHeaders headers, byte[] body) {}

  private Reply ask(String query) throws InterruptedException, IOException, TimeoutException {
    String parameters =
        "key=%s&cx=%s&num=%d&q=%s"
            .formatted(encoded(account.key()), encoded(account.engine()), RESULTS, encoded(query));
    HttpRequest request =
        HttpRequest.newBuilder(account.base().resolve("/customsearch/v1?" + parameters))
            .timeout(timeout)
            .header("accept", "application/json")
            .GET()
            .build();
    CompletableFuture<HttpResponse<byte[]>> reply =
        client.sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), BODY_MAX));
    try {
      HttpResponse<byte[]> response = reply.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
      return new Reply(response.statusCode(), response.headers(), response.body());
    } catch (ExecutionException e) {
      if (e.getCause() instanceof HttpTimeoutException late) {
        throw (TimeoutException) new TimeoutException("no answer").initCause(late);
      }
      throw new IOException("no answer", e.getCause());
    } finally {
      reply.cancel(true);
    }
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  // ---- what came back

  private static ActionResult found(Action action, String query, byte[] body) {
    JsonNode answer = parsed(body);
    if (!answer.isObject()) {
      return Answers.failed(
          action,
          "search_junk",
          "the web search answered something that is no result list; go on without it");
    }
    ArrayNode results = Json.NODES.arrayNode();
    for (JsonNode item : answer.path("items")) {
      if (results.size() == RESULTS) {
        break;
      }
      ObjectNode result = results.addObject();
      result.put("title", line(item.path("title"), TITLE_MAX));
      result.put("snippet", line(item.path("snippet"), SNIPPET_MAX));
      result.put("link", line(item.path("link"), LINK_MAX));
    }
    ObjectNode output = Json.NODES.objectNode();
    output.put("query", query);
    output.set("results", results);
    if (results.isEmpty()) {
      output.put("note", "nothing was found; try other words");
    }
    return Answers.done(action, output);
  }

  private static JsonNode parsed(byte[] body) {
    try {
      return CheckedJson.of(body, Edge.REPLY).tree();
    } catch (InvalidValueException e) {
      return Json.NODES.missingNode();
    }
  }

  /// One line without control characters, cut where it is too long.
  private static String line(JsonNode node, int max) {
    String text = node.asString("").replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
    return Text.brief(text, max - 1);
  }

  /// 429, and 403 for a reason of quota; any other 403 is a key without the right.
  private ActionResult refusedByQuota(Action action, Reply reply) {
    String reason = reasons(parsed(reply.body()));
    boolean daily = reason.contains("dailyLimitExceeded") || reason.contains("quotaExceeded");
    if (reply.status() == FORBIDDEN && !daily && !reason.contains("ateLimitExceeded")) {
      return trouble(action, FORBIDDEN);
    }
    Instant until = daily || reason.contains("per day") ? nextDay() : later(reply.headers());
    rest(until);
    return usedUp(action, until);
  }

  private synchronized void rest(Instant until) {
    notBefore = until.isAfter(notBefore) ? until : notBefore;
  }

  /// Google names a reason in `errors`, and for a limit per day its message says so.
  private static String reasons(JsonNode answer) {
    StringBuilder reasons = new StringBuilder(answer.path("error").path("message").asString(""));
    for (JsonNode error : answer.path("error").path("errors")) {
      reasons.append(' ').append(error.path("reason").asString(""));
    }
    return reasons.toString();
  }

  private Instant nextDay() {
    return ZonedDateTime.ofInstant(now.instant(), GOOGLE)
        .plusDays(1)
        .with(LocalTime.MIDNIGHT)
        .toInstant();
  }

  private Instant later(HttpHeaders headers) {
    Duration wait =
        headers
            .firstValue("retry-after")
            .filter(value -> value.matches("[0-9]{1,6}"))
            .map(value -> Duration.ofSeconds(Long.parseLong(value)))
            .orElse(SHORTLY);
    return now.instant().plus(wait.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : wait);
  }

  private static ActionResult usedUp(Action action, Instant until) {
    return Answers.refused(
        action,
        "search_quota",
        "the quota of the web search is used up; try again after %s, and go on without it until then"
            .formatted(until.truncatedTo(ChronoUnit.SECONDS)),
        null);
  }

  private static ActionResult trouble(Action action, int status) {
    if (status >= SERVER_ERROR) {
      return Answers.failed(
          action,
          "search_unreachable",
          "the web search is out of order (%d); go on without it, or try once more later"
              .formatted(status));
    }
    return Answers.refused(
        action,
        "search_not_allowed",
        "the web search refused the request (%d)%s; go on without it"
            .formatted(
                status,
                status == UNAUTHORIZED || status == FORBIDDEN
                    ? ", for its key or engine id are not valid"
                    : ""),
        null);
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
