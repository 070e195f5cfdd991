package dev.playloop.chaos.approval;

import dev.playloop.chaos.system.Agents;
import dev.playloop.chaos.world.VaultWorld;
import dev.playloop.schemas.approval.AnswerKind;
import dev.playloop.schemas.approval.ApprovalRule;
import dev.playloop.schemas.approval.ApprovalRuleBuilder;
import dev.playloop.schemas.approval.Conditions;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.AgentConfig.Boundary;
import dev.playloop.schemas.json.Json;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// What the agents must ask for: by the amount of a deposit, and for every post. Stateless.
final class Rules {
  static final String POST = "create_post";

  /// What an order asks for, in one world or the other.
  static final Set<String> ORDERED = Set.of(VaultWorld.DEPOSIT, POST);

  /// Up to here nobody is asked; from there to [#SOON] one clerk is.
  static final int FREE = 100;

  /// Above it nobody answers, and the question ends by itself.
  static final int SOON = 400;

  /// From here on two treasurers are asked.
  static final int LARGE = 500;

  private static final Duration LONG = Duration.ofDays(10);
  private static final List<AnswerKind> ALL = List.of(AnswerKind.values());

  private Rules() {}

  /// Those of a chaos system that never run out of money, with rules; the questions that nobody
  /// answers stand for `soon`.
  static Agents agents(Agents all, Duration soon) {
    return new Agents(
        all.configs().stream()
            .filter(config -> !Agents.isPoor(config.agent().value()))
            .map(config -> asking(config, soon))
            .toList());
  }

  private static AgentConfig asking(AgentConfig config, Duration soon) {
    return config.agent().world().equals(VaultWorld.NAME)
        ? config.approvals(deposits(soon))
        : config
            .boundaries(Map.of("*", new Boundary(List.of(POST))))
            .approvals(List.of(rule("post", POST, 0).withRoles(List.of("clerk"))));
  }

  private static List<ApprovalRule> deposits(Duration soon) {
    return Stream.of(
            rule("large", VaultWorld.DEPOSIT, LARGE).withRoles(List.of("treasurer")).withPeople(2),
            rule("soon", VaultWorld.DEPOSIT, SOON).withExpires(soon),
            rule("small", VaultWorld.DEPOSIT, FREE).withRoles(List.of("clerk")))
        .toList();
  }

  private static ApprovalRule rule(String name, String tool, int above) {
    ApprovalRuleBuilder rule = ApprovalRuleBuilder.builder();
    if (above > 0) {
      var when = Json.NODES.objectNode();
      when.putObject("amount").put("above", above);
      rule.when(Conditions.compile(when));
    }
    return rule.name(name).tools(List.of(tool)).allow(ALL).expires(LONG).build();
  }

  /// How many people must agree to this write; 0 where nobody is asked.
  static int people(String tool, int amount) {
    if (tool.equals(POST)) {
      return 1;
    }
    return amount > LARGE ? 2 : amount > FREE ? 1 : 0;
  }
}
