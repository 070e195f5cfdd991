package dev.playloop.http.client;

import java.io.IOException;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.protocol.HttpClientContext;

/// How far one request has come. Moved on by its caller's thread, ended by the one that watches.
final class Exchange extends HttpClientContext {
  private volatile boolean sending;
  private volatile boolean begun;
  private volatile boolean late;

  /// From now on the server may have it.
  void sending() {
    sending = true;
  }

  /// The head of a response is here.
  void begun() {
    begun = true;
  }

  /// Time is over.
  void late(HttpUriRequestBase request) {
    late = true;
    request.cancel(); // closes its connection
  }

  HttpOutcome failed(IOException cause) {
    if (!sending) {
      return new HttpOutcome.NotSent(
          late ? new IOException("there was no connection in time", cause) : cause);
    }
    return late ? new HttpOutcome.Late(begun) : new HttpOutcome.Broken(cause, begun);
  }
}
