package dev.playloop.ingest;

import dev.playloop.ingest.Intake.Accepted;
import dev.playloop.kit.Telemetry;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.json.Json;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// `POST /v1/events`, `GET /healthz` and `GET /readyz`. Answers 202 with the ids once Kafka has
/// stored every event of the request, and problem JSON otherwise. Requests are handled on virtual
/// threads of the server.
final class HttpGateway implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HttpGateway.class);
  private static final String EVENTS = "/v1/events";
  private static final String SCHEMA_URL = "https://opentelemetry.io/schemas/1.44.0";

  private final IngestSettings settings;
  private final Intake intake;
  private final Publisher publisher;
  private final Telemetry telemetry;
  private final Tracer tracer;
  private final Supplier<@Nullable String> closedFor;
  private final Supplier<@Nullable String> notReady;
  private final Javalin server;

  /// `closedFor` says why events can't be taken in now, `notReady` why this process should get
  /// none; null where nothing is wrong.
  HttpGateway(
      IngestSettings settings,
      Intake intake,
      Publisher publisher,
      Telemetry telemetry,
      Supplier<@Nullable String> closedFor,
      Supplier<@Nullable String> notReady) {
    this.settings = settings;
    this.intake = intake;
    this.publisher = publisher;
    this.telemetry = telemetry;
    this.tracer = telemetry.tracer("dev.playloop.ingest", SCHEMA_URL);
    this.closedFor = closedFor;
    this.notReady = notReady;
    this.server = Javalin.create(this::configure);
  }

  void start() {
    server.start(settings.host(), settings.port());
  }

  URI address() {
    String host = settings.host().contains(":") ? "[" + settings.host() + "]" : settings.host();
    return URI.create("http://" + host + ":" + server.port());
  }

  @Override
  public void close() {
    server.stop();
  }

  private void configure(JavalinConfig config) {
    config.startup.showJavalinBanner = false;
    config.startup.showOldJavalinVersionWarning = false;
    config.concurrency.useVirtualThreads = true;
    config.http.prefer405over404 = true;
    config.http.maxRequestSize = settings.maxBodyBytes() + 1L;
    config.routes.post(EVENTS, this::events);
    config.routes.get("/healthz", context -> context.result("ok"));
    config.routes.get("/readyz", this::ready);
    config.routes.exception(
        Problem.Refused.class, (refused, context) -> answer(context, refused.problem()));
    config.routes.exception(
        HttpResponseException.class,
        (e, context) ->
            answer(context, Problem.of(e.getStatus(), "http", "HTTP " + e.getStatus(), text(e))));
    config.routes.exception(InterruptedException.class, (e, context) -> closing(context));
    config.routes.exception(RuntimeException.class, this::bug);
  }

  private void events(Context context) throws InterruptedException, IOException {
    authorize(context);
    RecordHeaders headers = new RecordHeaders();
    Span span = span(context, headers);
    try {
      byte[] body = body(context);
      String why = closedFor.get();
      if (why != null) {
        throw Problem.unavailable(why).refused();
      }
      EventReader.Request request = EventReader.read(headers(context), body, settings.maxBatch());
      List<Accepted> accepted = intake.accept(request);
      publisher.publish(accepted, headers);
      context.status(202).contentType("application/json").result(ids(accepted, request.batch()));
      span.setAttribute("http.response.status_code", 202L);
    } catch (Problem.Refused e) {
      span.setAttribute("http.response.status_code", (long) e.problem().status());
      throw e;
    } finally {
      span.end();
    }
  }

  /// The caller's trace goes on, and into the records' headers.
  private Span span(Context context, RecordHeaders headers) {
    for (String name : List.of("traceparent", "tracestate")) {
      String value = context.header(name);
      if (value != null) {
        headers.add(name, value.getBytes(StandardCharsets.UTF_8));
      }
    }
    io.opentelemetry.context.Context parent = telemetry.extract(headers);
    Span span =
        tracer
            .spanBuilder("POST " + EVENTS)
            .setParent(parent)
            .setSpanKind(SpanKind.SERVER)
            .setAttribute("http.request.method", "POST")
            .setAttribute("http.route", EVENTS)
            .startSpan();
    if (span.getSpanContext().isValid()) {
      telemetry.inject(parent.with(span), headers);
    }
    return span;
  }

  private void authorize(Context context) {
    String token = settings.token();
    if (token == null) {
      return;
    }
    String given = context.header("Authorization");
    byte[] want = digest("Bearer " + token);
    if (!MessageDigest.isEqual(want, digest(given == null ? "" : given))) {
      context.header("WWW-Authenticate", "Bearer");
      String detail = "Send the header 'Authorization: Bearer <token>' with this gateway's token";
      throw Problem.of(401, "unauthorized", "A token is needed", detail).refused();
    }
  }

  /// Digests have one length, so that comparing them tells nothing about the token.
  private static byte[] digest(String text) {
    return Sha256.digest().digest(text.getBytes(StandardCharsets.UTF_8));
  }

  private byte[] body(Context context) throws IOException {
    int limit = settings.maxBodyBytes();
    if (context.req().getContentLengthLong() > limit) {
      throw Problem.tooLarge("body", limit, context.req().getContentLengthLong() + " bytes")
          .refused();
    }
    byte[] body = context.req().getInputStream().readNBytes(limit + 1);
    if (body.length > limit) {
      throw Problem.tooLarge("body", limit, "more").refused();
    }
    return body;
  }

  private void ready(Context context) {
    String why = notReady.get();
    if (why == null) {
      context.result("ready");
    } else {
      answer(context, Problem.unavailable(why));
    }
  }

  private void answer(Context context, Problem problem) {
    if (problem.status() == 429 || problem.status() == 503) {
      context.header("Retry-After", problem.status() == 429 ? "1" : "2");
    }
    context
        .status(problem.status())
        .contentType("application/problem+json")
        .result(Json.bytes(problem));
  }

  private void closing(Context context) {
    Thread.currentThread().interrupt();
    answer(context, Problem.unavailable("the gateway is closing"));
  }

  /// The classified last resort: whatever is left is a bug of ours, and no caller's business.
  private void bug(RuntimeException e, Context context) {
    LOG.error("A request to {} failed by a bug", context.path(), e);
    answer(context, Problem.of(500, "bug", "Internal error", "The gateway's log says more"));
  }

  private static String text(HttpResponseException e) {
    return e.getMessage() == null ? "The request can't be handled" : e.getMessage();
  }

  private static byte[] ids(List<Accepted> accepted, boolean batch) {
    ArrayNode ids = Json.NODES.arrayNode();
    accepted.forEach(event -> ids.addObject().put("id", event.id()));
    return batch ? Json.bytes(ids) : Json.bytes((ObjectNode) ids.get(0));
  }

  private static Map<String, String> headers(Context context) {
    Map<String, String> headers = new HashMap<>();
    context.headerMap().forEach((name, value) -> headers.put(name.toLowerCase(Locale.ROOT), value));
    return headers;
  }
}
