package dev.playloop.http;

import dev.playloop.http.HostileHttp.Target;
import java.util.ArrayList;
import java.util.List;

/// Requests that are wrong in one way each, as bytes: names of hosts, framing, sizes, methods and
/// paths.
final class HostileRequests {
  private final Target target;

  HostileRequests(Target target) {
    this.target = target;
  }

  /// Bytes, and the statuses that may answer them; 0 is an end without an answer.
  record Attack(String name, String bytes, List<Integer> statuses) {
    static Attack of(String name, String bytes, Integer... statuses) {
      return new Attack(name, bytes, List.of(statuses));
    }
  }

  List<Attack> attacks() {
    List<Attack> all = new ArrayList<>(names());
    all.addAll(framing());
    all.addAll(sizes());
    all.addAll(methodsAndPaths());
    return all;
  }

  private List<Attack> names() {
    int port = target.address().getPort();
    return List.of(
        get("a foreign Host", "Host: evil.example\r\n" + target.authorization(), 421),
        get("rebinding", "Host: evil.example:" + port + "\r\n" + target.authorization(), 421),
        get("localhost on another port", "Host: localhost:1\r\n" + target.authorization(), 421),
        get(
            "a Host that only begins like ours",
            "Host: localhost.evil.example:" + port + "\r\n" + target.authorization(),
            421),
        get("two Hosts", target.head() + "Host: evil.example\r\n", 400),
        get("no Host", target.authorization(), 400),
        get("an empty Host", "Host:\r\n" + target.authorization(), 400, 421),
        get("user info in Host", "Host: a@" + target.host() + "\r\n", 400, 421),
        get("a foreign Origin", target.head() + "Origin: http://evil.example\r\n", 403),
        get("the Origin null", target.head() + "Origin: null\r\n", 403),
        get("an Origin on another port", target.head() + "Origin: http://localhost:1\r\n", 403),
        get(
            "two Origins",
            target.head()
                + "Origin: http://"
                + target.host()
                + "\r\nOrigin: http://evil.example\r\n",
            403),
        get("a cross-site fetch", target.head() + "Sec-Fetch-Site: cross-site\r\n", 403),
        get("a same-site fetch", target.head() + "Sec-Fetch-Site: same-site\r\n", 403),
        Attack.of(
            "a foreign absolute target",
            "GET http://evil.example" + target.get() + " HTTP/1.1\r\n" + target.head() + "\r\n",
            400,
            421),
        Attack.of(
            "a simple cross-site POST",
            "POST "
                + target.post()
                + " HTTP/1.1\r\n"
                + target.head()
                + "Origin: http://evil.example\r\nContent-Type: text/plain\r\n"
                + "Content-Length: 2\r\n\r\n{}",
            403));
  }

  private Attack get(String name, String head, Integer... statuses) {
    return Attack.of(name, "GET " + target.get() + " HTTP/1.1\r\n" + head + "\r\n", statuses);
  }

  private Attack post(String name, String head, String body, Integer... statuses) {
    return Attack.of(
        name,
        "POST " + target.post() + " HTTP/1.1\r\n" + target.head() + head + "\r\n" + body,
        statuses);
  }

