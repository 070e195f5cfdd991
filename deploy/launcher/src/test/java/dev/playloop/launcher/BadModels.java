package dev.playloop.launcher;

import dev.playloop.schemas.config.ConfigFile;
import dev.playloop.schemas.config.TriggerLine;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.Route;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.id.AgentId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// What a bad model does, by the agent that it does it to: the rules of the rehearsal, the rows
/// that they need, and the agents.
final class BadModels {
  /// One agent a case; the rule decides by the agent.
  static final String RULES =
      """
      rules:
        - {name: prose, when: {agent: society/prose}, fail: {kind: prose, text: Let me think.}}
        - {name: half a body, when: {agent: society/half-body}, fail: {kind: broken_json}}
        - {name: empty, when: {agent: society/empty}, fail: {kind: empty}}
        - {name: limited, when: {agent: society/limited}, fail: {kind: rate_limit, times: 1, seconds: 1}}
        - {name: down, when: {agent: society/down}, fail: {kind: server_error}}
        - {name: hang, when: {agent: society/hang}, fail: {kind: hang, millis: 60000}}
        - {name: unknown tool, when: {agent: society/unknown-tool, turn: 1}, fail: {kind: unknown_tool, tool: get_my_stat}}
        - {name: no json, when: {agent: society/no-json, turn: 1}, fail: {kind: bad_arguments, tool: buy_item, text: '{"itemName": "fo'}}
        - {name: missing, when: {agent: society/missing, turn: 1}, call: {tool: buy_item}}
        - {name: extra, when: {agent: society/extra, turn: 1}, call: {tool: buy_item, args: {itemName: food, price: 0}}}
        - {name: mistyped, when: {agent: society/mistyped, turn: 1}, call: {tool: buy_item, args: {itemName: food, quantity: ten}}}
        - {name: negative, when: {agent: society/negative, turn: 1}, call: {tool: buy_item, args: {itemName: food, quantity: -10}}}
        - {name: outside, when: {agent: society/outside, turn: 1}, call: {tool: join_battle, args: {battleId: battle_456, energyAmount: 5}}}
        - {name: stuck, when: {agent: society/stuck}, call: {tool: buy_item, args: {itemName: food, quantity: -1}}}
        - name: fifty
          when: {agent: society/fifty, turn: 1}
          call:
      %s
        - {name: large, when: {agent: society/large, turn: 1}, call: {tool: search_knowledge, args: {query: giant}}}
        - {name: wait, when: {agent: society/disabled, turn: 1}, call: {tool: wait, args: {seconds: 120}}}
        - {name: wait too, when: {agent: society/deleted, turn: 1}, call: {tool: wait, args: {seconds: 120}}}
        - {name: answer, when: {agent: society/ping, trigger: {path: replyTo}}, call: {tool: reply_to_message, args: {messageId: '{{trigger.replyTo}}', content: And you?}}}
        - {name: answer too, when: {agent: society/pong, trigger: {path: replyTo}}, call: {tool: reply_to_message, args: {messageId: '{{trigger.replyTo}}', content: And you?}}}
        - {name: talk on, when: {kind: chat.message}, call: [{tool: send_message, args: {userId: '{{trigger.subject.id}}', content: Still there?}}, {tool: finish, args: {summary: talked on}}]}
        - {name: give up, call: {tool: finish, args: {summary: gave up}}}
      """
          .formatted("      - {tool: get_my_stats}\n".repeat(50).stripTrailing());

  static final List<String> CASES =
      List.of(
          "prose",
          "half-body",
          "empty",
          "limited",
          "down",
          "hang",
          "unknown-tool",
          "no-json",
          "missing",
          "extra",
          "mistyped",
          "negative",
          "outside",
          "stuck",
          "fifty",
          "large",
          "disabled",
          "deleted");

  private static final Set<String> OWN_MODEL = Set.of("half-body", "limited", "down", "hang");

  static final String MORE =
      """
      insert into knowledge (id, title, body, tags)
        values ('giant', 'The giant', repeat('the giant sleeps in the hill ', 36000), 'giant');
      insert into users (id, username, kind, agent) values
        ('ping', 'Ping', 'agent', 'society/ping'), ('pong', 'Pong', 'agent', 'society/pong');
      insert into messages (id, sender_id, receiver_id, content)
        values ('msg-ping', 'pong', 'ping', 'How are you?');
      """;

  private BadModels() {}

  static TriggerLine trigger(String name) {
    Trigger trigger =
        Trigger.of("bad-" + name, new AgentId("society/" + name), "test.case").text("Go.");
    return new TriggerLine(trigger, null);
  }

  /// Its model is one of these routes' own where the case needs one that nobody shares.
  static AgentConfig agent(Routes routes, String name, String actor) {
    String yaml =
        """
        - agent: society/%s
          actor: %s
          enabled: true
          instructions: {identity: A test.}
          boundaries:
            test.*: {tools: [get_my_stats, buy_item, search_knowledge]}
            chat.*: {tools: [send_message, reply_to_message]}
          limits: {"*": {turns: 6}}
        """
            .formatted(name, actor);
    AgentConfig config = routes.resolve(new ConfigFile("agents.yaml", yaml).agents().getFirst());
    return OWN_MODEL.contains(name) ? ownModel(config) : config;
  }

  /// A model name of its own; where the model hangs, a second for each call.
  private static AgentConfig ownModel(AgentConfig config) {
    Route.Candidate shared =
        Objects.requireNonNull(config.routes().get("*")).candidates().getFirst();
    Route.Candidate own =
        Route.Candidate.of(shared.baseUrl(), "rehearsal-" + config.agent().name())
            .provider(shared.provider(), shared.wire())
            .profile(shared.profile())
            .keyRef(shared.keyRef())
            .prices(shared.prices())
            .tokens(shared.contextTokens(), shared.maxOutputTokens())
            .maxInFlight(shared.maxInFlight())
            .timeout(
                config.agent().name().equals("hang") ? Duration.ofSeconds(1) : shared.timeout());
    return config.routes(Map.of("*", new Route("own", List.of(own))));
  }

  static AgentConfig disabled(AgentConfig config) {
    return config.enabled(false);
  }
}
