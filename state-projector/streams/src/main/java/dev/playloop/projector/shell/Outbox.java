package dev.playloop.projector.shell;

import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/// Where a task puts what it publishes (a null value is a tombstone); all of it goes out in the
/// transaction of its input.
@FunctionalInterface
interface Outbox {
  void put(String sink, String key, byte @Nullable [] value, Headers headers);
}
