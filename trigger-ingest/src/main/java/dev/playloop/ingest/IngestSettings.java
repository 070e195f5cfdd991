package dev.playloop.ingest;

import dev.playloop.http.EdgeLimits;
import dev.playloop.http.EdgeOptions;
import dev.playloop.http.TlsFiles;
import dev.playloop.ingest.webhook.WebhookSettings;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Require;
import dev.playloop.schemas.seal.SigningKey;
import dev.playloop.settings.InvalidSettingException;
import dev.playloop.settings.KeyRef;
import dev.playloop.settings.SettingKey;
import dev.playloop.settings.Settings;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Where the gateway listens, whom it lets in, and how much it takes: `maxBatch` bounds the events
/// of a request, `maxInFlight` the events that wait for Kafka, over all requests, `bufferBytes`
/// their memory in the producer. A request waits for Kafka at most `ackTimeout`. `caps` bound what
/// a world may spend on a day. With `key` the gateway signs what people say; without it nobody can
/// say anything. `webhook` is told what waits for people; null: nobody is.
@RecordBuilder
public record IngestSettings(
    EdgeOptions edge,
    int maxBatch,
    int maxInFlight,
    long bufferBytes,
    Duration ackTimeout,
    SpendCaps caps,
    @Nullable SigningKey key,
    @Nullable WebhookSettings webhook)
    implements IngestSettingsBuilder.With {
  public static final SettingKey HOST =
      SettingKey.of(
          "PLAYLOOP_HTTP_HOST",
          "127.0.0.1",
          "address the HTTP gateway listens on; beyond loopback only with a token and TLS");
  public static final SettingKey PORT =
      SettingKey.of("PLAYLOOP_HTTP_PORT", "8080", "port of the HTTP gateway; 0 takes a free one");
  public static final SettingKey TOKEN =
      SettingKey.secret(
          "PLAYLOOP_HTTP_TOKEN",
          "bearer token of a game that may publish to every world, beside the tokens of `principals`;"
              + " `up` makes one at each start and prints how curl sends it, unless it is started"
              + " with `--open`");
  public static final SettingKey RATE =
      SettingKey.of(
          "PLAYLOOP_HTTP_RATE", "2000", "requests a second that a token is good for; then 429");
  public static final SettingKey NAMES =
      SettingKey.required(
          "PLAYLOOP_HTTP_NAMES",
          "host names under which callers know the gateway, with commas between; localhost and the"
              + " address that a caller reaches are always known");
  public static final SettingKey TLS_CERTIFICATE =
      SettingKey.required(
          "PLAYLOOP_HTTP_TLS_CERTIFICATE",
          "PEM file with the gateway's certificate chain, read again when it changes");
  public static final SettingKey TLS_KEY =
      SettingKey.required(
          "PLAYLOOP_HTTP_TLS_KEY", "PEM file with its key (PKCS#8, not encrypted), likewise");
  public static final SettingKey PLAIN =
      SettingKey.of(
          "PLAYLOOP_HTTP_PLAIN",
          "false",
          "true where something in front of the gateway ends TLS, so that it may listen beyond"
              + " loopback without a certificate");
  public static final SettingKey MAX_BODY =
      SettingKey.of("PLAYLOOP_HTTP_MAX_BODY", "1048576", "largest request body in bytes");
  public static final SettingKey MAX_BATCH =
      SettingKey.of("PLAYLOOP_HTTP_MAX_BATCH", "100", "most events in one request");
  public static final SettingKey ACK_TIMEOUT =
      SettingKey.of(
          "PLAYLOOP_HTTP_ACK_TIMEOUT",
          "5s",
          "how long a request waits for Kafka before it gets 503");

  public static final SettingKey CAPS =
      SettingKey.required(
          "PLAYLOOP_CAP_USD_PER_DAY",
          "what model calls may cost on a UTC day, by world (tally=5,bazaar=2.50), or one amount"
              + " for each world; reached, the world is halted until the day ends or someone"
              + " resumes it; without it there is no such cap");

  public static final SettingKey KEY_FILE =
      SettingKey.required(
          "PLAYLOOP_GATEWAY_KEY_FILE",
          "PEM file with the key that the gateway signs people's words with, as `audit keygen` makes"
              + " one; its public half must be a principal with the scope `sign`; `up` and `run` make"
              + " one; without it nobody can answer or control through this gateway");

  private static final Duration STOP = Duration.ofSeconds(5);

  public IngestSettings {
    Require.range("maxBatch", maxBatch, 1, 10_000);
    Require.range("maxInFlight", maxInFlight, 1, 1_000_000);
    Require.positive("ackTimeout", ackTimeout);
  }

  /// On loopback, on a free port, without a token.
  public static IngestSettings local() {
    EdgeOptions edge =
        EdgeOptions.loopback("the HTTP gateway", PORT.name(), 0)
            .withLimits(EdgeLimits.standard().withStopTime(STOP));
    return new IngestSettings(
        edge, 100, 2_000, 8L << 20, Duration.ofSeconds(5), SpendCaps.NONE, null, null);
  }

  public static List<SettingKey> keys() {
    return List.of(
        HOST,
        PORT,
        TOKEN,
        RATE,
        NAMES,
        TLS_CERTIFICATE,
        TLS_KEY,
        PLAIN,
        MAX_BODY,
        MAX_BATCH,
        ACK_TIMEOUT,
        CAPS,
        KEY_FILE,
        WebhookSettings.TARGET,
        WebhookSettings.SECRET);
  }

  public static IngestSettings from(Settings settings) {
    IngestSettings defaults = local();
    EdgeOptions edge =
        defaults
            .edge
            .withHost(settings.text(HOST))
            .withPort(settings.number(PORT, 0, 65_535))
            .withToken(token(settings))
            .withRate(settings.number(RATE, 1, 1_000_000))
            .withNames(
                Set.copyOf(settings.optional(NAMES).isEmpty() ? List.of() : settings.list(NAMES)))
            .withTls(tls(settings), settings.flag(PLAIN))
            .withLimits(
                defaults.edge.limits().withBodyBytes(settings.number(MAX_BODY, 1, 64 << 20)));
    return new IngestSettings(
        edge,
        settings.number(MAX_BATCH, 1, 10_000),
        defaults.maxInFlight,
        defaults.bufferBytes,
        settings.duration(ACK_TIMEOUT),
        settings.optional(CAPS).map(text -> SpendCaps.parse(CAPS, text)).orElse(SpendCaps.NONE),
        settings.optional(KEY_FILE).map(IngestSettings::key).orElse(null),
        WebhookSettings.from(settings));
  }

  private static SigningKey key(String file) {
    try {
      return SigningKey.read(
          new KeyRef("file:" + file).read(KEY_FILE.name(), Map.of()), KEY_FILE.name());
    } catch (InvalidValueException e) {
      throw new InvalidSettingException(String.valueOf(e.getMessage()));
    }
  }

  private static @Nullable String token(Settings settings) {
    String token = settings.optional(TOKEN).orElse(null);
    if (token != null && token.isBlank()) {
      throw new InvalidSettingException(TOKEN.name() + " is empty: set a token, or leave it out");
    }
    return token;
  }

  private static @Nullable TlsFiles tls(Settings settings) {
    boolean certified = settings.optional(TLS_CERTIFICATE).isPresent();
    if (certified != settings.optional(TLS_KEY).isPresent()) {
      throw new InvalidSettingException(
          TLS_CERTIFICATE.name() + " and " + TLS_KEY.name() + " go together: set both, or neither");
    }
    return certified ? new TlsFiles(settings.path(TLS_CERTIFICATE), settings.path(TLS_KEY)) : null;
  }

  public IngestSettings withPort(int newPort) {
    return withEdge(edge.withPort(newPort));
  }

  public IngestSettings withToken(@Nullable String newToken) {
    return withEdge(edge.withToken(newToken));
  }

  /// Whoever can reach the gateway can make agents act: beyond this machine only with a token, and
  /// a token only where nobody can overhear it.
  void refuseOpenDoor() {
    if (isLoopback()) {
      return;
    }
    String where =
        "the HTTP gateway would listen on " + edge.host() + ", which other machines can reach, ";
    if (edge.token() == null) {
      throw new InvalidSettingException(
          where + "without a token: set " + TOKEN.name() + ", or listen on 127.0.0.1");
    }
    if (edge.tls() == null && !edge.plainBehindFront()) {
      throw new InvalidSettingException(
          where
              + "and anyone on the way could read the token: set "
              + TLS_CERTIFICATE.name()
              + " and "
              + TLS_KEY.name()
              + ", or "
              + PLAIN.name()
              + "=true where something in front of it ends TLS");
    }
  }

  private boolean isLoopback() {
    try {
      return InetAddress.getByName(edge.host()).isLoopbackAddress();
    } catch (UnknownHostException e) {
      throw new InvalidSettingException(HOST.name() + ": no such host or address: " + edge.host());
    }
  }
}
