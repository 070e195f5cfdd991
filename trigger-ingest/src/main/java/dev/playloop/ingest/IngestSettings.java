package dev.playloop.ingest;

import dev.playloop.kit.InvalidSettingException;
import dev.playloop.kit.SettingKey;
import dev.playloop.kit.Settings;
import dev.playloop.schemas.Require;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the gateway listens on and how much it takes. `maxBodyBytes` bounds one request, `maxBatch`
/// the events in it, `maxInFlight` the events that wait for Kafka, over all requests, `bufferBytes`
/// their memory in the producer. A request waits for Kafka at most `ackTimeout`.
public record IngestSettings(
    String host,
    int port,
    @Nullable String token,
    int maxBodyBytes,
    int maxBatch,
    int maxInFlight,
    long bufferBytes,
    Duration ackTimeout) {
  public static final SettingKey HOST =
      SettingKey.of(
          "PLAYLOOP_HTTP_HOST",
          "127.0.0.1",
          "address the HTTP gateway listens on; beyond loopback only with a token");
  public static final SettingKey PORT =
      SettingKey.of("PLAYLOOP_HTTP_PORT", "8080", "port of the HTTP gateway; 0 takes a free one");
  public static final SettingKey TOKEN =
      SettingKey.secret("PLAYLOOP_HTTP_TOKEN", "bearer token that every event must come with");
  public static final SettingKey MAX_BODY =
      SettingKey.of("PLAYLOOP_HTTP_MAX_BODY", "1048576", "largest request body in bytes");
  public static final SettingKey MAX_BATCH =
      SettingKey.of("PLAYLOOP_HTTP_MAX_BATCH", "100", "most events in one request");
  public static final SettingKey ACK_TIMEOUT =
      SettingKey.of(
          "PLAYLOOP_HTTP_ACK_TIMEOUT",
          "5s",
          "how long a request waits for Kafka before it gets 503");

  public IngestSettings {
    Require.text("host", host, 255);
    Require.range("port", port, 0, 65_535);
    Require.range("maxBodyBytes", maxBodyBytes, 1, 64 * 1024 * 1024);
    Require.range("maxBatch", maxBatch, 1, 10_000);
    Require.range("maxInFlight", maxInFlight, 1, 1_000_000);
    Require.positive("ackTimeout", ackTimeout);
    if (token != null && token.isBlank()) {
      throw new InvalidSettingException(TOKEN.name() + " is empty: set a token, or leave it out");
    }
  }

  /// On loopback, on a free port, without a token.
  public static IngestSettings local() {
    return new IngestSettings(
        "127.0.0.1", 0, null, 1 << 20, 100, 2_000, 8L << 20, Duration.ofSeconds(5));
  }

  public static List<SettingKey> keys() {
    return List.of(HOST, PORT, TOKEN, MAX_BODY, MAX_BATCH, ACK_TIMEOUT);
  }

  public static IngestSettings from(Settings settings) {
    IngestSettings defaults = local();
    return new IngestSettings(
        settings.text(HOST),
        settings.number(PORT, 0, 65_535),
        settings.optional(TOKEN).orElse(null),
        settings.number(MAX_BODY, 1, 64 * 1024 * 1024),
        settings.number(MAX_BATCH, 1, 10_000),
        defaults.maxInFlight,
        defaults.bufferBytes,
        settings.duration(ACK_TIMEOUT));
  }

  public IngestSettings withPort(int newPort) {
    return new IngestSettings(
        host, newPort, token, maxBodyBytes, maxBatch, maxInFlight, bufferBytes, ackTimeout);
  }

  public IngestSettings withToken(@Nullable String newToken) {
    return new IngestSettings(
        host, port, newToken, maxBodyBytes, maxBatch, maxInFlight, bufferBytes, ackTimeout);
  }

  /// Whoever can reach the gateway can make agents act: beyond this machine only with a token.
  void refuseOpenDoor() {
    try {
      if (token == null && !InetAddress.getByName(host).isLoopbackAddress()) {
        throw new InvalidSettingException(
            "the HTTP gateway would listen on "
                + host
                + ", which other machines can reach, without a token: set "
                + TOKEN.name()
                + ", or listen on 127.0.0.1");
      }
    } catch (UnknownHostException e) {
      throw new InvalidSettingException(HOST.name() + ": no such host or address: " + host);
    }
  }

  @Override
  public String toString() {
    return "IngestSettings[host=%s, port=%d, token=%s, maxBodyBytes=%d, maxBatch=%d, ackTimeout=%s]"
        .formatted(host, port, token == null ? "none" : "***", maxBodyBytes, maxBatch, ackTimeout);
  }
}
