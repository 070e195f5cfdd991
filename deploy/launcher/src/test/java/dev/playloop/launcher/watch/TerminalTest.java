package dev.playloop.launcher.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.Printable;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Nothing that a stranger wrote gets to a terminal as more than text.
class TerminalTest {
  private static final String HOSTILE =
      "\u001b]0;PWNED\u0007\u001b]52;c;cm0=\u0007\u001b[1A\u001b[2K\u009b31m\u202e\u200b\r\u2028";

  @Test
  void controlsAreShownAndLinesStay() {
    StringWriter seen = new StringWriter();
    PrintWriter out = Terminal.over(seen);
    out.println("first " + HOSTILE);
    out.printf("second %s%n", HOSTILE);
    out.flush();

    assertThat(seen.toString().lines()).hasSize(2);
    assertThat(seen.toString()).contains("first \\u001b]0;PWNED\\u0007").contains("\\u202e");
    assertThat(plain(seen.toString())).isTrue();
  }

  @Test
  void onlyOurOwnColoursGetThrough() {
    StringWriter seen = new StringWriter();
    PrintWriter out = Terminal.over(seen);
    Paint paint = new Paint(true);
    out.println(paint.in(Paint.Color.BOLD_GREEN, "done " + HOSTILE) + " plain");
    out.println("\ufdd0" + "31" + "\ufdd1 and \ufdd0" + "0".repeat(17) + "31\ufdd1");
    out.flush();

    assertThat(seen.toString())
        .startsWith("\u001b[1;32mdone \\u001b]0;PWNED")
        .contains("\u001b[0m plain\n")
        .contains("\\ufdd031\\ufdd1 and \\ufdd0");
    assertThat(seen.toString().chars().filter(c -> c == 0x1b)).hasSize(2);
  }

  @Test
  void noTextAndNoWayToCutItDrivesATerminal() {
    for (long seed = 1; seed <= 400; seed++) {
      Random random = new Random(seed);
      String text = text(random);
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (PrintStream out = Terminal.stream(bytes)) {
        byte[] all = text.getBytes(StandardCharsets.UTF_8);
        for (int at = 0; at < all.length; ) {
          int length = Math.min(all.length - at, 1 + random.nextInt(5));
          out.write(all, at, length);
          at += length;
        }
      }
      String seen = bytes.toString(StandardCharsets.UTF_8);
      assertThat(plain(seen)).as("seed %d: %s", seed, Printable.line(seen)).isTrue();
      String wellFormed = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
      assertThat(seen).as("seed %d", seed).isEqualTo(Printable.lines(wellFormed));
    }
  }

  @Test
  void coloursSurviveAnyCut() {
    for (int cut = 1; cut < 60; cut++) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (PrintStream out = Terminal.stream(bytes)) {
        byte[] all = new Paint(true).in(Paint.Color.RED, "stop").getBytes(StandardCharsets.UTF_8);
        for (int at = 0; at < all.length; at += cut) {
          out.write(all, at, Math.min(cut, all.length - at));
        }
      }
      assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("\u001b[31mstop\u001b[0m");
    }
  }

  /// By a rule of its own, not by that of the code under test.
  private static boolean plain(String seen) {
    return seen.codePoints()
        .noneMatch(c ->
            c != '\n' && (Character.isISOControl(c) || Character.getType(c) == Character.FORMAT));
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    int length = random.nextInt(200);
    for (int i = 0; i < length; i++) {
      switch (random.nextInt(6)) {
        case 0 -> text.append(HOSTILE);
        case 1 -> text.append((char) random.nextInt(0xa0));
        case 2 -> text.append((char) random.nextInt(0x10000));
        case 3 -> text.appendCodePoint(random.nextInt(0x110000));
        case 4 -> text.append(Paint.MARK).append("31").append(Paint.MARK_END);
        default -> text.append("word ");
      }
    }
    return text.toString();
  }
}
