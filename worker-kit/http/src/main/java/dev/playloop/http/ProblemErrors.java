package dev.playloop.http;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/// What the server answers where no handler was asked: to bytes that are no HTTP, to heads that are
/// too large. Never tells what a caller sent.
final class ProblemErrors extends ErrorHandler {
  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    int status = response.getStatus();
    if (status == HttpStatus.NOT_IMPLEMENTED_501
        || status == HttpStatus.HTTP_VERSION_NOT_SUPPORTED_505) {
      // Said of what a caller sent, so it is the caller's fault.
      status = HttpStatus.BAD_REQUEST_400;
      response.setStatus(status);
    }
    byte[] body = body(status);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, Problem.MEDIA_TYPE);
    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
    response.write(true, ByteBuffer.wrap(body), callback);
    return true;
  }

  private static byte[] body(int status) {
    String title = HttpStatus.getMessage(status);
    String detail =
        status >= 500 ? "The log says more" : "This is no request that is understood here";
    return Problem.of(status, status >= 500 ? "bug" : "http", title, detail).json();
  }
}
