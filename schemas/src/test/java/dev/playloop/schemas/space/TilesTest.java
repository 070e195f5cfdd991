package dev.playloop.schemas.space;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.json.CheckedJson;
import dev.playloop.schemas.json.Edge;
import dev.playloop.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TilesTest {
  private static Tiles x(String number) {
    String moved =
        """
        {"id":"m1","world":"village","scene":"square","at":"2026-01-31T12:00:00Z","version":1,
         "change":{"type":"moved","entity":"bob","x":%s,"y":0}}
        """
            .formatted(number);
    byte[] json = moved.getBytes(StandardCharsets.UTF_8);
    WorldEvent event = CheckedJson.of(json, Edge.TOPIC).as(WorldEvent.class);
    return ((WorldEvent.EntityMoved) event.change()).x();
  }

  @ParameterizedTest
  @CsvSource({
    "3, 3000, 3",
    "-4, -4000, -4",
    "0, 0, 0",
    "-0.0, 0, 0",
    "2.5, 2500, 2.5",
    "2.500, 2500, 2.5",
    "12.3456, 12346, 12.346",
    "-12.3455, -12346, -12.346",
    "0.0004, 0, 0",
    "1e3, 1000000, 1000",
    "1.25e1, 12500, 12.5",
    "-2147483648, -2147483648000, -2147483648"
  })
  void placesAreReadToThousandthsAndWrittenShortest(String given, long kept, String written) {
    assertThat(x(given)).isEqualTo(new Tiles(kept));
    assertThat(Json.text(x(given))).isEqualTo(written);
    assertThat(x(written)).as("and read again").isEqualTo(x(given));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1e10",
        "2147483648.001",
        "1e400",
        "-1e400",
        "9e99999",
        "\"3\"",
        "true",
        "null",
        "[]"
      })
  void whatIsNoPlaceIsRefusedByName(String given) {
    assertThatThrownBy(() -> x(given))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("x")
        .hasMessageContaining("number");
  }
}
