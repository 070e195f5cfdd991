package dev.playloop.schemas.topic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.journal.JournalEntry;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JournalHeadersTest {
  private static final byte[] VALUE = {3};
  private static final JournalEntry ENTRY =
      new JournalEntry(new byte[] {1}, new byte[] {2}, "key \u00e4", VALUE);

  private static RecordHeaders headers() {
    RecordHeaders headers = new RecordHeaders();
    JournalHeaders.write(ENTRY, headers);
    return headers;
  }

  @Test
  void anEntryIsReadAsItWasWritten() {
    JournalEntry read = JournalHeaders.read(headers(), VALUE);

    assertThat(read.envelope()).isEqualTo(ENTRY.envelope());
    assertThat(read.salt()).isEqualTo(ENTRY.salt());
    assertThat(read.key()).isEqualTo(ENTRY.key());
    assertThat(read.value()).isEqualTo(VALUE);
  }

  @Test
  void whatIsNotThereIsNotWritten() {
    RecordHeaders headers = new RecordHeaders();
    JournalHeaders.write(ENTRY.erased(), headers);

    assertThat(headers).extracting("key").containsExactly(JournalHeaders.ENVELOPE);
    assertThat(JournalHeaders.read(headers, null).salt()).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"envelope", "salt", "key"})
  void aHeaderThatComesTwiceMakesItNoEntry(String name) {
    RecordHeaders headers = headers();
    headers.add(name, new byte[] {9});

    assertThat(JournalHeaders.read(headers, VALUE).envelope()).isNull();
  }
}
