package dev.playloop.reasoner.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.anthropic.client.AnthropicClient;
import com.anthropic.client.okhttp.AnthropicOkHttpClient;
import com.anthropic.models.messages.ContentBlock;
import com.anthropic.models.messages.ContentBlockParam;
import com.anthropic.models.messages.MessageCreateParams;
import com.anthropic.models.messages.ToolResultBlockParam;
import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.models.FunctionDefinition;
import com.openai.models.FunctionParameters;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.chat.completions.ChatCompletionFunctionTool;
import com.openai.models.chat.completions.ChatCompletionMessage;
import com.openai.models.chat.completions.ChatCompletionToolMessageParam;
import dev.playloop.reasoner.wire.LlmAnswer.Said;
import dev.playloop.schemas.event.Route.Candidate;
import dev.playloop.schemas.event.Route.Wire;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.tool.ToolDeclaration;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Our requests beside those of the providers' own clients: the same conversation, captured on one
/// loopback server, compared as JSON trees.
final class OfficialSdkTest {
  private final FaultServer server = new FaultServer();
  private final Http http = new Http(InstantSource.system());
  private final Llm llm = new WireLlm(http, keyRef -> "test-key");

  @AfterEach
  void close() {
    http.close();
    server.close();
  }

  @Test
  void ourOpenAiRequestsAreThoseOfTheOfficialClient() throws Exception {
    server.reply("v1", 200, "", Replies.OPENAI);
    OpenAIClient official =
        OpenAIOkHttpClient.builder()
            .apiKey("test-key")
            .baseUrl(server.url("v1"))
            .maxRetries(0)
            .build();
    ChatCompletionCreateParams.Builder theirs =
        ChatCompletionCreateParams.builder()
            .model("test-model")
            .maxCompletionTokens(256)
            .addSystemMessage("You are Ada.")
            .addUserMessage("Go north.")
            .addTool(openAi(Prompts.MOVE))
            .addTool(openAi(Prompts.LOOK));
    Candidate candidate = candidate("openai", Wire.OPENAI);

    ChatCompletionMessage said =
        official.chat().completions().create(theirs.build()).choices().getFirst().message();
    FaultServer.Seen theirFirst = server.last();
    Said ours = (Said) llm.call(LlmRequest.of(candidate, Prompts.prompt("Go north.")));
    FaultServer.Seen ourFirst = server.last();
    official
        .chat()
        .completions()
        .create(
            theirs
                .addMessage(said)
                .addMessage(
                    ChatCompletionToolMessageParam.builder()
                        .toolCallId("functions.move:0")
                        .content("{}")
                        .build())
                .build());
    FaultServer.Seen theirSecond = server.last();
    llm.call(LlmRequest.of(candidate, answered("Go north.", ours, candidate)));
    FaultServer.Seen ourSecond = server.last();

    assertThat(tree(ourFirst)).isEqualTo(tree(theirFirst));
    assertThat(requestLine(ourFirst)).isEqualTo(requestLine(theirFirst));
    assertThat(ourFirst.header("authorization")).isEqualTo(theirFirst.header("authorization"));
    assertThat(ourFirst.header("content-type")).isEqualTo(theirFirst.header("content-type"));
    JsonNode echoed = tree(ourSecond).path("messages").path(2);
    assertThat(echoed).isEqualTo(JsonMapper.shared().readTree(Replies.OPENAI_MESSAGE));
    // The official client drops what it does not know on the message; the rest is the same.
    JsonNode echoedByThem = tree(theirSecond).path("messages").path(2);
    assertThat(echoedByThem.propertyNames()).doesNotContain("reasoning_content", "x");
    assertThat(without(echoed, "reasoning_content", "x", "content"))
        .isEqualTo(without(echoedByThem, "content", "refusal"));
    assertThat(tree(ourSecond).path("messages").path(3))
        .isEqualTo(tree(theirSecond).path("messages").path(3));
    assertThat(tree(ourSecond).path("tools")).isEqualTo(tree(theirSecond).path("tools"));
  }

