package dev.playloop.ingest.control;

import dev.playloop.http.EdgeAnswer;
import dev.playloop.http.EdgeCall;
import dev.playloop.http.RouteScope;
import dev.playloop.ingest.control.Answerable.Open;
import dev.playloop.ingest.control.ControlReader.Answered;
import dev.playloop.kit.Telemetry;
import dev.playloop.kit.access.KnownCaller;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.approval.AnswerKind;
import dev.playloop.schemas.approval.ApprovalInbox;
import dev.playloop.schemas.event.ApprovalControl;
import dev.playloop.schemas.event.ApprovalControl.Answer;
import dev.playloop.schemas.event.ApprovalControl.Approve;
import dev.playloop.schemas.event.Author;
import dev.playloop.schemas.event.Control;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.principal.Scope;
import dev.playloop.schemas.seal.SigningKey;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.LongCounter;
import java.time.Clock;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What people see of what waits for them, and what they say to agents. Their word is taken as soon
/// as it is on the log, signed by this gateway in their name; whether it counts the loop decides.
/// Safe for all threads; throws [Problem.Refused].
public final class ControlDesk {
  static final String COUNTER = "playloop.ingest.controls";

  private static final int ID = 32;
  private static final AttributeKey<String> TYPE = AttributeKey.stringKey("playloop.control");

  private static final Comparator<ApprovalInbox> OLDEST =
      Comparator.comparing(ControlDesk::since).thenComparing(ApprovalInbox::agent);

  private final ControlReads reads;
  private final Answerable answerable;
  private final ControlSigner signer;
  private final Clock clock;
  private final LongCounter taken;

  /// Without a key nothing can be said, only seen.
  public ControlDesk(
      ControlReads reads, @Nullable SigningKey key, Clock clock, Telemetry telemetry) {
    this.reads = reads;
    this.answerable = new Answerable(reads);
    this.signer = new ControlSigner(key, reads, clock);
    this.clock = clock;
    this.taken =
        telemetry
            .meter("dev.playloop.ingest", "")
            .counterBuilder(COUNTER)
            .setUnit("{control}")
            .build();
  }

  /// `GET /v1/approvals[?agent=…][&limit=…]`: what the caller may see, the oldest question first.
  public EdgeAnswer list(EdgeCall call) {
    requireOpen();
    KnownCaller caller = KnownCaller.of(call.known());
    ApprovalQuery query = ApprovalQuery.of(call.query());
    List<ApprovalInbox> seen =
        reads.approvals().all().stream()
            .filter(inbox -> query.agent() == null || query.agent().equals(inbox.agent()))
            .filter(inbox -> maySee(caller, inbox.agent()))
            .sorted(OLDEST)
            .toList();
    ObjectNode all = Json.NODES.objectNode().put("count", seen.size());
    ArrayNode shown = all.putArray("approvals");
    seen.stream().limit(query.limit()).forEach(inbox -> shown.add(Json.LOG.valueToTree(inbox)));
    return EdgeAnswer.json(200, Json.bytes(all));
  }

  private static Instant since(ApprovalInbox inbox) {
    return inbox.ask() == null ? inbox.at() : inbox.ask().question().askedAt();
  }

  /// `GET /v1/approvals/{id}`.
  public EdgeAnswer one(EdgeCall call) throws InterruptedException {
    Open open = visible(call);
    ObjectNode one = Json.NODES.objectNode().put("agent", open.agent().value());
    one.set("ask", Json.LOG.valueToTree(open.ask()));
    return EdgeAnswer.json(200, Json.bytes(one));
  }

