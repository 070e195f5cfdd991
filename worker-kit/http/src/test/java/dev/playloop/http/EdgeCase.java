package dev.playloop.http;

import java.io.IOException;
import java.net.URI;

/// What the tests of the edge send, and what they read back.
abstract class EdgeCase {
  static final EdgeOptions OPTIONS = EdgeOptions.loopback("the test", "THE_PORT", 0);

  static EdgeRoutes fine() {
    return new EdgeRoutes().open("GET", "/", _ -> EdgeAnswer.text(200, "fine"));
  }

  static String host(HttpEdge edge) {
    URI at = edge.address();
    return "Host: " + at.getHost() + ":" + at.getPort() + "\r\n";
  }

  static String get(String path, HttpEdge edge) {
    return "GET " + path + " HTTP/1.1\r\n" + host(edge) + "\r\n";
  }

  static int status(HttpEdge edge, String head) throws IOException {
    try (Wire wire = Wire.to(edge.address())) {
      return wire.send("GET / HTTP/1.1\r\n" + head + "\r\n").next().status();
    }
  }
}