  @Test
  void ourAnthropicRequestsAreThoseOfTheOfficialClient() throws Exception {
    server.reply("v1", 200, "", Replies.ANTHROPIC);
    String root = server.url("").replaceAll("/$", "");
    AnthropicClient official =
        AnthropicOkHttpClient.builder().apiKey("test-key").baseUrl(root).maxRetries(0).build();
    MessageCreateParams.Builder theirs =
        MessageCreateParams.builder()
            .model("test-model")
            .maxTokens(256)
            .system("You are Ada.")
            .addUserMessageOfContentBlockParams(List.of(textBlock("Go north.")))
            .addTool(anthropic(Prompts.MOVE))
            .addTool(anthropic(Prompts.LOOK));
    Candidate candidate = candidate("anthropic", Wire.ANTHROPIC);

    com.anthropic.models.messages.Message said = official.messages().create(theirs.build());
    FaultServer.Seen theirFirst = server.last();
    Said ours = (Said) llm.call(LlmRequest.of(candidate, Prompts.prompt("Go north.")));
    FaultServer.Seen ourFirst = server.last();
    String callId =
        said.content().stream()
            .filter(ContentBlock::isToolUse)
            .findFirst()
            .orElseThrow()
            .asToolUse()
            .id();
    official
        .messages()
        .create(
            theirs
                .addMessage(said)
                .addUserMessageOfContentBlockParams(
                    List.of(
                        ContentBlockParam.ofToolResult(
                            ToolResultBlockParam.builder()
                                .toolUseId(callId)
                                .content("{}")
                                .build())))
                .build());
    FaultServer.Seen theirSecond = server.last();
    llm.call(LlmRequest.of(candidate, answered("Go north.", ours, candidate)));
    FaultServer.Seen ourSecond = server.last();

    assertThat(tree(ourFirst)).isEqualTo(tree(theirFirst));
    assertThat(requestLine(ourFirst)).isEqualTo(requestLine(theirFirst));
    assertThat(tree(ourSecond)).isEqualTo(tree(theirSecond));
  }

  private Candidate candidate(String provider, Wire wire) {
    Candidate c =
        Prompts.withKey(Prompts.candidate(wire, server.url("v1"), Duration.ofSeconds(20)), "KEY");
    return Candidate.of(c.baseUrl(), c.model())
        .provider(provider, wire)
        .profile(c.profile())
        .keyRef("KEY")
        .prices(c.prices())
        .tokens(0, 256)
        .timeout(c.timeout());
  }

  private static Turn.Body answered(String text, Said said, Candidate candidate) {
    Turn.Body next = OpenAiLlmTest.answered(said, candidate.key());
    List<dev.playloop.schemas.event.Message> messages = new java.util.ArrayList<>(next.messages());
    messages.set(1, dev.playloop.schemas.event.Message.User.text(text));
    return new Turn.Body(next.tools(), messages);
  }

  private static ChatCompletionFunctionTool openAi(ToolDeclaration tool) {
    FunctionParameters.Builder parameters = FunctionParameters.builder();
    theirTree(tool)
        .properties()
        .forEach(e ->
            parameters.putAdditionalProperty(
                e.getKey(), com.openai.core.JsonValue.fromJsonNode(e.getValue())));
    return ChatCompletionFunctionTool.builder()
        .function(
            FunctionDefinition.builder()
                .name(tool.name())
                .description(tool.description())
                .parameters(parameters.build())
                .build())
        .build();
  }

  private static com.anthropic.models.messages.Tool anthropic(ToolDeclaration tool) {
    com.anthropic.models.messages.Tool.InputSchema.Builder schema =
        com.anthropic.models.messages.Tool.InputSchema.builder();
    theirTree(tool)
        .properties()
        .forEach(e -> {
          com.anthropic.core.JsonValue value =
              com.anthropic.core.JsonValue.fromJsonNode(e.getValue());
          switch (e.getKey()) {
            case "type" -> schema.type(value);
            default -> schema.putAdditionalProperty(e.getKey(), value);
          }
        });
    return com.anthropic.models.messages.Tool.builder()
        .name(tool.name())
        .description(tool.description())
        .inputSchema(schema.build())
        .build();
  }

  private static ContentBlockParam textBlock(String text) {
    return ContentBlockParam.ofText(
        com.anthropic.models.messages.TextBlockParam.builder().text(text).build());
  }

  /// The SDKs speak Jackson 2.
  private static com.fasterxml.jackson.databind.JsonNode theirTree(ToolDeclaration tool) {
    try {
      return new com.fasterxml.jackson.databind.ObjectMapper().readTree(tool.parameters().text());
    } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  private static JsonNode tree(FaultServer.Seen seen) {
    // As doubles: 1.10 and 1.1 are the same number to compare, not the same text.
    return JsonMapper.shared().readTree(seen.body());
  }

  private static JsonNode without(JsonNode node, String... fields) {
    ObjectNode copy = (ObjectNode) node.deepCopy();
    copy.remove(List.of(fields));
    return copy;
  }

  private static String requestLine(FaultServer.Seen seen) {
    return seen.head().lines().findFirst().orElseThrow();
  }
}
