package dev.playloop.ingest.clients;

import dev.playloop.ingest.clients.StubGateway.Request;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// What came to the gateway, beside what the fixture says; and what holds in every fixture: each
/// request is a batch in bounds, with the token, of different events; an event is the same bytes
/// whenever it comes; none overtakes another.
final class Verdict {
  private static final int MOST_BYTES = 1 << 20;
  private static final int MOST_EVENTS = 100;

  private final Fixture fixture;
  private final List<Request> requests;
  private final List<String> complaints;

  Verdict(Fixture fixture, StubGateway gateway, List<String> complaints) {
    this.fixture = fixture;
    this.requests = withoutAgain(gateway.requests(), fixture.told().path("requests"));
    this.complaints = complaints;
  }

  /// Where the fixture says `again` of its last request, the same may come twice: some libraries do
  /// so by themselves.
  private static List<Request> withoutAgain(List<Request> came, JsonNode expected) {
    int last = came.size() - 1;
    boolean twice =
        came.size() == expected.size() + 1
            && expected.path(last - 1).path("again").asBoolean(false)
            && came.get(last).text().equals(came.get(last - 1).text());
    return twice ? came.subList(0, last) : came;
  }

  void requests() {
    JsonNode expected = fixture.told().path("requests");
    if (expected.size() != requests.size()
        && !fixture.told().path("anyRequests").asBoolean(false)) {
      complaints.add("expected " + expected.size() + " requests, got " + shown());
    }
    Map<String, String> known = new HashMap<>();
    for (int i = 0; i < requests.size(); i++) {
      head(i, requests.get(i));
      body(i, requests.get(i), known);
    }
    for (int i = 0; i < Math.min(expected.size(), requests.size()); i++) {
      asExpected(i, expected.get(i), requests.get(i));
    }
    order();
  }

  /// How many events the gateway said that it took.
  long accepted() {
    return requests.stream()
        .filter(request -> request.answered()[0] == 202)
        .mapToLong(request -> ids(request).size())
        .sum();
  }

  private String shown() {
    return requests.size()
        + requests.stream().map(one -> " at " + one.at() + " " + ids(one)).toList().toString();
  }

  private void head(int i, Request request) {
    String path = fixture.told().path("path").asString("/v1/events");
    compare(i, "line", "POST " + path + " HTTP/1.1", request.line());
    compare(
        i,
        "content-type",
        "application/cloudevents-batch+json",
        String.valueOf(request.headers().get("content-type")));
    JsonNode token = fixture.told().path("token");
    String bearer = token.isNull() ? "null" : "Bearer " + token.asString(Judge.TOKEN);
    compare(i, "authorization", bearer, String.valueOf(request.headers().get("authorization")));
    compare(
        i,
        "length",
        String.valueOf(request.body().length),
        String.valueOf(request.headers().get("content-length")));
  }

  private void body(int i, Request request, Map<String, String> known) {
    if (request.body().length > MOST_BYTES) {
      complaints.add("request " + i + " has " + request.body().length + " bytes");
    }
    if (request.text().indexOf('\ufffd') >= 0
        && !fixture.told().path("replaced").asBoolean(false)) {
      complaints.add("request " + i + " is no text throughout");
    }
    JsonNode events = events(request);
    if (!events.isArray() || events.isEmpty() || events.size() > MOST_EVENTS) {
      complaints.add("request " + i + " is no batch of 1 to 100 events");
      return;
    }
    Set<String> here = new HashSet<>();
    for (JsonNode event : events) {
      String id = event.path("id").asString("");
      if (id.isEmpty() || !here.add(id)) {
        complaints.add("request " + i + " has no id, or one twice: '" + id + "'");
      }
      String text = Lines.write(event);
      if (!known.computeIfAbsent(id, _ -> text).equals(text)) {
        complaints.add("request " + i + ": " + id + " is another event than before");
      }
    }
  }

  private void asExpected(int i, JsonNode expected, Request request) {
    if (expected.has("body")) {
      compare(i, "body", Answers.text(expected.path("body")), request.text());
    }
    if (expected.has("at")) {
      compare(
          i, "time", String.valueOf(expected.path("at").asDouble()), String.valueOf(request.at()));
    }
    if (expected.has("ids")) {
      compare(
          i, "ids", listed(expected.path("ids").asString()).toString(), ids(request).toString());
    }
  }

  /// `e1 e2 e5-e9`.
  private static List<String> listed(String ids) {
    List<String> all = new ArrayList<>();
    for (String word : ids.split(" ", -1)) {
      String[] ends = word.split("-", -1);
      if (ends.length == 1) {
        all.add(word);
      } else {
        for (int n = number(ends[0]); n <= number(ends[1]); n++) {
          all.add("e" + n);
        }
      }
    }
    return all;
  }

  private static int number(String id) {
    return Integer.parseInt(id.substring(1));
  }

  /// Ids of drivers grow, so what was taken must, too.
  private void order() {
    int last = 0;
    for (Request request : requests) {
      for (String id : request.answered()[0] == 202 ? ids(request) : List.<String>of()) {
        if (id.matches("e[0-9]+")) {
          if (number(id) <= last) {
            complaints.add(id + " is taken after e" + last);
          }
          last = number(id);
        }
      }
    }
  }

  private static List<String> ids(Request request) {
    List<String> ids = new ArrayList<>();
    events(request).forEach(event -> ids.add(event.path("id").asString("")));
    return ids;
  }

  private static JsonNode events(Request request) {
    try {
      return Lines.read(request.text());
    } catch (JacksonException e) {
      return Lines.JSON.nullNode();
    }
  }

  private void compare(int i, String what, String expected, String got) {
    if (!expected.equals(got)) {
      complaints.add(
          "request " + i + ": " + what + ": expected " + brief(expected) + ", got " + brief(got));
    }
  }

  private static String brief(String text) {
    return text.length() <= 1_000 ? text : text.substring(0, 1_000) + "…";
  }

  /// Ids that clients make: 26 characters, each once, of now.
  static void ulids(String where, JsonNode ids, int count, List<String> complaints) {
    Set<String> different = new HashSet<>();
    ids.forEach(id -> different.add(id.asString()));
    if (different.size() != count) {
      complaints.add(where + ": " + different.size() + " different ids of " + count);
    }
    String now = Long.toString(System.currentTimeMillis() >> 20);
    for (String id : different) {
      if (!id.matches("[0-7][0-9A-HJKMNP-TV-Z]{25}")
          || Math.abs((millis(id) >> 20) - Long.parseLong(now)) > 1) {
        complaints.add(where + ": " + id + " is no ULID of now");
        return;
      }
    }
  }

  private static long millis(String id) {
    long millis = 0;
    for (char c : id.substring(0, 10).toCharArray()) {
      millis = millis * 32 + "0123456789ABCDEFGHJKMNPQRSTVWXYZ".indexOf(c);
    }
    return millis;
  }
}
