package dev.playloop.console.oidc;

import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/// Goes where it is sent, with its cookies, until it would leave for us.
final class Browser implements AutoCloseable {
  private static final int HOPS = 12;

  private final HttpClient http =
      HttpClient.newBuilder()
          .cookieHandler(new CookieManager())
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();

  /// What stands behind the question mark of the address with which it comes back.
  String comesBackWith(URI from, URI callback) throws IOException, InterruptedException {
    URI at = from;
    for (int hop = 0; hop < HOPS; hop++) {
      HttpResponse<String> response =
          http.send(HttpRequest.newBuilder(at).build(), HttpResponse.BodyHandlers.ofString());
      URI address = at;
      URI next =
          response
              .headers()
              .firstValue("location")
              .map(address::resolve)
              .orElseThrow(() -> new AssertionError(address + ": " + response.body()));
      if (next.toString().startsWith(callback + "?")) {
        return next.getRawQuery();
      }
      at = next;
    }
    throw new AssertionError("it was sent around in a circle");
  }

  @Override
  public void close() {
    http.close();
  }
}
