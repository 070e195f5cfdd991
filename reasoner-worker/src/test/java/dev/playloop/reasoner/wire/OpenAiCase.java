package dev.playloop.reasoner.wire;

import dev.playloop.reasoner.wire.LlmAnswer.RawCall;
import dev.playloop.reasoner.wire.LlmAnswer.Said;
import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.Route.Candidate;
import dev.playloop.schemas.event.Turn;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/// One model behind a server that answers as a test says.
abstract class OpenAiCase {
  final FaultServer server = new FaultServer();
  final Http http = new Http(InstantSource.system());
  final OpenAiLlm llm = new OpenAiLlm(http, keyRef -> keyRef.equals("KEY") ? " s3cret\n" : null);

  @AfterEach
  void close() {
    http.close();
    server.close();
  }

  Candidate candidate() {
    return Prompts.candidate(server.url("ok"));
  }

  Said said(Turn.Body prompt) throws InterruptedException {
    return (Said) llm.call(LlmRequest.of(candidate(), prompt));
  }

  String body(Turn.Body prompt) {
    return new String(LlmRequest.of(candidate(), prompt).body(), StandardCharsets.UTF_8);
  }

  static Turn.Body answered(Said said, String candidateKey) {
    RawCall call = said.calls().getFirst();
    List<Message> messages = new ArrayList<>(Prompts.prompt("x").messages());
    messages.add(
        new Message.Assistant(
            said.text(),
            List.of(Prompts.call(call.id(), call.name(), call.arguments())),
            said.raw(),
            candidateKey));
    messages.add(new Message.ToolOutput(call.id(), call.name(), "{}", false));
    return new Turn.Body(Prompts.prompt("x").tools(), messages);
  }
}
