package dev.playloop.loop.talk;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a word is, and what is found by words: golden, for a journal is folded again by them.
class TalkSearchTest {
  private static final Instant AT = Instant.parse("2026-11-26T10:00:00Z");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Where is the OLD mill?      | where is the old mill
          don't, won't; e-mail        | don t won e mail
          ÄRGER ärger                 | ärger
          ＦＵＬＬ ﬁne                | full fine
          İstanbul                    | i̇stanbul
          हिन्दी में                     | हिन्दी में
          町に行く                     | 町 に 行 く
          sword42 4,2                 | sword42 4 2
          <b>bold</b> \uD83D\uDE00    | b bold
          '  ... '                    | ''
          """)
  void aTextIsTheseWords(String text, String words) {
    assertThat(String.join(" ", TalkSearch.of(text))).isEqualTo(words.strip());
  }

  private static Spoken said(int number, String heard, String answered) {
    return new Spoken(AT.plusSeconds(number), heard, answered, 0.5);
  }

  @Test
  void thoseWithMostWordsInCommonComeFirstAndOfEqualOnesTheNewest() {
    Talk talk =
        Talk.none("bob")
            .and(said(1, "I lost my sword at the mill", "I am sorry"))
            .and(said(2, "Nice weather", "It is"))
            .and(said(3, "The mill burns!", "Which mill?"))
            .and(said(4, "Did you see it?", "A sword? At the old mill? No."));

    assertThat(TalkSearch.find("sword at mill", talk))
        .extracting(one -> one.at().getEpochSecond() - AT.getEpochSecond())
        .containsExactly(4L, 1L, 3L);
    assertThat(TalkSearch.find("dragon", talk)).isEmpty();
    assertThat(TalkSearch.find("?!", talk)).isEmpty();
  }

  @Test
  void atMostFiveAreFound() {
    Talk talk = Talk.none("bob");
    for (int i = 0; i < 20; i++) {
      talk = talk.and(said(i, "hello " + i, "hello"));
    }
    assertThat(TalkSearch.find("hello", talk))
        .hasSize(TalkSearch.MOST)
        .first()
        .isEqualTo(talk.said().getLast());
  }

  @Test
  void anyTextHasWordsAndNoneBreaksIt() {
    long seed = 20261126L;
    Random random = new Random(seed);
    for (int i = 0; i < 10_000; i++) {
      char[] text = new char[random.nextInt(40)];
      for (int j = 0; j < text.length; j++) {
        text[j] = (char) random.nextInt(0x10000);
      }
      String any = new String(text);
      assertThat(TalkSearch.of(any))
          .as("seed %s: %s", seed, Arrays.toString(text))
          .isEqualTo(TalkSearch.of(any))
          .allMatch(word -> !word.isEmpty());
    }
  }
}
