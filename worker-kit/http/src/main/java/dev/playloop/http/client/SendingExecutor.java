package dev.playloop.http.client;

import java.io.IOException;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.apache.hc.core5.http.io.HttpClientConnection;
import org.apache.hc.core5.http.io.HttpResponseInformationCallback;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/// Says when a request that has its connection is about to be written.
final class SendingExecutor extends HttpRequestExecutor {
  @Override
  public ClassicHttpResponse execute(
      ClassicHttpRequest request,
      HttpClientConnection connection,
      @Nullable HttpResponseInformationCallback informed,
      HttpContext context)
      throws IOException, HttpException {
    if (context instanceof Exchange exchange) {
      exchange.sending();
    }
    return super.execute(request, connection, informed, context);
  }
}
