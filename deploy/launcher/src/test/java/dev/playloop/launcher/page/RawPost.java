package dev.playloop.launcher.page;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/// A request as the page sends it, of which one header is another's: written by hand, for an HTTP
/// client lets nobody choose a Host. Immutable.
///
/// @param headers an empty one is left out
record RawPost(URI to, String body, Map<String, String> headers) {
  RawPost {
    headers = Map.copyOf(headers);
  }

  static RawPost by(PageTab tab, String path, String body) {
    URI to = URI.create(tab.at() + path);
    return new RawPost(
        to,
        body,
        Map.of(
            "Host",
            to.getAuthority(),
            "Origin",
            tab.at(),
            "Sec-Fetch-Site",
            "same-origin",
            "Content-Type",
            "application/json",
            "X-Playloop-Csrf",
            tab.csrf(),
            tab.header(),
            tab.who()));
  }

  RawPost with(String header, String value) {
    Map<String, String> other = new LinkedHashMap<>(headers);
    other.put(header, value);
    return new RawPost(to, body, other);
  }

  /// What it is answered with.
  int status() throws IOException {
    StringBuilder head = new StringBuilder("POST " + to.getPath() + " HTTP/1.1\r\n");
    headers.forEach(
        (name, value) -> head.append(value.isEmpty() ? "" : name + ": " + value + "\r\n"));
    head.append("Content-Length: ").append(body.length()).append("\r\nConnection: close\r\n\r\n");
    try (Socket socket = new Socket(to.getHost(), to.getPort())) {
      socket.getOutputStream().write((head + body).getBytes(StandardCharsets.US_ASCII));
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      return Integer.parseInt(answer.split(" ", 3)[1]);
    }
  }
}