  /// `POST /v1/approvals/{id}`.
  public EdgeAnswer.Full answer(EdgeCall call, ControlLog log) throws InterruptedException {
    KnownCaller caller = KnownCaller.of(call.known());
    requirePerson(caller);
    Answered said = ControlReader.answer(call.body());
    AnswerKind kind = ControlReader.kind(said.answer());
    Open open = visible(call);
    Author author = Author.of(caller.name());
    Approve approve =
        new Approve(
            open.agent(), open.about(said.argsHash()), author, said.reason(), clock.instant());
    Answer answer = Answerable.answer(kind, approve, said.args());
    answerable.requireMay(caller, open, answer);
    return write(answer, caller, log);
  }

  /// `POST /v1/controls`.
  public EdgeAnswer.Full control(EdgeCall call, ControlLog log) throws InterruptedException {
    requireOpen();
    KnownCaller caller = KnownCaller.of(call.known());
    Control control = ControlReader.control(call.body(), clock.instant());
    requireMay(caller, control);
    requireKnown(control);
    if (control instanceof Answer answer) {
      answerable.requireMay(caller, answerable.find(answer), answer);
    }
    return write(control, caller, log);
  }

  private void requireMay(KnownCaller caller, Control control) {
    if (!caller.isAtHome(control.agent().world())) {
      throw RouteScope.lacking(caller, "for the world " + control.agent().world()).refused();
    }
    switch (control) {
      case Control.Pause _, Control.Resume _, Control.CancelRun _, Control.Snapshot _ ->
          caller.require(Scope.CONTROL);
      case Control.ForgetSubject _ -> caller.require(Scope.ADMIN);
      case ApprovalControl _ -> {
        requirePerson(caller);
        if (!caller.mayAny(Scope.Verb.APPROVE)) {
          throw RouteScope.lacking(caller, "approve:<role>").refused();
        }
      }
    }
  }

  /// What is to be forgotten or archived may be of an agent that was deleted.
  private void requireKnown(Control control) {
    AgentId agent = control.agent();
    boolean past = control instanceof Control.ForgetSubject || control instanceof Control.Snapshot;
    if (!past && !reads.agents().knows(agent)) {
      String nearest = reads.agents().nearest(agent);
      throw ControlProblem.invalid(
              "agent",
              "an agent that was applied",
              "'"
                  + agent
                  + "', which is unknown"
                  + (nearest == null ? "" : "; did you mean '" + nearest + "'?"))
          .refused();
    }
  }

  /// Whoever an agent acts as asks, and so does not answer.
  private void requirePerson(KnownCaller caller) {
    if (reads.agents().acts(caller.name())) {
      throw ControlProblem.actor(caller.name()).refused();
    }
    if (!caller.isPerson()) {
      throw ControlProblem.noPerson(
              caller.name(), caller.principal().kind().name().toLowerCase(Locale.ROOT))
          .refused();
    }
  }

  /// The open question that the path names. What its caller may not see is not there.
  private Open visible(EdgeCall call) throws InterruptedException {
    requireOpen();
    Open open = answerable.find(call.segment());
    if (open == null || !maySee(KnownCaller.of(call.known()), open.agent())) {
      throw ControlProblem.nothingWaits("no question " + call.segment() + " is open").refused();
    }
    return open;
  }

  private static boolean maySee(KnownCaller caller, AgentId agent) {
    return caller.isAtHome(agent.world())
        && (caller.mayAny(Scope.Verb.APPROVE) || caller.may(Scope.read(agent.value())));
  }

  private void requireOpen() {
    String why = reads.approvals().problem();
    if (why != null) {
      throw ControlProblem.away(why).refused();
    }
  }

  private static String type(Control control) {
    return Json.LOG.valueToTree(control).path("type").asString();
  }

  private EdgeAnswer.Full write(Control control, KnownCaller caller, ControlLog log)
      throws InterruptedException {
    byte[] bytes = Json.bytes(signer.sign(control, caller));
    String id = Sha256.hex(bytes).substring(0, ID);
    log.write(id, control.agent(), bytes);
    taken.add(1, Attributes.of(TYPE, type(control)));
    return EdgeAnswer.json(202, Json.bytes(Json.NODES.objectNode().put("id", id)));
  }
}
