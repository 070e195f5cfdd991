package dev.playloop.proving.fuzz.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.playloop.schemas.json.Json;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// What a game may ask that fetches its actions, or shows what its agents said: a request of which
/// about one part is hostile. Never one that would wait for long.
///
/// @param line method and path, with its query; a corpus names an input by it
/// @param token empty for none
/// @param last the id of the last event that a reader got; empty for none
@SuppressWarnings("ArrayRecordComponent") // never compared
public record GameAsk(String line, String token, String last, byte[] body) {
  private static final List<String> NAMES =
      List.of(
          "%ED%A0%80",
          "%00",
          "..",
          "",
          "-",
          "a;b",
          "a%20b",
          "%zz",
          "\u00e9",
          "\u00ff\u00fe",
          "A_b",
          "x".repeat(64),
          "x".repeat(9_000));

  private static final List<String> NUMBERS =
      List.of(
          "0",
          "-1",
          "01",
          "+1",
          "1e9",
          "0x10",
          "NaN",
          "",
          "%31",
          "999999999999999999",
          "9223372036854775807",
          "9223372036854775808",
          "1".repeat(4_000));

  private static final List<String> WAITS =
      List.of("-1s", "31s", "99999s", "100000s", "1e3s", "0", "s", "%30s", "PT1S", "0.5s", "0S");

  private static final List<String> MORE =
      List.of("&puller=g", "&wait=0s", "&x=y", "&", "&&", "=", "&%zz=%zz", "&\u00e9", "&epoch");

  /// The oldest one makes the gateway read the whole journal, so it is rare.
  private static final List<String> PLACES =
      List.of(
          "999999999999999999.999999999999999999.99",
          "9223372036854775808.1.1",
          "-1.0.0",
          "1.0.0",
          "0.0.100",
          "0.0",
          "0.999999999999999999.0",
          "NaN.0.0",
          "\u00e9",
          "\u00ff.0.0",
          "x".repeat(9_000));

  private static final List<String> STATUSES =
      List.of("done", "refused", "failed", "not_done", "unknown", "busy");

  /// What is known of a connection, so that some get deep.
  ///
  /// @param epoch the last that a game was given; 0 for none yet
  /// @param action one that a game was handed
  public record Known(String world, long epoch, String action) {}

  /// A request for actions.
  public static GameAsk fetch(Known known, String token, Chance chance) {
    int part = chance.below(6);
    String wait = part == 1 ? chance.of(WAITS) : chance.of(List.of("0s", "1ms", "50ms"));
    String query = query(known, part, chance) + (chance.oneIn(10) ? "" : "&wait=" + wait);
    // Without a 'wait' it would wait for half a minute: with such an epoch it does not.
    String line = query.contains("wait=") ? query : query + "&epoch=0";
    return new GameAsk(
        "GET /v1/worlds/%s/actions?%s".formatted(world(known, part, chance), line),
        token(token, part, chance),
        "",
        new byte[0]);
  }

  /// An answer, broken in most cases.
  public static GameAsk result(Known known, String token, Chance chance) {
    int part = chance.below(6);
    ObjectNode body = Json.NODES.objectNode().put("action", known.action());
    body.put("status", chance.of(STATUSES)).putObject("output").put("served", 1.5);
    body.putObject("error").put("code", "full").put("message", "No.").put("field", "guest");
    return new GameAsk(
        "POST /v1/worlds/%s/results?%s"
            .formatted(world(known, part, chance), query(known, part, chance)),
        token(token, part, chance),
        "",
        chance.oneIn(6) ? Json.bytes(body) : Breaker.broken(body, chance));
  }

  /// A stream of what an agent says, whose reader is gone at once.
  ///
  /// @param world of the agent
  public static GameAsk events(String world, String agent, String token, Chance chance) {
    int part = chance.below(6);
    String last = part == 1 ? chance.of(PLACES) : chance.oneIn(60) ? "0.0.0" : "";
    return new GameAsk(
        "GET /v1/worlds/%s/agents/%s/events%s"
            .formatted(
                part == 2 ? chance.of(NAMES) : world,
                part == 3 ? chance.of(NAMES) : agent,
                part == 4 ? "?" + chance.of(NUMBERS) : ""),
        token(token, part, chance),
        last,
        new byte[0]);
  }

  private static String world(Known known, int part, Chance chance) {
    return part == 2 ? chance.of(NAMES) : known.world();
  }

  private static String query(Known known, int part, Chance chance) {
    String puller = part == 3 ? chance.of(NAMES) : chance.oneIn(8) ? "h" : "g";
    String epoch = part == 4 ? chance.of(NUMBERS) : String.valueOf(known.epoch());
    boolean isNew = part != 4 && (known.epoch() == 0 || chance.oneIn(3));
    String more = chance.oneIn(12) ? chance.of(MORE) : "";
    return "puller=" + puller + (isNew ? "" : "&epoch=" + epoch) + more;
  }

  private static String token(String good, int part, Chance chance) {
    return part == 5 ? chance.of(List.of("", "x", "\u00e9", good + "x", "y".repeat(9_000))) : good;
  }

  /// What is said before the body.
  public byte[] head(String authority) {
    StringBuilder head = new StringBuilder(line).append(" HTTP/1.1\r\n");
    head.append("Host: ").append(authority).append("\r\n");
    if (!token.isEmpty()) {
      head.append("Authorization: Bearer ").append(token).append("\r\n");
    }
    if (!last.isEmpty()) {
      head.append("Last-Event-ID: ").append(last).append("\r\n");
    }
    head.append("Content-Length: ").append(body.length).append("\r\n\r\n");
    return head.toString().getBytes(ISO_8859_1);
  }

  /// What a corpus keeps of it beside its line.
  public byte[] kept() {
    return body.length == 0 ? last.getBytes(ISO_8859_1) : body;
  }

  /// Of a corpus: its line, and what [#kept] has kept.
  public static GameAsk of(String line, String token, byte[] kept) {
    return line.startsWith("GET ")
        ? new GameAsk(line, token, plain(kept), new byte[0])
        : new GameAsk(line, token, "", kept);
  }

  /// One header, whatever a break has put there.
  private static String plain(byte[] kept) {
    return new String(kept, ISO_8859_1).replaceAll("[\\x00-\\x1f]", "");
  }
}
