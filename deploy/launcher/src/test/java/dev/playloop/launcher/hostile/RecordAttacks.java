package dev.playloop.launcher.hostile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.common.errors.AuthorizationException;
import org.junit.jupiter.api.DynamicTest;

/// Records that a game's client of the broker writes, and topics that it may not write.
final class RecordAttacks {
  private final AttackedUp up;

  RecordAttacks(AttackedUp up) {
    this.up = up;
  }

  Stream<DynamicTest> all() {
    List<DynamicTest> all = new ArrayList<>();
    String good =
        "{\"v\":1,\"id\":\"k\",\"agent\":\"kernel/mallory\",\"kind\":\"chat.message\",\"text\":\"x\"}";
    for (String topic : List.of("playloop.triggers", "playloop.world-events")) {
      HostileValues.TEXTS.forEach((name, text) ->
          all.add(
              up.attack(
                  topic + ": " + name,
                  () ->
                      up.game.send(
                          topic, good.replace("\"x\"", "\"" + text + "\"").getBytes(UTF_8)))));
      HostileValues.NUMBERS.forEach((name, number) ->
          all.add(
              up.attack(
                  topic + ": " + name,
                  () ->
                      up.game.send(
                          topic,
                          good.replace("\"x\"", "\"x\",\"data\":{\"n\":" + number + "}")
                              .getBytes(UTF_8)))));
      all.add(
          up.attack(
              topic + ": no JSON", () -> up.game.send(topic, new byte[] {(byte) 0xff, 0, '{'})));
      all.add(up.attack(topic + ": nothing", () -> up.game.send(topic, new byte[0])));
      all.add(
          up.attack(
              topic + ": deep",
              () ->
                  up.game.send(topic, good.replace("\"x\"", "[".repeat(20_000)).getBytes(UTF_8))));
      all.add(
          up.attack(
              topic + ": bombs", () -> assertThat(up.game.isTurnedAwayWithBombs(topic)).isTrue()));
    }
    for (String topic :
        List.of(
            "actions.kernel",
            "agents",
            "decisions",
            "results",
            "halts",
            "journal",
            "turns",
            "dead-letters")) {
      all.add(
          up.attack(
              topic + ": is not its to write",
              () ->
                  assertThatThrownBy(() -> up.game.send("playloop." + topic, good.getBytes(UTF_8)))
                      .hasCauseInstanceOf(AuthorizationException.class)));
    }
    return all.stream();
  }
}
