package dev.playloop.http.client;

import java.io.IOException;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.Method;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.apache.hc.core5.http.io.HttpClientConnection;
import org.apache.hc.core5.http.io.HttpResponseInformationCallback;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/// Sends what has its connection: says when a request is about to be written, which has all the
/// time that its caller gives it; and asks a proxy for a tunnel, which is no request yet.
final class SendingExecutor extends HttpRequestExecutor {
  @Override
  public ClassicHttpResponse execute(
      ClassicHttpRequest request,
      HttpClientConnection connection,
      @Nullable HttpResponseInformationCallback informed,
      HttpContext context)
      throws IOException, HttpException {
    // A connection's own limit is that of its handshake.
    connection.setSocketTimeout(Timeout.DISABLED);
    if (Method.CONNECT.isSame(request.getMethod())) {
      return tunnel(connection, super.execute(request, connection, informed, context));
    }
    if (context instanceof Exchange exchange) {
      exchange.sending();
    }
    return super.execute(request, connection, informed, context);
  }

  /// What a proxy says beside that it connects would be taken for the server's answer.
  private static ClassicHttpResponse tunnel(
      HttpClientConnection connection, ClassicHttpResponse answered) throws IOException {
    if (answered.getCode() / 100 != 2) {
      throw new IOException("the proxy does not connect: it answers " + answered.getCode());
    }
    if (connection.isDataAvailable(Timeout.ONE_MILLISECOND)) {
      throw new IOException("the proxy says more than that it connects");
    }
    return answered;
  }
}
