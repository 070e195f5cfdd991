package dev.playloop.reasoner.wire;

/// Replies of providers, as they come on the wire.
final class Replies {
  /// Odd blanks, escapes, number forms and fields that only the provider understands.
  static final String OPENAI_MESSAGE =
      "{ \"role\":\"assistant\",\"content\":null, \"reasoning_content\":\"th\\u0069nking… 1.10\","
          + "\"x\":1.50,\"tool_calls\":[{\"id\":\"functions.move:0\",\"type\":\"function\",\"function\":"
          + "{\"name\":\"move\",\"arguments\":\"{\\\"dir\\\":\\\"north\\\", \\\"steps\\\":2}\"},"
          + "\"extra_content\":{\"google\":{\"thought_signature\":\"SIG==\"}}}]}";

  static final String OPENAI =
      "{\"id\":\"chatcmpl-1\",\"object\":\"chat.completion\",\"created\":1,\"model\":\"m-1\",\"choices\":"
          + "[{\"index\":0,\"message\":"
          + OPENAI_MESSAGE
          + ",\"finish_reason\":\"tool_calls\"}],\"usage\":{\"prompt_tokens\":11,\"completion_tokens\":7,"
          + "\"total_tokens\":18,\"prompt_tokens_details\":{\"cached_tokens\":4},"
          + "\"completion_tokens_details\":{\"reasoning_tokens\":3}}}";

  static final String ANTHROPIC_CONTENT =
      "[{\"type\":\"thinking\",\"thinking\":\"hm\",\"signature\":\"S1==\"}, {\"type\":\"text\",\"text\":\"Going.\"},"
          + "{\"type\":\"tool_use\",\"id\":\"toolu_1\",\"name\":\"move\",\"input\":{\"dir\":\"north\",\"steps\":2}}]";

  static final String ANTHROPIC =
      "{\"id\":\"msg_1\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"m-1\",\"content\":"
          + ANTHROPIC_CONTENT
          + ",\"stop_reason\":\"tool_use\",\"stop_sequence\":null,\"usage\":{\"input_tokens\":11,"
          + "\"cache_read_input_tokens\":4,\"cache_creation_input_tokens\":5,\"output_tokens\":7}}";

  private Replies() {}

  /// A chat-completions reply with this message.
  static String openAi(String message, String finishReason, String usage) {
    return "{\"id\":\"c\",\"model\":\"m\",\"choices\":[{\"index\":0,\"message\":"
        + message
        + ",\"finish_reason\":\""
        + finishReason
        + "\"}]"
        + usage
        + "}";
  }
}
