package dev.playloop.launcher.hostile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.http.Wire;
import dev.playloop.http.Wire.Answered;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/// Events over HTTP that nobody sane sends, and requests by whom they are not meant for.
final class EventAttacks {
  private final AttackedUp up;

  EventAttacks(AttackedUp up) {
    this.up = up;
  }

  Stream<DynamicTest> all() {
    Map<String, String> bodies = new HashMap<>();
    HostileValues.TEXTS.forEach((name, text) -> {
      bodies.put(
          name + " as a subject",
          event("\"subject\":{\"type\":\"player\",\"id\":\"" + text + "\"}"));
      bodies.put(name + " as text", event("\"text\":\"" + text + "\""));
      bodies.put(name + " as a field", event("\"" + text + "\":\"" + text + "\""));
    });
    HostileValues.NUMBERS.forEach((name, number) -> bodies.put(name, event("\"n\":" + number)));
    bodies.put("a deep one", event("\"n\":" + "[".repeat(100_000)));
    bodies.put("a megabyte of empty objects", event("\"n\":[" + "{},".repeat(330_000) + "{}]"));
    bodies.put("a key twice", event("\"n\":1,\"n\":2"));
    bodies.put(
        "a year that no calendar knows",
        event("\"n\":1").replace("\"id\"", "\"time\":\"+999999999-12-31T00:00:00Z\",\"id\""));
    bodies.put("a byte order mark", "\ufeff" + event("\"n\":1"));
    bodies.put("bytes behind it", event("\"n\":1") + "x");
    Stream<DynamicTest> texts =
        bodies.entrySet().stream()
            .map(body ->
                up.attack(
                    body.getKey(), () -> isNoErrorOfOurs(post(body.getValue().getBytes(UTF_8)))));
    return Stream.concat(
        texts,
        Stream.of(
            up.attack("UTF-16", () -> isRefused(post(event("\"n\":1").getBytes(UTF_16)))),
            up.attack(
                "an overlong slash",
                () -> isRefused(post(event("\"n\":\"\u00c0\u00af\"").getBytes(ISO_8859_1)))),
            up.attack(
                "a page of another site",
                () ->
                    isRefused(
                        post(event("\"n\":1").getBytes(UTF_8), "Origin: http://evil.example\r\n"))),
            up.attack(
                "a name that was bound again",
                () -> isRefused(post(event("\"n\":1").getBytes(UTF_8), "Host: evil.example\r\n"))),
            up.attack(
                "without the token",
                () ->
                    isRefused(post(event("\"n\":1").getBytes(UTF_8), "Authorization: none\r\n")))));
  }

  private static String event(String data) {
    return "{\"specversion\":\"1.0\",\"id\":\"e\",\"source\":\"/a\",\"type\":\"kernel.x\",\"data\":{\"agent\":\"kernel/mallory\","
        + data
        + "}}";
  }

  private Answered post(byte[] body, String... instead) throws IOException {
    String given = String.join("", instead);
    StringBuilder head = new StringBuilder("POST /v1/events HTTP/1.1\r\n");
    Map<String, String> headers =
        Map.of(
            "Host",
            up.process.http().getAuthority(),
            "Authorization",
            "Bearer " + up.process.httpToken(),
            "Content-Type",
            "application/cloudevents+json",
            "Content-Length",
            String.valueOf(body.length));
    headers.forEach((name, value) -> {
      if (!given.startsWith(name + ":")) {
        head.append(name).append(": ").append(value).append("\r\n");
      }
    });
    try (Wire wire = Wire.to(up.process.http())) {
      return wire.send(head + given + "\r\n" + new String(body, ISO_8859_1)).next();
    }
  }

  private static void isNoErrorOfOurs(Answered answer) {
    assertThat(answer.status()).as(answer.body()).isBetween(200, 499);
  }

  private static void isRefused(Answered answer) {
    assertThat(answer.status()).as(answer.body()).isBetween(400, 499);
  }
}
