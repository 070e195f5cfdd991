package dev.playloop.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// What outsiders' batches hold, whatever they were squeezed into.
@Tag("slow")
class UncompressedBoundTest {
  private static final int MAX = 100_000;

  private static boolean passes(MemoryRecords records) throws IOException {
    return new UncompressedBound(MAX).broken(Squeezed.request("t", records)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "NONE,1,99900,true",
    "NONE,1,100100,false",
    "GZIP,1,99900,true",
    "GZIP,1,100100,false",
    "LZ4,1,99900,true",
    "LZ4,1,100100,false",
    "ZSTD,1,99900,true",
    "ZSTD,1,100100,false",
    "ZSTD,1,900000000,false",
    "ZSTD,100,900,true",
    "ZSTD,1000000,1,false",
    "GZIP,1000000,1,false"
  })
  void isOfWhatABatchHolds(CompressionType type, int count, int size, boolean passes)
      throws IOException {
    assertThat(passes(Squeezed.records(type, count, size))).isEqualTo(passes);
  }

  @ParameterizedTest
  @EnumSource(names = {"GZIP", "LZ4", "ZSTD"})
  void isOfWhatARecordSaysThatItHolds(CompressionType type) throws IOException {
    assertThat(passes(Squeezed.lie(type, 900_000_000))).isFalse();
    assertThat(passes(Squeezed.lie(type, -5))).isFalse();
  }

  @Test
  void snappyIsRefusedSinceItMakesRoomForWhatAChunkSays() throws IOException {
    MemoryRecords snappy = Squeezed.records(CompressionType.SNAPPY, 1, 10);
    assertThatThrownBy(() -> passes(snappy)).hasMessageContaining("snappy");
  }
}
