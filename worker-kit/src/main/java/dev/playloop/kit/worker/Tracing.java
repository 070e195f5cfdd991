package dev.playloop.kit.worker;

import dev.playloop.kit.Messaging;
import dev.playloop.kit.Telemetry;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.metrics.LongCounter;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The `process <topic>` span of a call. Its parent is the sender's context, so that one run is one
/// trace over all workers; there is no ambient span that could lose its place. With telemetry off
/// the sender's headers are handed on. Safe for all threads.
final class Tracing {
  private static final String SCOPE = "dev.playloop.kit";
  private static final Logger LOG = LoggerFactory.getLogger(Tracing.class);
  private static final double NANOS = 1e9;
  private static final int MAX_KEY = 1_024;

  private final Telemetry telemetry;
  private final Tracer tracer;
  private final DoubleHistogram duration;
  private final LongCounter consumed;
  private final String group;

  Tracing(Telemetry telemetry, String group) {
    this.telemetry = telemetry;
    this.group = group;
    this.tracer = telemetry.tracer(SCOPE, Messaging.SCHEMA_URL);
    Meter meter = telemetry.meter(SCOPE, Messaging.SCHEMA_URL);
    this.duration =
        meter
            .histogramBuilder(Messaging.PROCESS_DURATION)
            .setUnit("s")
            .setExplicitBucketBoundariesAdvice(Messaging.DURATION_BUCKETS)
            .build();
    this.consumed = meter.counterBuilder(Messaging.CONSUMED_MESSAGES).setUnit("{message}").build();
  }

  /// Begins the span and makes it current for this thread, until closed.
  TracedCall process(ConsumerRecord<byte[], byte[]> record) {
    if (!telemetry.enabled()) {
      return new PassedOn(record);
    }
    try {
      return new SpanCall(record);
    } catch (RuntimeException e) {
      // Whatever an exporter thinks of the record's headers, the record is handled.
      LOG.warn("no span for {}-{}@{}", record.topic(), record.partition(), record.offset(), e);
      return new PassedOn(record);
    }
  }

  interface TracedCall extends AutoCloseable {
    Iterable<Header> outputHeaders();

    void failed(Throwable cause);

    @Override
    void close();
  }

  private static final class PassedOn implements TracedCall {
    private final ConsumerRecord<byte[], byte[]> record;

    PassedOn(ConsumerRecord<byte[], byte[]> record) {
      this.record = record;
    }

    @Override
    public Iterable<Header> outputHeaders() {
      RecordHeaders headers = new RecordHeaders();
      Telemetry.passOn(record.headers(), headers);
      return headers;
    }

    @Override
    public void failed(Throwable cause) {}

    @Override
    public void close() {}
  }

  private final class SpanCall implements TracedCall {
    private final long began = System.nanoTime();
    private final String topic;
    private final Span span;
    private final Context context;
    private final Scope scope;
    private @Nullable String error;

    @SuppressWarnings("MustBeClosedChecker") // closed by close()
    SpanCall(ConsumerRecord<byte[], byte[]> record) {
      topic = record.topic();
      Context sender = telemetry.extract(record.headers());
      span =
          tracer
              .spanBuilder(Messaging.PROCESS + " " + topic)
              .setSpanKind(SpanKind.CONSUMER)
              .setParent(sender)
              .addLink(Span.fromContext(sender).getSpanContext())
              .setAllAttributes(names())
              .setAttribute(Messaging.OPERATION_TYPE, Messaging.PROCESS)
              .setAttribute(Messaging.PARTITION, String.valueOf(record.partition()))
              .setAttribute(Messaging.OFFSET, record.offset())
              .startSpan();
      if (record.key() != null) {
        int shown = Math.min(record.key().length, MAX_KEY);
        span.setAttribute(
            Messaging.KEY, new String(record.key(), 0, shown, StandardCharsets.UTF_8));
      }
      context = sender.with(span);
      scope = context.makeCurrent();
    }

    private Attributes names() {
      return Attributes.of(
          Messaging.SYSTEM,
          Messaging.KAFKA,
          Messaging.OPERATION_NAME,
          Messaging.PROCESS,
          Messaging.DESTINATION,
          topic,
          Messaging.GROUP,
          group);
    }

    @Override
    public Iterable<Header> outputHeaders() {
      RecordHeaders headers = new RecordHeaders();
      telemetry.inject(context, headers);
      return headers;
    }

    @Override
    public void failed(Throwable cause) {
      error = cause.getClass().getName();
      span.setAttribute(Messaging.ERROR_TYPE, error);
      span.setStatus(StatusCode.ERROR, error);
    }

    @Override
    public void close() {
      try {
        end();
      } catch (RuntimeException e) {
        // What the call came to counts, told or not.
        LOG.warn("a span could not be ended", e);
      }
    }

    private void end() {
      scope.close();
      Attributes attributes =
          error == null ? names() : names().toBuilder().put(Messaging.ERROR_TYPE, error).build();
      consumed.add(1, attributes);
      // In the span's own context, so that a slow bucket names a trace.
      duration.record((System.nanoTime() - began) / NANOS, attributes, context);
      span.end();
    }
  }
}
