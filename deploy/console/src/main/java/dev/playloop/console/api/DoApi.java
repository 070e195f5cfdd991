package dev.playloop.console.api;

import dev.playloop.console.door.LoggedIn;
import dev.playloop.http.EdgeCall;
import dev.playloop.http.Problem;
import dev.playloop.http.RouteScope;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.operator.AgentAnswer;
import dev.playloop.operator.Operator;
import dev.playloop.operator.approval.Approvals;
import dev.playloop.operator.approval.Became;
import dev.playloop.operator.approval.Sought;
import dev.playloop.operator.approval.Waits;
import dev.playloop.operator.gateway.GatewayAddress;
import dev.playloop.operator.gateway.GatewayAnswer;
import dev.playloop.operator.gateway.GatewayClient;
import dev.playloop.schemas.approval.AnswerKind;
import dev.playloop.schemas.config.TriggerLine;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.ApprovalControl;
import dev.playloop.schemas.event.Author;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.AgentPattern;
import dev.playloop.schemas.id.HaltScope;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.principal.Scope;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What people do from the page: the operator's verbs, in the name of who is logged in, who is
/// never asked for in a form. Words to agents go through the gateway, which knows who speaks by
/// their own token, checks it again, and signs. Safe for all threads.
final class DoApi {
  private final Backing backing;

  DoApi(Backing backing) {
    this.backing = backing;
  }

  record OneAgent(AgentId agent) {}

  record OneRun(AgentId agent, RunId run) {}

  record Halting(HaltScope scope, @Nullable String reason) {}

  record Unhalting(HaltScope scope) {}

  record Publishing(AgentId agent, String kind, String text) {}

  record Answering(
      String approval,
      AnswerKind kind,
      String argsHash,
      @Nullable String reason,
      @Nullable JsonNode args) {}

  record Confirming(AgentId agent, ActionId action, boolean happened, @Nullable String reason) {}

  record Applying(@Nullable AgentPattern only, List<AgentConfig> configs, boolean dryRun) {}

  /// What was applied, or would be.
  record Applied(List<AgentId> agents, boolean dryRun) {}

  /// Says something to a gateway.
  @FunctionalInterface
  private interface ToGateway<T> {
    T say(GatewayClient gateway) throws InterruptedException;
  }

  /// `POST /api/do/pause`.
  Object pause(EdgeCall call) throws InterruptedException {
    LoggedIn who = who(call, Scope.CONTROL);
    AgentId agent = SaidBody.of(call, OneAgent.class).agent();
    return typed(through(who, gateway -> operator(who).pause(agent, gateway)));
  }

  /// `POST /api/do/resume`.
  Object resume(EdgeCall call) throws InterruptedException {
    LoggedIn who = who(call, Scope.CONTROL);
    AgentId agent = SaidBody.of(call, OneAgent.class).agent();
    return typed(through(who, gateway -> operator(who).resume(agent, gateway)));
  }

  /// `POST /api/do/cancel`.
  Object cancel(EdgeCall call) throws InterruptedException {
    LoggedIn who = who(call, Scope.CONTROL);
    OneRun said = SaidBody.of(call, OneRun.class);
    GatewayAnswer answer = through(who, gateway -> gateway.cancel(said.agent(), said.run()));
    return typed(
        answer instanceof GatewayAnswer.Accepted
            ? new AgentAnswer.Done(said.agent())
            : new AgentAnswer.Refused(said.agent(), answer));
  }

  /// `POST /api/do/halt`.
  Object halt(EdgeCall call) throws InterruptedException {
    LoggedIn who = who(call, Scope.CONTROL);
    Halting said = SaidBody.of(call, Halting.class);
    requireHome(who, said.scope());
    return typed(operator(who).halt(said.scope(), said.reason()));
  }

  /// `POST /api/do/unhalt`.
  Object unhalt(EdgeCall call) throws InterruptedException {
    LoggedIn who = who(call, Scope.CONTROL);
    HaltScope scope = SaidBody.of(call, Unhalting.class).scope();
    requireHome(who, scope);
    return typed(operator(who).resume(scope));
  }

  /// Who has to do with one world changes nothing elsewhere, an admin neither.
  private static void requireHome(LoggedIn who, HaltScope scope) {
    if (!who.known().isAtHome(scope.value().split("/", 2)[0])) {
      throw RouteScope.lacking(who, "for " + scope.value()).refused();
    }
  }

  /// `POST /api/do/publish`: as a person, who is its subject.
  Object publish(EdgeCall call) throws InterruptedException {
    Publishing said = SaidBody.of(call, Publishing.class);
    LoggedIn who = who(call, Scope.publish(said.agent().world()));
    Trigger trigger =
        Trigger.of(null, said.agent(), said.kind())
            .at(backing.open().clock().instant())
            .subject(new Trigger.Subject("user", who.name()))
            .text(said.text());
    return typed(operator(who).publish(List.of(new TriggerLine(trigger, null)), _ -> {}));
  }

