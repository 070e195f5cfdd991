package dev.playloop.schemas.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.json.Json;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class AgentPatternTest {
  @ParameterizedTest
  @CsvSource({
    "kernel/alpha, kernel/alpha, true",
    "kernel/alpha, kernel/alph, false",
    "kernel/alpha, kernel/alphas, false",
    "kernel/a*, kernel/alpha, true",
    "kernel/a*, kernel/a, true",
    "kernel/a*, kernel/beta, false",
    "kernel/a*, kernel-2/alpha, false",
    "kernel*, kernel-2/alpha, true",
    "*, kernel/alpha, true",
    "*alpha, kernel/alpha, true",
    "k*a, kernel/alpha, true",
    "k*/*h?, kernel/alphas, false",
    "k*/*h??, kernel/alphas, true",
    "kernel/?, kernel/a, true",
    "kernel/?, kernel/ab, false",
    "kernel?alpha, kernel/alpha, true",
    "**a**, kernel/alpha, true"
  })
  void takesWhomItSays(AgentPattern pattern, AgentId agent, boolean fits) {
    assertThat(pattern.fits(agent)).isEqualTo(fits);
  }

  @Test
  void saysTheSameAsARegularExpression() {
    Random random = new Random(11);
    int taken = 0;
    for (int turn = 0; turn < 20_000; turn++) {
      AgentPattern pattern = new AgentPattern(text(random, "ab/*?", 7));
      AgentId agent = AgentId.of(text(random, "ab", 3), text(random, "ab", 3));
      String regex = pattern.value().replace("?", ".").replace("*", ".*");
      boolean fits = Pattern.matches(regex, agent.value());
      assertThat(pattern.fits(agent)).as(pattern + " takes " + agent).isEqualTo(fits);
      taken += fits ? 1 : 0;
    }
    assertThat(taken).isBetween(1_000, 19_000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", "Kernel/a*", "kernel/[ab]", "kernel\\a", "kernel/a*,b", "a%", "é*"})
  void whatCanFitNobodyIsNoPattern(String text) {
    assertThatThrownBy(() -> new AgentPattern(text))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("such as tally/a*")
        .hasMessageContaining("'" + text + "'");
  }

  @Test
  void itIsNoLongerThanAnAgentsId() {
    String most = "a".repeat(63) + "/" + "b".repeat(63);
    assertThat(new AgentPattern(most).fits(new AgentId(most))).isTrue();
    assertThatThrownBy(() -> new AgentPattern(most + "*"))
        .isInstanceOf(InvalidValueException.class);
  }

  @Test
  void isATextInJson() {
    AgentPattern pattern = new AgentPattern("kernel/a*");
    assertThat(Json.read(Json.text(pattern), AgentPattern.class)).isEqualTo(pattern);
  }

  private static String text(Random random, String letters, int most) {
    StringBuilder text = new StringBuilder();
    int length = 1 + random.nextInt(most);
    for (int i = 0; i < length; i++) {
      text.append(letters.charAt(random.nextInt(letters.length())));
    }
    return text.toString();
  }
}
