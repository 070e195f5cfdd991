package dev.playloop.schemas;

import dev.playloop.schemas.Samples.Sample;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.LoopEvent.RunOutcome;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.view.AgentNews;
import dev.playloop.schemas.view.AgentNewsDidBuilder;
import dev.playloop.schemas.view.AgentNewsFailedBuilder;
import dev.playloop.schemas.view.AgentNewsSaidBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/// One of each thing that a game is told of an agent.
final class NewsSamples {
  private static final AgentId ADA = new AgentId("society/ada");
  private static final RunId RUN = RunId.of(ADA, "msg-1");
  private static final Instant AT = Instant.parse("2026-11-25T10:00:00Z");

  private NewsSamples() {}

  static void into(Map<String, Sample> all) {
    ActionId action = ActionId.of(RUN.turn(1), 1);
    var args = Json.tree("{\"jobType\":\"mine\"}");
    put(
        all,
        "said",
        AgentNewsSaidBuilder.builder()
            .agent(ADA)
            .run(RUN)
            .at(AT)
            .text("Hello Bob")
            .tool("reply_to_chat")
            .replyTo("m-1")
            .build());
    put(
        all,
        "did",
        AgentNewsDidBuilder.builder()
            .agent(ADA)
            .run(RUN)
            .at(AT)
            .action(action)
            .tool("do_work")
            .args(args)
            .result("{\"coins\":3}")
            .build());
    put(
        all,
        "failed",
        AgentNewsFailedBuilder.builder()
            .agent(ADA)
            .run(RUN)
            .at(AT)
            .action(action)
            .tool("do_work")
            .args(args)
            .status(ActionResult.Status.REFUSED)
            .reason("too tired")
            .build());
    put(all, "closed", new AgentNews.Closed(ADA, RUN, AT, RunOutcome.COMPLETED, List.of("msg-1")));
  }

  private static void put(Map<String, Sample> all, String name, AgentNews news) {
    all.put("agent-news." + name, new Sample(AgentNews.class, news));
  }
}
