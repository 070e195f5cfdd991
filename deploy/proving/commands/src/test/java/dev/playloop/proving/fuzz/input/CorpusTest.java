package dev.playloop.proving.fuzz.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.id.AgentId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

final class CorpusTest {
  @ParameterizedTest
  @FieldSource("dev.playloop.proving.fuzz.Fuzzer#NAMES")
  void eachSurfaceBeginsWithItsEntriesAndBreaksThemLater(String surface) {
    Corpus corpus = Corpus.of(surface);

    assertThat(corpus.entries()).hasSizeGreaterThan(10);
    for (int i = 0; i < corpus.entries().size(); i++) {
      assertThat(corpus.at(i + 1, Chance.of(1, surface, i))).isEqualTo(corpus.entries().get(i));
    }
    long broken = 0;
    for (int i = 0; i < 1_200; i++) {
      broken += corpus.at(1_000 + i, Chance.of(1, surface, i)) == null ? 0 : 1;
    }
    assertThat(broken).isBetween(50L, 200L);
  }

  @Test
  void bytesAreRepeatedAndNamesPutIn() {
    Corpus.Entry deep =
        Corpus.of("gateway").entries().stream()
            .filter(entry -> entry.why().equals("deep lists"))
            .findFirst()
            .orElseThrow();

    String text = new String(deep.about(new AgentId("society/ada")), ISO_8859_1);

    assertThat(text).contains("\"society/ada\"").contains("[".repeat(5_000) + "]".repeat(5_000));
  }

  @Test
  void aLineKeepsEveryByte() {
    byte[] all = new byte[256];
    for (int i = 0; i < all.length; i++) {
      all[i] = (byte) i;
    }

    Corpus.Entry read = Corpus.entry(Corpus.line("why", "where", all), "here");

    assertThat(read.bytes()).isEqualTo(all);
    assertThat(read.where()).isEqualTo("where");
  }
}
