package dev.playloop.worlds.declared.game;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.InvalidValueException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Signatures are those of anybody's HMAC-SHA-256, and no two requests have one.
class SignatureTest {
  private static final GameSecret SECRET = GameSecret.of(bytes("0123456789abcdef"));

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /// Computed by `openssl dgst -sha256 -hmac`.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "0 | GET | /actions/a | `` | 3fec8d7deb2403546113d737cb5a4f87acbebf95e12c45579d3d298f4754e6c9",
        "1800000000 | POST | /actions | {\"action\":\"tally/ada:a#2.1\"} | 46c8e02efd5e32422e95d46a0f7ccf101bbb082367f8aa2f6b940d0fea7c3239",
        "1800000000 | GET | /actions/tally%2Fada%3Aa%232.1?issued=1799999999 | `` | 53b3c67781cc8064e1ad1d70e1275f5d476366aa774d479731e42df8c766accf",
        "1800000001 | POST | /actions | {\"text\":\"Grüße 👋\"} | a0cd8914881f5b60d604e2b3db37af822d6d1b21f4be106f57622d33f1a91987"
      })
  void theSignatureIsWhatOpensslComputes(
      long at, String method, String path, String body, String hex) {
    assertThat(SECRET.sign(Instant.ofEpochSecond(at), method, path, bytes(body)))
        .isEqualTo("v1=" + hex);
  }

  @Test
  void noPartOfARequestIsTakenForAnother() {
    Instant at = Instant.ofEpochSecond(1_800_000_000L);
    Set<String> signatures = new HashSet<>();
    signatures.add(SECRET.sign(at, "GET", "/actions/a.b", bytes("")));
    signatures.add(SECRET.sign(at, "GET", "/actions/a", bytes(".b")));
    signatures.add(SECRET.sign(at, "GET", "/actions/a.", bytes("b")));
    signatures.add(SECRET.sign(at, "POST", "/actions/a.b", bytes("")));
    signatures.add(SECRET.sign(at.plusSeconds(1), "GET", "/actions/a.b", bytes("")));
    signatures.add(
        GameSecret.of(bytes("0123456789abcdeF")).sign(at, "GET", "/actions/a.b", bytes("")));

    assertThat(signatures).hasSize(6);
  }

  @Test
  void anIdIsOnePartOfThePath() {
    assertThat(GameContract.asking("tally/ada:a?b#c%2F+~*..#2.1", Instant.ofEpochSecond(7)))
        .isEqualTo("/actions/tally%2Fada%3Aa%3Fb%23c%252F%2B%7E*..%232.1?issued=7");
    assertThat(GameContract.asking("tally/ada:a#2.1", null))
        .isEqualTo("/actions/tally%2Fada%3Aa%232.1");
  }

  @Test
  void aRequestIsSignedForWhatItIs() {
    Instant at = Instant.ofEpochSecond(1_800_000_000L);
    GameRequest post = GameRequest.post(SECRET, at, "tally/ada:a#2.1", bytes("{}"));

    assertThat(post.headers())
        .containsEntry("Idempotency-Key", "tally/ada:a#2.1")
        .containsEntry("Playloop-Timestamp", "1800000000")
        .containsEntry("Playloop-Signature", SECRET.sign(at, "POST", "/actions", bytes("{}")));
  }

  @Test
  void aShortSecretIsNone() {
    for (int length : List.of(0, 15)) {
      assertThatThrownBy(() -> GameSecret.of(new byte[length]))
          .isInstanceOf(InvalidValueException.class)
          .hasMessageContaining("at least 16 bytes");
    }
  }
}
