package dev.playloop.http.client;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SchemePortResolver;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.DefaultHttpClientConnectionOperator;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.io.HttpClientConnectionOperator;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.URIScheme;
import org.apache.hc.core5.http.config.RegistryBuilder;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.InputStreamEntity;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/// Sends requests by HTTP/1.1, each once and on one connection: follows no redirection, keeps no
/// cookie, answers no challenge, asks for no coding and undoes none. Time and size of what comes
/// are bounded, its head included. Blocks its caller, whom an interrupt ends; whoever is a virtual
/// thread holds no other one up. Thread-safe; connections are kept for the next request.
public final class HttpCaller implements AutoCloseable {
  /// As many as callers want.
  private static final int CONNECTIONS = 100_000;

  private static final Duration IDLE = Duration.ofSeconds(30);

  private final ClientOptions options;
  private final PoolingHttpClientConnectionManager connections;
  private final CloseableHttpClient client;

  /// Ends what takes too long, and closes what is idle.
  private final ScheduledThreadPoolExecutor watch;

  private final Future<?> tidying;

  /// Opens no connection yet.
  public HttpCaller(ClientOptions options) {
    this(options, new LazyTls());
  }

  /// For tests.
  HttpCaller(ClientOptions options, TlsSocketStrategy tls) {
    this.options = options;
    this.connections = connections(options, tls);
    this.client =
        HttpClients.custom()
            .setConnectionManager(connections)
            .setRequestExecutor(new SendingExecutor())
            .setProxySelector(options.proxies())
            .setDefaultRequestConfig(
                RequestConfig.custom()
                    .setAuthenticationEnabled(false)
                    .setProtocolUpgradeEnabled(false)
                    .setConnectionRequestTimeout(Timeout.ofDays(1)) // the watch ends what waits
                    .build())
            .setUserAgent("Playloop")
            .disableAutomaticRetries()
            .disableRedirectHandling()
            .disableCookieManagement()
            .disableAuthCaching()
            .disableConnectionState()
            .disableContentCompression()
            .build();
    this.watch =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().name(options.purpose() + "-http-watch").daemon().factory());
    watch.setRemoveOnCancelPolicy(true);
    this.tidying =
        watch.scheduleWithFixedDelay(
            () -> connections.closeIdle(TimeValue.of(IDLE)),
            IDLE.toSeconds(),
            IDLE.toSeconds(),
            TimeUnit.SECONDS);
  }

  private static PoolingHttpClientConnectionManager connections(
      ClientOptions options, TlsSocketStrategy tls) {
    return new ChannelConnections()
        .setMaxConnTotal(CONNECTIONS)
        .setMaxConnPerRoute(CONNECTIONS)
        .setTlsSocketStrategy(tls)
        .setDnsResolver(new Resolver(options.names()))
        .setConnectionFactory(KeptConnection::open)
        .setDefaultConnectionConfig(
            ConnectionConfig.custom()
                .setConnectTimeout(Timeout.of(options.connect()))
                .setValidateAfterInactivity(TimeValue.ZERO_MILLISECONDS)
                .build())
        .build();
  }

  /// Sends it, and waits for the whole response, at most for `limit`; and for the addresses of a
  /// name as long as whoever knows them takes.
  public HttpOutcome call(HttpCall call, Duration limit) throws InterruptedException {
    HttpUriRequestBase request = new HttpUriRequestBase(call.method(), call.uri());
    call.headers().forEach(request::setHeader);
    if (call.body().length > 0) {
      request.setEntity(entity(call.body()));
    }
    Exchange exchange = new Exchange();
    Future<?> end;
    try {
      end = watch.schedule(() -> exchange.late(request), limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      return new HttpOutcome.NotSent(new IOException("this client was closed", e));
    }
    try {
      ClassicHttpResponse response = client.executeOpen(null, request, exchange);
      exchange.begun();
      return read(response);
    } catch (IOException | RuntimeException e) {
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted while a server was asked");
      }
      // Not all of what servers may say was thought of by whoever wrote the reader.
      return exchange.failed(
          e instanceof IOException io
              ? io
              : new IOException("what came is no HTTP: " + e.getMessage(), e));
    } finally {
      end.cancel(false);
      // What was read to its end has given its connection back; all else ends here, unread.
      request.cancel();
    }
  }

  /// A long one goes out in parts, between which an early answer is heard.
  private static HttpEntity entity(byte[] body) {
    return body.length <= KeptConnection.LOOK_UP_BYTES
        ? new ByteArrayEntity(body, null)
        : new InputStreamEntity(new ByteArrayInputStream(body), body.length, null);
  }

  private HttpOutcome read(ClassicHttpResponse response) throws IOException {
    Map<String, String> headers = new LinkedHashMap<>();
    for (Header header : response.getHeaders()) {
      headers.putIfAbsent(
          header.getName().toLowerCase(Locale.ROOT),
          header.getValue() == null ? "" : header.getValue());
    }
    HttpEntity entity = response.getEntity();
    if (entity == null) {
      return new HttpOutcome.Answered(response.getCode(), headers, new byte[0]);
    }
    if (entity.getContentLength() > options.mostBytes()) {
      return new HttpOutcome.TooLong(response.getCode());
    }
    InputStream content = entity.getContent();
    byte[] body = content.readNBytes(options.mostBytes());
    return content.read() < 0
        ? new HttpOutcome.Answered(response.getCode(), headers, body)
        : new HttpOutcome.TooLong(response.getCode());
  }

  /// Ends what is under way: its callers are told that the connection broke.
  @Override
  public void close() {
    tidying.cancel(false);
    watch.shutdownNow();
    client.close(CloseMode.IMMEDIATE);
  }

  /// Over channels: those of virtual threads and of others hear an interrupt, and can be asked
  /// without waiting whether they have ended.
  private static final class ChannelConnections extends PoolingHttpClientConnectionManagerBuilder {
    @Override
    protected HttpClientConnectionOperator createConnectionOperator(
        @Nullable SchemePortResolver ports, DnsResolver names, TlsSocketStrategy tls) {
      return new DefaultHttpClientConnectionOperator(
          _ -> SocketChannel.open().socket(),
          ports,
          names,
          RegistryBuilder.<TlsSocketStrategy>create().register(URIScheme.HTTPS.id, tls).build());
    }
  }

  private record Resolver(ClientOptions.Names names) implements DnsResolver {
    @Override
    public InetAddress[] resolve(String host) throws UnknownHostException {
      return names.resolve(host);
    }

    @Override
    public String resolveCanonicalHostname(String host) {
      return host; // for Kerberos, which nobody speaks here
    }
  }
}
