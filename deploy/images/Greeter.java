import com.sun.net.httpserver.HttpServer;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/// A model that answers a greeting, for `play`: `java Greeter.java PORT`. In the chat-completions
/// format it replies to the message msg-100, and ends the run once that is done.
final class Greeter {
  private static final String REPLY =
      """
      {"id": "chatcmpl-1", "object": "chat.completion", "created": 0, "model": "greeter",
       "choices": [{"index": 0, "finish_reason": "%s", "message": {"role": "assistant", "content": "%s"%s}}],
       "usage": {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}}
      """;
  private static final String CALL =
      """
      , "tool_calls": [{"id": "call-1", "type": "function", "function": {"name": "reply_to_message",
        "arguments": "{\\"messageId\\": \\"msg-100\\", \\"content\\": \\"Hello from a container.\\"}"}}]""";

  public static void main(String[] args) throws Exception {
    HttpServer server = HttpServer.create(new InetSocketAddress(Integer.parseInt(args[0])), 0);
    server.createContext("/v1/chat/completions", exchange -> {
      String asked = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      boolean done = asked.contains("\"tool_call_id\"");
      byte[] said =
          REPLY
              .formatted(
                  done ? "stop" : "tool_calls",
                  done ? "She is greeted." : "I greet her.",
                  done ? "" : CALL)
              .getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().add("content-type", "application/json");
      exchange.sendResponseHeaders(200, said.length);
      try (OutputStream out = exchange.getResponseBody()) {
        out.write(said);
      }
    });
    server.start();
    System.out.println("greeter " + server.getAddress().getPort());
  }
}
