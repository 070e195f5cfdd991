package dev.playloop.http;

import dev.playloop.http.EdgeRoutes.Guard;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One listening socket for HTTP/1.1, plain or with TLS. First it is bound, so that a port that is
/// taken shows before anything else is started; then it serves. What comes in is checked and
/// bounded as [EdgeOptions] and [EdgeLimits] say. Owns its threads; bound, served and closed by one
/// thread.
public final class HttpEdge implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HttpEdge.class);
  private static final int THREADS_MAX = 16;
  private static final int THREADS_MIN = 4;
  private static final int BACKLOG = 1_024;
  private static final long TICK_MS = 500;

  private final EdgeOptions options;
  private final Server server;
  private final ServerConnector connector;
  private final Connections connections;
  private final SslContextFactory.@Nullable Server tls;
  private final int port;
  private String stamp = "";

  private HttpEdge(EdgeOptions options) throws IOException {
    this.options = options;
    this.connections = new Connections(options.limits());
    QueuedThreadPool threads = new QueuedThreadPool(THREADS_MAX, THREADS_MIN);
    threads.setName("http");
    threads.setDaemon(true);
    threads.setVirtualThreadsExecutor(VirtualThreads.getDefaultVirtualThreadsExecutor());
    this.server = new Server(threads);
    server.setErrorHandler(new ProblemErrors());
    server.setStopTimeout(options.limits().stopTime().toMillis());
    TlsFiles files = options.tls();
    this.tls = files == null ? null : tls(files);
    this.connector = connector();
    connector.open();
    this.port = connector.getLocalPort();
  }

  /// Takes the port, and no request yet. Throws [CannotListen], and [InvalidTlsFiles].
  public static HttpEdge bind(EdgeOptions options) {
    try {
      return new HttpEdge(options);
    } catch (IOException e) {
      throw new CannotListen(options, e);
    }
  }

  /// Answers from now on.
  public HttpEdge serve(EdgeRoutes routes) {
    refuseOpenDoor(routes);
    LOG.debug("{} serves {}", options.purpose(), routes.declared());
    server.setHandler(new GracefulHandler(new Door(options, routes, connections)));
    LifeCycle.start(server);
    server.getScheduler().schedule(this::tick, TICK_MS, TimeUnit.MILLISECONDS);
    return this;
  }

  /// Whoever listens beyond this machine asks for a token, and for one that can't be overheard.
  private void refuseOpenDoor(EdgeRoutes routes) {
    boolean token = routes.has(Guard.TOKEN);
    boolean scope = routes.has(Guard.SCOPE);
    boolean session = routes.has(Guard.SESSION);
    if (!(token || scope || session) || isLoopback()) {
      return;
    }
    Callers callers = routes.callers();
    if ((token && options.token() == null)
        || (scope && (callers == null || callers.anonymous() != null))
        || (tls == null && !options.plainBehindFront())) {
      close();
      throw new IllegalStateException(
          options.purpose() + " would listen beyond loopback without a token or without TLS");
    }
  }

  private boolean isLoopback() {
    try {
      return InetAddress.getByName(options.host()).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  public int port() {
    return port;
  }

  /// Where it listens; for every address, loopback is named.
  public URI address() {
    InetSocketAddress at = new InetSocketAddress(options.host(), port);
    String host =
        at.isUnresolved() || at.getAddress().isAnyLocalAddress()
            ? "127.0.0.1"
            : HostRule.literal(at);
    return URI.create((tls == null ? "http://" : "https://") + host + ":" + port);
  }

  /// How many connections are open.
  public int connections() {
    return connections.count();
  }

  private ServerConnector connector() {
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.setSendDateHeader(false);
    http.setRequestHeaderSize(options.limits().headerBytes());
    http.setHttpCompliance(HttpCompliance.STRICT);
    http.setUriCompliance(UriCompliance.DEFAULT);
    HttpConnectionFactory plain = new HttpConnectionFactory(http);
    ServerConnector made;
    if (tls == null) {
      made = new ServerConnector(server, 1, 1, plain);
    } else {
      // Which names are ours is the gate's business.
      http.addCustomizer(new SecureRequestCustomizer(false));
      made =
          new ServerConnector(
              server, 1, 1, new SslConnectionFactory(tls, plain.getProtocol()), plain);
    }
    made.setHost(options.host());
    made.setPort(options.port());
    made.setAcceptQueueSize(BACKLOG);
    made.setIdleTimeout(options.limits().idleTime().toMillis());
    made.addBean(connections);
    server.addConnector(made);
    return made;
  }

  private SslContextFactory.Server tls(TlsFiles files) {
    SslContextFactory.Server factory = new SslContextFactory.Server();
    stamp = files.stamp();
    factory.setKeyStore(files.read());
    factory.setKeyStorePassword("");
    return factory;
  }

  /// Ends what is too slow, and takes new files.
  synchronized void look() {
    connections.sweep();
    TlsFiles files = options.tls();
    if (files != null && tls != null) {
      renew(files, tls);
    }
  }

  private void tick() {
    look();
    if (server.isRunning()) {
      server.getScheduler().schedule(this::tick, TICK_MS, TimeUnit.MILLISECONDS);
    }
  }

  /// New connections get the new certificate. Files that are half written are looked at again when
  /// they change again; until then the old certificate is good.
  private void renew(TlsFiles files, SslContextFactory.Server factory) {
    String now = files.stamp();
    if (now.equals(stamp)) {
      return;
    }
    stamp = now;
    try {
      var store = files.read();
      factory.reload(f -> f.setKeyStore(store));
      LOG.info("{} has a new certificate from {}", options.purpose(), files.certificate());
    } catch (InvalidTlsFiles e) {
      LOG.warn("{} keeps its certificate: {}", options.purpose(), e.getMessage());
    } catch (Exception e) { // what Jetty declares
      LOG.warn("{} keeps its certificate", options.purpose(), e);
    }
  }

  /// Requests in hand may go on for [EdgeLimits#stopTime].
  @Override
  public void close() {
    try {
      LifeCycle.stop(server);
    } finally {
      connector.close();
    }
  }
}
