package dev.playloop.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.json.Json;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrintableTest {
  @ParameterizedTest
  @CsvSource({
    "001b, escape",
    "0007, bell",
    "000d, carriage return",
    "000a, line feed",
    "0009, tab",
    "007f, delete",
    "009b, C1 control sequence",
    "0085, C1 next line",
    "202e, right-to-left override",
    "2066, left-to-right isolate",
    "200b, zero width space",
    "feff, byte order mark",
    "00ad, soft hyphen",
    "2028, line separator",
    "2029, paragraph separator",
    "d83d, half a pair",
    "fdd0, noncharacter",
    "ffff, noncharacter"
  })
  void whatDrivesATerminalOrHidesIsShown(String hex, String what) {
    String hostile = "a" + (char) Integer.parseInt(hex, 16) + "b";

    assertThat(Printable.line(hostile)).as(what).isEqualTo("a\\u" + hex + "b");
  }

  @Test
  void whatAPersonReadsStays() {
    String text = "Grüße, 東京, Привет, 😀, ½ ≤ 1…  \"quoted\" \\ back";

    assertThat(Printable.line(text)).isEqualTo(text);
    assertThat(Printable.lines(text + "\nnext\tcolumn")).isEqualTo(text + "\nnext    column");
  }

  @Test
  void aHiddenCharacterBeyondThePlaneIsShownAsJsonWouldWriteIt() {
    assertThat(Printable.line("x\udb40\udc41y")).isEqualTo("x\\udb40\\udc41y");
  }

  @Test
  void jsonSaysTheSameAfterwards() {
    Random random = new Random(20261122);
    for (int i = 0; i < 2_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int c = 0; c < 20; c++) {
        // Without NUL, which no JSON that comes in keeps.
        int codePoint = 1 + random.nextInt(random.nextBoolean() ? 0x3000 : 0x10ffff);
        if (codePoint < 0xd800 || codePoint > 0xdfff) {
          text.appendCodePoint(codePoint);
        }
      }
      String json = Json.text(text.toString());

      assertThat(Json.tree(Printable.line(json)).stringValue()).isEqualTo(text.toString());
      assertThat(Printable.line(json).codePoints()).noneMatch(Printable::isHidden);
    }
  }

  @Test
  void briefTextsAreBoundedAndNeverCutInACharacter() {
    assertThat(Printable.brief("a\n b\t\tc ", 10)).isEqualTo("a b c");
    assertThat(Printable.brief("x".repeat(1_000_000), 10)).isEqualTo("xxxxxxxxx…");
    assertThat(Printable.brief("12345678😀😀", 10)).isEqualTo("12345678…");
    assertThat(Printable.brief(" ".repeat(1_000) + "x", 10)).hasSizeLessThanOrEqualTo(10);
  }
}