  /// `POST /api/do/answer`: to the question as the person saw it.
  Object answer(EdgeCall call) throws InterruptedException {
    LoggedIn who = person(call);
    Answering said = SaidBody.of(call, Answering.class);
    Waits.Asked asked =
        backing.waits(Sought.id(said.approval())).stream()
            .filter(one -> one.id().equals(said.approval()))
            .filter(Waits.Asked.class::isInstance)
            .map(Waits.Asked.class::cast)
            .filter(one -> InboxApi.maySee(who, one.agent()))
            .findFirst()
            .orElseThrow(() -> AskedQuery.missing("open question " + said.approval()).refused());
    if (!asked.ask().question().argsHash().equals(said.argsHash())) {
      throw Problem.of(
              409,
              "conflict",
              "Another question by now",
              "the arguments are others than those that were shown: look again")
          .refused();
    }
    GatewayClient.Words words = new GatewayClient.Words(said.args(), said.reason());
    Became became =
        through(who, gateway -> approvals(who, gateway).answer(asked, said.kind(), words));
    return became;
  }

  /// `POST /api/do/confirm`.
  Object confirm(EdgeCall call) throws InterruptedException {
    LoggedIn who = person(call);
    Confirming said = SaidBody.of(call, Confirming.class);
    ApprovalControl.Confirm confirm =
        ApprovalControl.Confirm.of(
                said.agent(), said.action(), said.happened(), Author.of("-"), Instant.EPOCH)
            .reason(said.reason());
    return through(who, gateway -> approvals(who, gateway).confirm(confirm));
  }

  /// `POST /api/do/apply`: to a share of the agents, where `only` says so.
  Object apply(EdgeCall call) throws InterruptedException {
    LoggedIn who = who(call, Scope.ADMIN);
    Applying said = SaidBody.of(call, Applying.class);
    List<AgentConfig> configs = said.configs() == null ? List.of() : said.configs();
    AgentPattern only = said.only() == null ? AgentPattern.ALL : said.only();
    List<AgentConfig> chosen = configs.stream().filter(one -> only.fits(one.agent())).toList();
    if (chosen.isEmpty()) {
      throw AskedQuery.wrong("only", "a pattern that takes one of the configs' agents", "none")
          .refused();
    }
    List<AgentId> agents = chosen.stream().map(AgentConfig::agent).toList();
    agents.forEach(agent -> requireHome(who, new HaltScope(agent.value())));
    return new Applied(said.dryRun() ? agents : operator(who).apply(chosen), said.dryRun());
  }

  private LoggedIn who(EdgeCall call, Scope scope) {
    LoggedIn who = LoggedIn.of(call.known());
    who.require(scope);
    return who;
  }

  /// Somebody who answers for some role; for which, the gateway checks.
  private LoggedIn person(EdgeCall call) {
    LoggedIn who = LoggedIn.of(call.known());
    if (!who.known().isPerson() || !who.known().mayAny(Scope.Verb.APPROVE)) {
      throw RouteScope.lacking(who, "approve:<role>").refused();
    }
    return who;
  }

  private Operator operator(LoggedIn who) {
    return new Operator(kafka(), who.name(), backing.open().clock());
  }

  private Approvals approvals(LoggedIn who, GatewayClient gateway) {
    return new Approvals(kafka(), gateway, backing.journal().keys(), who.name());
  }

  private KafkaSettings kafka() {
    KafkaSettings kafka = backing.kafka();
    if (kafka == null) {
      throw SessionApi.readOnly().refused();
    }
    return kafka;
  }

  private <T> T through(LoggedIn who, ToGateway<T> saying) throws InterruptedException {
    URI gateway = backing.open().gateway();
    if (gateway == null || who.bearer() == null) {
      throw Problem.of(
              409,
              "no-gateway",
              "No gateway",
              "words to agents go through a gateway, and this console knows none: set"
                  + " PLAYLOOP_GATEWAY")
          .refused();
    }
    try (GatewayClient client =
        GatewayClient.of(new GatewayAddress(gateway, who.bearer().text()))) {
      return saying.say(client);
    }
  }

  /// The value with its name, where it does not say that itself.
  private static Object typed(Object value) {
    ObjectNode tree = (ObjectNode) Json.LOG.<JsonNode>valueToTree(value);
    if (!tree.has("type")) {
      tree.put(
          "type",
          value
              .getClass()
              .getSimpleName()
              .replaceAll("(?<=[a-z])(?=[A-Z])", "-")
              .toLowerCase(Locale.ROOT));
    }
    return tree;
  }
}
