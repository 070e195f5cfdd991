package dev.playloop.operator;

import dev.playloop.kit.topic.DeadLetter;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A dead letter as it is listed, without its bytes.
///
/// @param id its name, such as `3:120`
/// @param topic the topic it came from, or was meant for; `offset` is -1 then
/// @param role who gave it up
/// @param key as text; null where there is none
/// @param stack of its failure, where that was asked for and one was thrown
@RecordBuilder
public record Letter(
    String id,
    Instant at,
    String role,
    String topic,
    int partition,
    long offset,
    String cause,
    @Nullable String key,
    @Nullable String stack) {
  public static Letter of(DeadLetter letter, boolean withStack) {
    byte[] key = letter.key();
    return new Letter(
        letter.id().toString(),
        letter.at(),
        letter.role(),
        letter.topic(),
        letter.partition(),
        letter.offset(),
        letter.cause(),
        key == null ? null : new String(key, StandardCharsets.UTF_8),
        withStack ? letter.stack() : null);
  }
}
