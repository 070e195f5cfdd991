package dev.playloop.ingest;

import dev.playloop.http.Callers;
import dev.playloop.http.EdgeAnswer;
import dev.playloop.http.EdgeCall;
import dev.playloop.http.EdgeHandler;
import dev.playloop.http.EdgeRoutes;
import dev.playloop.http.HttpEdge;
import dev.playloop.http.Problem;
import dev.playloop.ingest.Intake.Accepted;
import dev.playloop.ingest.control.ControlDesk;
import dev.playloop.ingest.control.ControlLog;
import dev.playloop.kit.Telemetry;
import dev.playloop.kit.access.AnyScope;
import dev.playloop.kit.access.KnownCaller;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.principal.Scope.Verb;
import dev.playloop.schemas.topic.Topics;
import io.opentelemetry.api.metrics.LongCounter;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.RawValue;

/// `POST /v1/events`, what people see and say, `GET /healthz` and `GET /readyz`. Answers 202 with
/// the ids once Kafka has stored every event of the request, 200 where it was only to be checked,
/// and problem JSON otherwise. Who may ask, and how much, is the edge's business; it calls from a
/// virtual thread for each request. Owns the edge.
final class HttpGateway implements AutoCloseable {
  private static final String EVENTS = "/v1/events";
  private static final String APPROVALS = "/v1/approvals";
  private static final String CONTROLS = "/v1/controls";
  private static final String NEWS = "/v1/worlds/{}/agents/{}/events";
  private static final String SCHEMA_URL = "https://opentelemetry.io/schemas/1.44.0";

  private final HttpEdge edge;
  private final int maxBatch;
  private final Callers callers;
  private final Topics topics;
  private final Intake intake;
  private final EventPublisher publisher;
  private final ControlDesk desk;
  private final EdgeHandler news;
  private final Telemetry telemetry;
  private final Tracer tracer;
  private final LongCounter replaced;
  private final Supplier<@Nullable String> closedFor;
  private final Supplier<@Nullable String> notReady;
  private final UnaryOperator<EdgeRoutes> beside;

  /// What an event passes, and what a person's word does: it is checked, and then written. And the
  /// way back: what agents said and did.
  record Way(
      Topics topics, Intake intake, ControlDesk desk, EventPublisher publisher, EdgeHandler news) {}

  /// Who may call; `closedFor` says why events can't be taken in now, `notReady` why this process
  /// should get none; null where nothing is wrong. `beside` adds what else is served here.
  record Doors(
      Callers callers,
      Supplier<@Nullable String> closedFor,
      Supplier<@Nullable String> notReady,
      UnaryOperator<EdgeRoutes> beside) {}

  HttpGateway(HttpEdge edge, int maxBatch, Way way, Doors doors, Telemetry telemetry) {
    this.edge = edge;
    this.maxBatch = maxBatch;
    this.callers = doors.callers();
    this.topics = way.topics();
    this.intake = way.intake();
    this.desk = way.desk();
    this.publisher = way.publisher();
    this.news = way.news();
    this.telemetry = telemetry;
    this.tracer = telemetry.tracer("dev.playloop.ingest", SCHEMA_URL);
    this.replaced =
        telemetry
            .meter("dev.playloop.ingest", SCHEMA_URL)
            .counterBuilder("playloop.ingest.replaced")
            .setUnit("{character}")
            .build();
    this.closedFor = doors.closedFor();
    this.notReady = doors.notReady();
    this.beside = doors.beside();
  }

  /// Takes events from now on.
  void start() {
    edge.serve(routes());
  }

  /// Whatever can be asked here, and whom each is for.
  EdgeRoutes routes() {
    return beside
        .apply(new EdgeRoutes())
        .knowing(callers)
        .scoped(
            "POST", EVENTS, AnyScope.of(Verb.PUBLISH), call -> traced(EVENTS, call, this::events))
        .scoped("GET", APPROVALS, AnyScope.of(Verb.READ, Verb.APPROVE), desk::list)
        .scoped("GET", APPROVALS + "/{}", AnyScope.of(Verb.READ, Verb.APPROVE), desk::one)
        .scoped(
            "POST",
            APPROVALS + "/{}",
            AnyScope.of(Verb.APPROVE),
            call ->
                traced(
                    APPROVALS + "/{id}",
                    call,
                    (asked, headers) -> desk.answer(asked, controls(headers))))
        .scoped(
            "POST",
            CONTROLS,
            AnyScope.of(Verb.CONTROL, Verb.APPROVE),
            call ->
                traced(CONTROLS, call, (asked, headers) -> desk.control(asked, controls(headers))))
        .scoped("GET", NEWS, AnyScope.of(Verb.READ), news)
        .open("GET", "/healthz", _ -> EdgeAnswer.text(200, "ok"))
        .open("GET", "/readyz", _ -> ready());
  }

