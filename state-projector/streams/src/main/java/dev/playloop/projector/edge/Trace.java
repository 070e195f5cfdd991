package dev.playloop.projector.edge;

import dev.playloop.schemas.Sha256;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/// W3C trace context, which travels in headers only. The projector hands on what came; a run whose
/// trigger came without any gets a trace of its own, so that its turns and actions still share one.
public final class Trace {
  public static final String PARENT = "traceparent";
  private static final int MAX = 128;

  private Trace() {}

  /// The `traceparent` of a record, or null; one that is too long to be one counts as none.
  public static @Nullable String of(Headers headers) {
    Header header = headers.lastHeader(PARENT);
    return header == null || header.value() == null || header.value().length > MAX
        ? null
        : new String(header.value(), StandardCharsets.UTF_8);
  }

  /// A context derived from a run's id: the same run has the same trace, also when its trigger is
  /// folded again after an abort. Version 00, sampled.
  public static String derived(String run) {
    String hash = Sha256.hex(run);
    return "00-" + hash.substring(0, 32) + "-" + hash.substring(32, 48) + "-01";
  }

  /// Fresh headers that carry it.
  public static Headers headers(@Nullable String traceparent) {
    RecordHeaders headers = new RecordHeaders();
    if (traceparent != null) {
      headers.add(PARENT, traceparent.getBytes(StandardCharsets.UTF_8));
    }
    return headers;
  }
}
