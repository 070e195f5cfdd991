package dev.playloop.http.client;

import java.io.IOException;
import java.net.Socket;
import java.security.NoSuchAlgorithmException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.HostnameVerificationPolicy;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/// TLS as this JVM is configured (`javax.net.ssl.trustStore` and its like), read when the first
/// server wants it: who asks by plain HTTP only waits for no certificates.
final class LazyTls implements TlsSocketStrategy {
  private volatile @Nullable TlsSocketStrategy jvm;

  @Override
  public SSLSocket upgrade(
      Socket socket, String target, int port, Object attachment, HttpContext context)
      throws IOException {
    return ofJvm().upgrade(socket, target, port, attachment, context);
  }

  private TlsSocketStrategy ofJvm() throws SSLException {
    TlsSocketStrategy known = jvm;
    if (known == null) {
      try {
        known =
            new DefaultClientTlsStrategy(
                SSLContext.getDefault(), HostnameVerificationPolicy.BUILTIN, null);
      } catch (NoSuchAlgorithmException e) {
        throw new SSLException("this JVM's TLS can't be used: " + e.getMessage(), e);
      }
      jvm = known;
    }
    return known;
  }
}
