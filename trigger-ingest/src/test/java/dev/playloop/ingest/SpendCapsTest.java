package dev.playloop.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.settings.InvalidSettingException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SpendCapsTest {
  @Test
  void worldsThatAreNamedAndAllOthers() {
    SpendCaps caps = parse("society = 5, 2.50 ,kernel=0.000001");

    assertThat(caps.of("society")).isEqualByComparingTo("5");
    assertThat(caps.of("kernel")).isEqualByComparingTo("0.000001");
    assertThat(caps.of("emerald")).isEqualByComparingTo("2.5");
    assertThat(parse("society=5").of("emerald")).isNull();
    assertThat(parse("society=5"))
        .isEqualTo(new SpendCaps(Map.of("society", BigDecimal.valueOf(5)), null));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0",
        "-1",
        "1e99",
        "1,2",
        "society",
        "society=",
        "=5",
        "society=5,society=6",
        "all=5",
        "society/ada=5",
        "society=5 USD",
        "NaN",
        "١",
        "99999999999"
      })
  void whatIsNoAmountIsRefusedWithTheSetting(String text) {
    assertThatThrownBy(() -> parse(text))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("PLAYLOOP_CAP_USD_PER_DAY: expected");
  }

  @Test
  void aWorldThatIsNotThereIsRefusedWithTheNearestName() {
    assertThatThrownBy(() ->
            parse("societi=5").requireKnown(IngestSettings.CAPS, List.of("society", "kernel")))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("PLAYLOOP_CAP_USD_PER_DAY")
        .hasMessageContaining("did you mean society?");
  }

  private static SpendCaps parse(String text) {
    return SpendCaps.parse(IngestSettings.CAPS, text);
  }
}
