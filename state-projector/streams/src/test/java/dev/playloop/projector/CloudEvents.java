package dev.playloop.projector;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.apache.kafka.common.header.internals.RecordHeaders;

/// Headers and values of CloudEvents as other clients write them.
public final class CloudEvents {
  private CloudEvents() {}

  /// The binary mode's headers.
  public static RecordHeaders binary(String id, String type) {
    RecordHeaders headers = new RecordHeaders();
    headers.add("ce_specversion", "1.0".getBytes(UTF_8));
    headers.add("ce_id", id.getBytes(UTF_8));
    headers.add("ce_source", "/game".getBytes(UTF_8));
    headers.add("ce_type", type.getBytes(UTF_8));
    headers.add("content-type", "application/json".getBytes(UTF_8));
    return headers;
  }

  public static RecordHeaders structured() {
    RecordHeaders headers = new RecordHeaders();
    headers.add("content-type", "application/cloudevents+json".getBytes(UTF_8));
    return headers;
  }

  public static byte[] envelope(String id, String type, String data) {
    return """
    {"specversion":"1.0","id":"%s","source":"/game","type":"%s","data":%s}\
    """
        .formatted(id, type, data)
        .getBytes(UTF_8);
  }
}
