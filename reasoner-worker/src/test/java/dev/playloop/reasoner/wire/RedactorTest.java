package dev.playloop.reasoner.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RedactorTest {

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          Incorrect API key provided: sk-proj-AbCd1234efgh.       | AbCd1234
          Incorrect API key provided: sk-ab****************wxyz   | wxyz
          invalid x-api-key: ant-secret-77                        | ant-secret-77
          Authorization: Bearer abc.def-ghi                       | abc.def-ghi
          {"authorization":"Bearer topsecret99"}                  | topsecret99
          {"api_key": "topsecret99"}                              | topsecret99
          apiKey=topsecret99&x=1                                  | topsecret99
          https://host/v1?key=topsecret99                         | topsecret99
          key AIzaSyA-1234567890abcdefghijk is not valid          | SyA-1234567890
          token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln         | hbGciOiJIUzI1NiJ9
          who is gsk_0123456789abcdef                             | 0123456789abcdef
          value 0123456789abcdef0123456789abcdef01 leaked         | 0123456789abcdef
          password: hunter2                                       | hunter2
          """)
  void keysAndTokensAreBlottedOut(String text, String secret) {
    assertThat(Redactor.brief(text)).doesNotContain(secret).contains("[redacted]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens.
          status 429 rate_limit_exceeded: Rate limit reached for requests per min. Limit: 3 / min.
          thinking is enabled but reasoning_content is missing in assistant tool call message at index 4
          """)
  void ordinaryErrorsStayReadable(String text) {
    assertThat(Redactor.brief(text)).isEqualTo(text);
  }

  @Test
  void longAndManyLinedTextsBecomeShortAndOneLined() {
    String brief = Redactor.brief("a b\r\n\tc\u0000d ".repeat(200_000));

    assertThat(brief).hasSize(401).startsWith("a b c d a b").doesNotContain("\n");
  }
}