  private List<Attack> framing() {
    String second = "GET " + target.get() + " HTTP/1.1\r\n" + target.head() + "\r\n";
    return List.of(
        post(
            "Content-Length and Transfer-Encoding",
            "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n",
            "0\r\n\r\n" + second,
            400),
        post("Content-Length twice", "Content-Length: 0\r\nContent-Length: 5\r\n", second, 400),
        post("two lengths in one header", "Content-Length: 0, 5\r\n", second, 400),
        post("a length below 0", "Content-Length: -1\r\n", second, 400),
        post("a length with a plus", "Content-Length: +2\r\n", second, 400),
        post("a length of 2^64", "Content-Length: 18446744073709551616\r\n", second, 400),
        post("an obfuscated Transfer-Encoding", "Transfer-Encoding: xchunked\r\n", second, 400),
        post(
            "Transfer-Encoding twice",
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n",
            second,
            400),
        post("a blank before the colon", "Transfer-Encoding : chunked\r\n", second, 400),
        post("a folded header", "X-A: b\r\n Transfer-Encoding: chunked\r\n", second, 400),
        post("a chunk of no number", "Transfer-Encoding: chunked\r\n", "zz\r\n" + second, 400),
        post("a chunk of 2^31", "Transfer-Encoding: chunked\r\n", "80000000\r\n", 400, 413),
        post(
            "a gzip body",
            "Content-Encoding: gzip\r\nContent-Length: 3\r\n",
            "\u001f\u008b\b",
            415),
        get("a GET with a body", target.head() + "Content-Length: 4\r\n\r\n{}", 400, 405),
        get(
            "a GET with chunks",
            target.head() + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n",
            400,
            405),
        Attack.of(
            "bare line feeds",
            "GET " + target.get() + " HTTP/1.1\nHost: " + target.host() + "\n\n",
            400),
        Attack.of("the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400, 421, 426, 0),
        Attack.of("HTTP/1.0 without a Host", "GET " + target.get() + " HTTP/1.0\r\n\r\n", 421),
        Attack.of("HTTP/0.9", "GET " + target.get() + "\r\n\r\n", 400, 0),
        Attack.of("HTTP/3.7", "GET / HTTP/3.7\r\n" + target.head() + "\r\n", 400),
        Attack.of("a TLS greeting", "\u0016\u0003\u0001\u0002\u0000\u0001\r\n\r\n", 400, 0));
  }

  private List<Attack> sizes() {
    return List.of(
        get("a header of 100 KB", target.head() + "X-A: " + "x".repeat(100_000) + "\r\n", 431),
        get("5,000 headers", target.head() + "X-A: b\r\n".repeat(5_000), 431),
        get("500 small headers", target.head() + "a:b\r\n".repeat(500), 431),
        Attack.of(
            "a URL of 100 KB",
            "GET /" + "x".repeat(100_000) + " HTTP/1.1\r\n" + target.head() + "\r\n",
            414,
            431),
        post("a body that is announced too large", "Content-Length: 999999999\r\n", "", 413),
        Attack.of(
            "a method of 100 KB",
            "G".repeat(100_000) + " / HTTP/1.1\r\n" + target.head() + "\r\n",
            400,
            414,
            431));
  }

  private List<Attack> methodsAndPaths() {
    List<Attack> all = new ArrayList<>();
    for (String method : List.of("TRACE", "OPTIONS", "DELETE", "PROPFIND", "get")) {
      all.add(
          Attack.of(
              method,
              method + " " + target.get() + " HTTP/1.1\r\n" + target.head() + "\r\n",
              400,
              405));
    }
    all.add(
        Attack.of(
            "CONNECT",
            "CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n",
            400,
            405,
            421));
    all.add(
        Attack.of("OPTIONS *", "OPTIONS * HTTP/1.1\r\n" + target.head() + "\r\n", 400, 404, 405));
    for (String path :
        List.of(
            "/../../etc/passwd",
            "/%2e%2e/%2e%2e/etc/passwd",
            "/..%2fetc/passwd",
            "//etc",
            "/.;/x",
            "/a/%00",
            "/%",
            "/%zz",
            "/\\..\\x",
            "/a#b",
            "/%c0%ae%c0%ae/")) {
      all.add(
          Attack.of(
              "the path " + path,
              "GET " + path + " HTTP/1.1\r\n" + target.head() + "\r\n",
              400,
              404));
    }
    all.add(
        Attack.of("NUL in the path", "GET /a\u0000b HTTP/1.1\r\n" + target.head() + "\r\n", 400));
    all.add(get("NUL in a header", target.head() + "X-A: a\u0000b\r\n", 400));
    all.add(get("a carriage return in a header", target.head() + "X-A: a\rb\r\n", 400));
    all.add(get("a header without a name", target.head() + ": b\r\n", 400));
    if (target.token() != null) {
      for (String wrong :
          List.of("", "Authorization: Bearer x\r\n", "Authorization: Basic YTpi\r\n")) {
        all.add(
            Attack.of(
                "the token '" + wrong.strip() + "'",
                "POST "
                    + target.post()
                    + " HTTP/1.1\r\nHost: "
                    + target.host()
                    + "\r\n"
                    + wrong
                    + "Content-Length: 2\r\n\r\n{}",
                401));
      }
    }
    return all;
  }
}
