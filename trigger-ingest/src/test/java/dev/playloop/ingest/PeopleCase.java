package dev.playloop.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.ingest.Http.Answer;
import dev.playloop.kit.RoleContext;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.approval.AnswerKind;
import dev.playloop.schemas.approval.ApprovalInbox;
import dev.playloop.schemas.approval.ApprovalInbox.Ask;
import dev.playloop.schemas.approval.ApprovalInboxAskBuilder;
import dev.playloop.schemas.approval.ApprovalInboxBuilder;
import dev.playloop.schemas.approval.Question;
import dev.playloop.schemas.approval.QuestionBuilder;
import dev.playloop.schemas.event.Control;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.principal.Principal;
import dev.playloop.schemas.principal.Principal.Kind;
import dev.playloop.schemas.principal.Principal.Token;
import dev.playloop.schemas.principal.PrincipalBuilder;
import dev.playloop.schemas.principal.Scope;
import dev.playloop.schemas.seal.ControlSeal;
import dev.playloop.schemas.seal.SigningKey;
import dev.playloop.schemas.tool.Bounds;
import dev.playloop.schemas.tool.Describe;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.Tool;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.schemas.tool.Traits;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.TestInfra;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import tools.jackson.databind.JsonNode;

/// A gateway with a key, principals on their topic, and a write of Ada's that waits.
abstract class PeopleCase {
  static final AgentId ADA = new AgentId("society/ada");
  static final SigningKey KEY = SigningKey.generate();
  static final ActionId ACTION = ActionId.of(RunId.of(ADA, "msg-1").turn(1), 1);

  /// What was sent a moment ago is found, however busy the machine is.
  private static final IngestSettings PATIENT =
      IngestSettingsBuilder.builder(IngestSettings.local().withToken("game-token"))
          .ackTimeout(Duration.ofSeconds(60))
          .build();

  static final JsonNode ARGS = Json.tree("{\"amount\":900}");

  static Kafka kafka;
  static TriggerIngest ingest;
  static Http http;

  /// The tools of the world of society, here.
  sealed interface PayTool extends Tool {}

  @Describe("Pay somebody.")
  @Traits(effect = Effect.WRITE)
  record Pay(@Describe("how much") @Bounds(min = 1, max = 1000) int amount) implements PayTool {}

  static @Nullable ToolCatalogue tools(String world) {
    return world.equals("society") ? ToolCatalogue.ofSealed(PayTool.class) : null;
  }

  @BeforeAll
  static void start(TestInfra infra) throws Exception {
    kafka = Kafka.on(infra);
    kafka.apply(ADA.value());
    add(gatewayPrincipal());
    ask(ADA, question(0, "mayor"), 1);
    ingest =
        IngestRole.of(PATIENT, List.of())
            .signing(KEY)
            .checkedBy(PeopleCase::tools)
            .start(RoleContext.of(kafka.settings()));
    assertThat(ingest.awaitReady(Duration.ofMinutes(2))).isTrue();
    http = new Http(ingest.httpAddress());
  }

  @AfterAll
  static void stop() {
    http.close();
    ingest.close();
  }

  static Principal gatewayPrincipal() {
    return PrincipalBuilder.builder()
        .v(1)
        .id(KEY.trusted().id())
        .name("the-gateway")
        .kind(Kind.SERVICE)
        .scopes(List.of(Scope.SIGN))
        .publicKey(KEY.trusted().base64())
        .since(Instant.EPOCH)
        .build();
  }

  /// Somebody whose token is this.
  static Principal somebody(String token, String name, Kind kind, String... scopes) {
    String sha256 = Sha256.hex(token);
    return PrincipalBuilder.builder()
        .v(1)
        .id(sha256.substring(0, 16))
        .name(name)
        .kind(kind)
        .scopes(Stream.of(scopes).map(Scope::parse).toList())
        .tokens(List.of(new Token(sha256, null)))
        .since(Instant.EPOCH)
        .build();
  }

  static void add(Principal principal) throws Exception {
    kafka.send(kafka.topics().principals().name(), principal.id(), Json.bytes(principal));
  }

  /// Adds somebody and waits until the gateway knows them by this token.
  static Principal known(String token, String name, Kind kind, String... scopes) throws Exception {
    Principal principal = somebody(token, name, kind, scopes);
    add(principal);
    awaitStatus(token, false);
    return principal;
  }

  /// Until the token is good, or is good no more.
  static void awaitStatus(String token, boolean out) {
    Await.until("the gateway has read it", () -> (status(token) == 401) == out);
  }

  static int status(String token) {
    try {
      return http.ask(token, "POST", "/v1/controls", "").status();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  static Question question(int round, String... roles) {
    return QuestionBuilder.builder()
        .approval(Question.id(ACTION, round))
        .argsHash(Question.hash(ARGS))
        .rule("pay")
        .matched(ARGS)
        .roles(List.of(roles))
        .people(1)
        .askedAt(Instant.parse("2026-11-24T10:00:00Z"))
        .expiresAt(Instant.parse("2036-11-24T10:00:00Z"))
        .allowed(List.of(AnswerKind.APPROVE, AnswerKind.DENY, AnswerKind.EDIT))
        .build();
  }

  /// Lets this wait on the agent, in place of what waited.
  static void ask(AgentId agent, Question question, int at) throws Exception {
    Ask ask =
        ApprovalInboxAskBuilder.builder()
            .action(ACTION)
            .tool("pay")
            .args(ARGS)
            .actor("ada")
            .kind("chat.message")
            .question(question)
            .build();
    inbox(
        agent,
        ApprovalInboxBuilder.builder()
            .v(1)
            .agent(agent)
            .at(Instant.ofEpochSecond(at))
            .ask(ask)
            .build());
  }

  static void inbox(AgentId agent, @Nullable ApprovalInbox inbox) throws Exception {
    kafka.send(
        kafka.topics().approvals().name(), agent.value(), inbox == null ? null : Json.bytes(inbox));
  }

  static String answer(String answer, Question question) {
    return "{\"answer\":\"%s\",\"argsHash\":\"%s\"}".formatted(answer, question.argsHash());
  }

  static String path(Question question) {
    return "/v1/approvals/" + question.approval();
  }

  /// What lies on `controls`, each of it as it is verified by a reader.
  static List<Control> controls() {
    List<Control> all = kafka.read(kafka.topics().controls());
    Principal gateway = gatewayPrincipal();
    for (Control one : all) {
      assertThat(
              ControlSeal.verify(
                  one, id -> gateway.id().equals(id) ? gateway : null, Instant.now()))
          .isEqualTo(new ControlSeal.Proved(gateway));
    }
    return all;
  }

  static Control last() {
    return controls().stream().max(Comparator.comparing(Control::at)).orElseThrow();
  }

  static Answer post(String token, String path, String body) throws Exception {
    return http.ask(token, "POST", path, body);
  }
}
