package dev.playloop.worlds.declared.guard;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.playloop.schemas.config.ConfigFile;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.SchemaTool;
import dev.playloop.schemas.world.WorldDeclaration;
import dev.playloop.worlds.declared.game.GameAddress;
import dev.playloop.worlds.declared.game.GameLimits;
import dev.playloop.worlds.declared.game.GameSecret;
import dev.playloop.worlds.declared.game.HttpGame;
import dev.playloop.worlds.declared.model.DeclaredWorld;
import dev.playloop.worlds.model.Call;
import dev.playloop.worlds.model.Prepared;
import dev.playloop.worlds.model.Reconciled;
import dev.playloop.worlds.model.WorldActions;
import dev.playloop.worlds.model.Worlds;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// What agents say to players passes the world's guard, once, before it is said.
class GuardedActionsTest {
  private static final GameSecret SECRET =
      GameSecret.of("a secret of sixteen".getBytes(StandardCharsets.UTF_8));

  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final List<String> said = new ArrayList<>();
  private final CountDownLatch thaw = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private volatile int status = 200;
  private volatile String answer = "";
  private HttpServer guard;

  @BeforeEach
  void open() throws IOException {
    guard = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    guard.setExecutor(threads);
    guard.createContext(
        "/look",
        exchange -> {
          try (exchange) {
            asked.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            if (answer.equals("FROZEN")) {
              thaw.await();
            }
            byte[] body = answer.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    guard.start();
  }

  @AfterEach
  void close() {
    thaw.countDown();
    guard.stop(0);
    threads.shutdownNow();
  }

  @Test
  void whatIsAllowedIsSaidAsItIs() throws Exception {
    answer = "{\"verdict\":\"allow\"}";
    ActionResult result = acted("deny", "Hello.");
    assertThat(said).containsExactly("Hello.");
    assertThat(result.output()).isEqualTo(Json.NODES.objectNode());
    JsonNode question = Json.tree(asked.getFirst());
    assertThat(question.path("text").asString()).isEqualTo("Hello.");
    assertThat(question.path("agent").asString()).isEqualTo("tavern/ada");
    assertThat(question.path("parameter").asString()).isEqualTo("text");
  }

  @Test
  void whatIsReplacedIsSaidSoAndTold() throws Exception {
    answer = "{\"verdict\":\"replace\",\"text\":\"H****.\"}";
    ActionResult result = acted("deny", "Hello.");
    assertThat(said).containsExactly("H****.");
    assertThat(String.valueOf(result.output())).contains("replace").contains("H****.");
  }

  @Test
  void whatIsDeniedIsNotSaidAndTheReasonIsTaught() throws Exception {
    answer = "{\"verdict\":\"deny\",\"reason\":\"No insults.\"}";
    ActionResult result = acted("allow", "You fool.");
    assertThat(said).isEmpty();
    assertThat(result.status()).isEqualTo(Status.REFUSED);
    assertThat(Objects.requireNonNull(result.error()).message()).contains("No insults.");
  }

  /// Whatever it answers that is no verdict, or where it does not answer: as it is configured.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "200 | FROZEN",
        "200 | ''",
        "200 | null",
        "200 | []",
        "200 | {}",
        "200 | {\"verdict\":\"maybe\"}",
        "200 | {\"verdict\":true}",
        "200 | {\"verdict\":\"unchecked\"}",
        "200 | {\"verdict\":\"replace\"}",
        "200 | {\"verdict\":\"replace\",\"text\":7}",
        "200 | {\"verdict\":\"replace\",\"text\":\"longer than the tool's parameter may ever be\"}",
        "200 | {\"verdict\":\"allow\"",
        "500 | {\"verdict\":\"allow\"}",
        "302 | {\"verdict\":\"allow\"}",
        "404 | {\"verdict\":\"allow\"}"
      })
  void whatIsNoVerdictIsAFailure(int code, String body) throws Exception {
    status = code;
    answer = body.trim();
    ActionResult denied = acted("deny", "Hello.");
    assertThat(denied.status()).isEqualTo(Status.REFUSED);
    assertThat(Objects.requireNonNull(denied.error()).message()).contains("could not be looked at");
    assertThat(said).isEmpty();

    ActionResult allowed = acted("allow", "Hello.");
    assertThat(allowed.status()).isEqualTo(Status.DONE);
    assertThat(said).containsExactly("Hello.");
    assertThat(String.valueOf(allowed.output())).contains("unchecked");
  }

  /// After a crash the verdict is on the ledger.
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void nobodyIsAskedTwiceForOneAction(boolean denied) throws Exception {
    answer =
        denied
            ? "{\"verdict\":\"deny\",\"reason\":\"No.\"}"
            : "{\"verdict\":\"replace\",\"text\":\"Hi.\"}";
    Call<SchemaTool> call = call("Hello.");
    JsonNode prepared;
    try (GuardedActions actions = actions("allow")) {
      prepared = Objects.requireNonNull(actions.prepare(call));
    }
    answer = "{\"verdict\":\"allow\"}";
    try (GuardedActions actions = actions("allow")) {
      Reconciled became = actions.reconcile(call, Prepared.of(prepared));
      ActionResult result = actions.perform(call, Prepared.of(prepared), () -> {});
      if (denied) {
        assertThat(became).isInstanceOf(Reconciled.NotDone.class);
        assertThat(result.status()).isEqualTo(Status.REFUSED);
        assertThat(said).isEmpty();
      } else {
        assertThat(became)
            .isInstanceOfSatisfying(
                Reconciled.Done.class,
                done -> assertThat(String.valueOf(done.result().output())).contains("replace"));
        assertThat(said).containsExactly("Hi.");
      }
    }
    assertThat(asked).hasSize(1);
    assertThat(prepared.path("own").asBoolean()).as("of the guarded").isTrue();
  }

  @Test
  void whatSaysNothingToPlayersPasses() throws Exception {
    answer = "{\"verdict\":\"deny\"}";
    try (GuardedActions actions = actions("deny")) {
      Call<SchemaTool> wave = call("wave", Json.NODES.objectNode());
      JsonNode prepared = actions.prepare(wave);
      assertThat(actions.perform(wave, Prepared.of(prepared), () -> {}).status())
          .isEqualTo(Status.DONE);
    }
    assertThat(asked).isEmpty();
  }

  private ActionResult acted(String onFailure, String text) throws InterruptedException {
    try (GuardedActions actions = actions(onFailure)) {
      Call<SchemaTool> call = call(text);
      return actions.perform(call, Prepared.of(actions.prepare(call)), () -> {});
    }
  }

  private GuardedActions actions(String onFailure) {
    WorldDeclaration declaration =
        new ConfigFile(
                "world.yaml",
                """
                world: tavern
                tools:
                  - name: talk
                    description: Say something.
                    effect: write
                    says: text
                    arguments:
                      type: object
                      required: [text]
                      properties: {text: {type: string, maxLength: 20}}
                  - {name: wave, description: Wave., effect: write}
                actions: {url: 'http://127.0.0.1:7777'}
                guard: {url: 'http://127.0.0.1:%d/look', limit: PT0.2S, onFailure: %s}
                """
                    .formatted(guard.getAddress().getPort(), onFailure))
            .as(WorldDeclaration.class, DeclaredWorld::misfits);
    Worlds worlds = Worlds.of(DeclaredWorld.of(declaration));
    return new GuardedActions(
        worlds,
        new Game(),
        (world, of) -> {
          // Only what never comes has to be late; all else may take a busy machine its time.
          Duration limit = answer.equals("FROZEN") ? of.limit() : Duration.ofSeconds(60);
          return new TextGuard(
              HttpGame.at(GameAddress.of(of.url(), List.of()), new GameLimits(limit, limit, 4_096)),
              SECRET,
              InstantSource.system());
        });
  }

  private static Call<SchemaTool> call(String text) {
    return call("talk", Json.NODES.objectNode().put("text", text));
  }

  private static Call<SchemaTool> call(String tool, JsonNode args) {
    AgentId agent = AgentId.of("tavern", "ada");
    ActionId id = ActionId.of(RunId.of(agent, "t").turn(1), 1);
    Action action =
        Action.of(id, agent, "ada", tool, args).effect(Effect.WRITE).notAfter(Instant.MAX);
    return new Call<>(action, Effect.WRITE, new SchemaTool(tool, args), null);
  }

  /// Keeps what it was told to say.
  private final class Game implements WorldActions<SchemaTool> {
    @Override
    public Class<SchemaTool> type() {
      return SchemaTool.class;
    }

    @Override
    public Safety safety() {
      return Safety.LEDGER;
    }

    @Override
    public ActionResult look(Call<SchemaTool> call) {
      return call.done(Json.NODES.objectNode(), null);
    }

    @Override
    public @Nullable JsonNode prepare(Call<SchemaTool> call) {
      return Json.tree(Json.text(Map.of("own", true)));
    }

    @Override
    public ActionResult perform(Call<SchemaTool> call, Prepared prepared, Lease lease) {
      assertThat(call.tool().args()).isEqualTo(call.action().args());
      said.add(call.action().args().path("text").asString(""));
      return call.done(Json.NODES.objectNode(), null);
    }

    @Override
    public Reconciled reconcile(Call<SchemaTool> call, Prepared prepared) {
      return new Reconciled.Done(call.done(Json.NODES.objectNode(), null));
    }

    @Override
    public ActionResult simulate(Call<SchemaTool> call) {
      return call.done(Json.NODES.objectNode(), null);
    }

    @Override
    public void close() {}
  }
}
