package dev.playloop.client;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.function.LongSupplier;

/** Writes events as CloudEvents. Safe for all threads. */
final class Envelope {
  private static final int MAX_EVENT_BYTES = 65_536;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSX").withZone(ZoneOffset.UTC);

  private final Options options;
  private final Clock clock;

  Envelope(Options options, Clock clock) {
    this.options = options;
    this.clock = clock;
  }

  byte[] json(Event event, String id, LongSupplier version) throws Refusal {
    present("id", id);
    present("type", event.type);
    StringBuilder out = new StringBuilder(256);
    Json.text(out.append("{\"specversion\":\"1.0\",\"id\":"), id);
    Json.text(out.append(",\"source\":"), options.source);
    Json.text(out.append(",\"type\":"), event.type);
    Json.text(out.append(",\"time\":"), time(event.at));
    Json.write(out.append(",\"data\":"), event.data(version));
    byte[] json = Json.utf8(out.append('}'));
    int most = Math.min(MAX_EVENT_BYTES, options.batchBytes - 2);
    if (json.length > most) {
      throw new Refusal("data", "at most " + most + " bytes", json.length + " bytes");
    }
    return json;
  }

  private static void present(String name, String value) throws Refusal {
    if (value == null || value.isEmpty()) {
      throw new Refusal(name, "a text", value == null ? "nothing" : "something else");
    }
  }

  private String time(Object at) {
    if (at instanceof OffsetDateTime time) {
      return DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(time);
    }
    return TIME.format(at == null ? Instant.ofEpochMilli(clock.wall()) : (Instant) at);
  }
}