  private ControlLog controls(RecordHeaders headers) {
    return (id, agent, control) ->
        publisher.publish(
            List.of(new Accepted(id, topics.controls().name(), agent.value(), control)), headers);
  }

  URI address() {
    return edge.address();
  }

  @Override
  public void close() {
    edge.close();
  }

  /// Writes what a request says; `headers` go with it.
  @FunctionalInterface
  private interface Written {
    EdgeAnswer.Full handle(EdgeCall call, RecordHeaders headers) throws InterruptedException;
  }

  private EdgeAnswer.Full events(EdgeCall call, RecordHeaders headers) throws InterruptedException {
    EventsQuery query = EventsQuery.of(call.query());
    EventReader.Request request = EventReader.read(call.headers(), call.body(), maxBatch);
    List<Accepted> accepted = intake.accept(request, KnownCaller.of(call.known()));
    if (query.onlyValidated()) {
      return EdgeAnswer.json(200, answers(accepted, request, true));
    }
    publisher.publish(accepted, headers);
    replaced.add(request.replaced());
    return EdgeAnswer.json(202, answers(accepted, request, false));
  }

  private EdgeAnswer traced(String route, EdgeCall call, Written written)
      throws InterruptedException {
    RecordHeaders headers = new RecordHeaders();
    Span span = span(route, call, headers);
    try {
      String why = closedFor.get();
      if (why != null) {
        throw EventProblem.unavailable(why).refused();
      }
      EdgeAnswer.Full answer = written.handle(call, headers);
      span.setAttribute("http.response.status_code", (long) answer.status());
      return answer;
    } catch (Problem.Refused e) {
      span.setAttribute("http.response.status_code", (long) e.problem().status());
      throw e;
    } finally {
      span.end();
    }
  }

  /// The caller's trace goes on, and into the records' headers.
  private Span span(String route, EdgeCall call, RecordHeaders headers) {
    for (String name : List.of("traceparent", "tracestate")) {
      String value = call.header(name);
      if (value != null) {
        headers.add(name, value.getBytes(StandardCharsets.UTF_8));
      }
    }
    io.opentelemetry.context.Context parent = telemetry.extract(headers);
    Span span =
        tracer
            .spanBuilder("POST " + route)
            .setParent(parent)
            .setSpanKind(SpanKind.SERVER)
            .setAttribute("http.request.method", "POST")
            .setAttribute("http.route", route)
            .startSpan();
    if (span.getSpanContext().isValid()) {
      telemetry.inject(parent.with(span), headers);
    }
    return span;
  }

  private EdgeAnswer ready() {
    String why = notReady.get();
    return why == null
        ? EdgeAnswer.text(200, "ready")
        : EdgeAnswer.problem(EventProblem.unavailable(why));
  }

  /// The ids; with `whole` also the record that would have been written, and where. A sender whose
  /// event was no text throughout is told with the answer to that one event.
  private static byte[] answers(
      List<Accepted> accepted, EventReader.Request request, boolean whole) {
    ArrayNode answers = Json.NODES.arrayNode();
    for (Accepted event : accepted) {
      ObjectNode answer = answers.addObject().put("id", event.id());
      if (whole) {
        answer.put("topic", event.topic()).put("key", event.key());
        answer.putRawValue(
            "record", new RawValue(new String(event.value(), StandardCharsets.UTF_8)));
      }
    }
    if (request.batch()) {
      return Json.bytes(answers);
    }
    ObjectNode one = (ObjectNode) answers.get(0);
    return Json.bytes(request.replaced() == 0 ? one : one.put("replaced", request.replaced()));
  }
}
