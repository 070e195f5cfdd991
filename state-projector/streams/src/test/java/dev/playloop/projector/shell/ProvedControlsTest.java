package dev.playloop.projector.shell;

import static dev.playloop.fixtures.Samples.agent;
import static dev.playloop.fixtures.Samples.config;
import static dev.playloop.fixtures.Samples.trigger;
import static dev.playloop.projector.shell.LoopTopologyCase.header;
import static dev.playloop.projector.shell.LoopTopologyCase.only;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.fixtures.Samples;
import dev.playloop.fixtures.TestWorld;
import dev.playloop.journal.JournalReader;
import dev.playloop.kit.Telemetry;
import dev.playloop.projector.proof.Keyed;
import dev.playloop.projector.proof.SignedControls;
import dev.playloop.schemas.event.ApprovalControl;
import dev.playloop.schemas.event.Author;
import dev.playloop.schemas.event.Control;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.principal.Principal;
import dev.playloop.schemas.principal.Scope;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.worlds.model.Worlds;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.LongPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/// Controls under real keys: what nobody vouches for is not folded, whatever it says.
class ProvedControlsTest {
  private static final Topics TOPICS = new Topics("t.", 1);
  private static final Author EVE = new Author("eve", List.of("mayor"), null, null, null);
  private static final Keyed GATEWAY = Keyed.signer();
  private static final Keyed STRANGER = Keyed.signer();
  private static final Keyed REVOKED = Keyed.signer().revoked(Samples.START);
  private static final Keyed GAME = Keyed.of(Scope.publish("test"));

  @TempDir private Path dir;

  private final InMemoryMetricReader reader = InMemoryMetricReader.create();
  private final OpenTelemetrySdk sdk =
      OpenTelemetrySdk.builder()
          .setMeterProvider(SdkMeterProvider.builder().registerMetricReader(reader).build())
          .build();
  private final Map<String, Principal> principals = new HashMap<>();
  private LoopDriver loop;

  @BeforeEach
  void open() {
    for (Keyed known : List.of(GATEWAY, REVOKED, GAME)) {
      principals.put(known.id(), known.principal());
    }
    LoopSetup setup =
        LoopSetup.of(TOPICS, Worlds.of(new TestWorld()))
            .withProof(new SignedControls(principals::get))
            .withTelemetry(Telemetry.of(sdk));
    loop = new LoopDriver(dir, TOPICS, LoopDriver.desk(), setup);
    loop.apply(config("ada", "ada"));
  }

  @AfterEach
  void close() {
    loop.close();
    sdk.close();
  }

  @Test
  void aSignedControlIsFoldedAndJournaledInTheBytesThatCame() {
    // As others may write it: other order, blanks, a field that nobody knows.
    Control signed = GATEWAY.sign(edit(Samples.START));
    String json = Json.text(signed).replaceFirst("\\{", "{ \"unknown\" : 1 , ");
    send(json);

    JournalReader.Read entry = only(controlled());
    assertThat(loop.deadLetters()).isEmpty();
    assertThat(entry.bodyJson()).isNotNull();
    assertThat(new String(entry.bodyJson(), UTF_8)).contains("\"input\":" + json);
    assertThat(input(entry).at("/author/roles/0").asString()).isEqualTo("mayor");
    assertThat(input(entry).at("/author/keyId").asString()).isEqualTo(GATEWAY.id());
    assertThat(input(entry).at("/author/signature").asString())
        .isEqualTo(signed.author().signature());
  }

  static Stream<Arguments> unproved() {
    Control good = GATEWAY.sign(pause(Samples.START));
    Author author = good.author();
    Control edit = GATEWAY.sign(edit(Samples.START));
    return Stream.of(
        Arguments.of("unsigned", pause(Samples.START), "gateway"),
        Arguments.of("unsigned", good.by(author.signature(null)), "signed by nobody"),
        Arguments.of("forged", good.by(author.roles(List.of("mayor", "*"))), "was changed"),
        Arguments.of("forged", good.by(author.roles(List.of())), "was changed"),
        Arguments.of("forged", resumed(good), "was changed"),
        Arguments.of("forged", otherArguments(edit), "was changed"),
        Arguments.of("forged", good.by(signed(author, "zed")), "'zed'"),
        Arguments.of(
            "forged",
            good.by(author.signature(STRANGER.sign(pause(Samples.START)).author().signature())),
            GATEWAY.id()),
        Arguments.of("unknown-key", STRANGER.sign(pause(Samples.START)), "principals add"),
        Arguments.of("revoked", REVOKED.sign(pause(Samples.START)), "revoked"),
        Arguments.of("no-signer", GAME.sign(pause(Samples.START)), "'sign'"),
        Arguments.of(
            "future", GATEWAY.sign(pause(Samples.START.plusSeconds(301))), "set the clock"));
  }

  @ParameterizedTest(name = "{0}: {2}")
  @MethodSource("unproved")
  void whatNobodyVouchesForIsADeadLetterAndTheNextRecordGoesOn(
      String why, Control control, String says) {
    send(Json.text(control));
    loop.trigger(trigger("ada", "m-1", "hi"));

    TestRecord<byte[], byte[]> letter = only(loop.deadLetters());
    assertThat(header(letter, "playloop.topic")).isEqualTo("t.controls");
    assertThat(header(letter, "playloop.cause")).contains("UnprovedControl", says);
    assertThat(new String(letter.value(), UTF_8)).isEqualTo(Json.text(control));
    assertThat(controlled()).isEmpty();
    assertThat(loop.turns()).as("it is not paused").hasSize(1);
    assertThat(refused()).isEqualTo(Map.of(why, 1L));
  }

  @Test
  void aClockThatIsAFewMinutesAheadIsNoReasonToRefuse() {
    send(Json.text(GATEWAY.sign(pause(Samples.START.plus(Duration.ofMinutes(5))))));

    assertThat(controlled()).hasSize(1);
    assertThat(refused()).isEmpty();
  }

  @Test
  void aForgedControlOfAnAgentThatNobodyKnowsLeavesNothingOfIt() {
    Control forged = new Control.Pause(agent("nobody"), EVE, Samples.START);
    loop.driver.send(TOPICS.controls(), agent("nobody"), forged);

    assertThat(loop.deadLetters()).hasSize(1);
    assertThat(loop.entries())
        .extracting(entry -> entry.envelope().agent())
        .containsOnly(agent("ada"));
  }

  @Test
  void aKeyThatIsRevokedSignsNothingMoreAndWhatItSignedStays() {
    send(Json.text(GATEWAY.sign(pause(Samples.START))));
    principals.put(GATEWAY.id(), GATEWAY.revoked(Samples.START).principal());
    send(
        Json.text(
            GATEWAY.sign(new Control.Resume(agent("ada"), EVE, Samples.START.plusMillis(1)))));

    assertThat(input(only(controlled())).get("type").asString()).isEqualTo("pause");
    assertThat(refused()).isEqualTo(Map.of("revoked", 1L));
  }

  private static JsonNode input(JournalReader.Read entry) {
    return Objects.requireNonNull(entry.body()).input();
  }

  private void send(String control) {
    loop.driver.sendRaw(
        TOPICS.controls(),
        agent("ada").value().getBytes(UTF_8),
        control.getBytes(UTF_8),
        new RecordHeaders(),
        Samples.START);
  }

  private List<JournalReader.Read> controlled() {
    return loop.entries().stream()
        .filter(entry -> entry.envelope().kind().equals("controlled"))
        .toList();
  }

  private static Control pause(Instant at) {
    return new Control.Pause(agent("ada"), EVE, at);
  }

  /// The same author and signature over another word.
  private static Control resumed(Control pause) {
    return new Control.Resume(pause.agent(), pause.author(), pause.at());
  }

  private static Control edit(Instant at) {
    ApprovalControl.About about =
        new ApprovalControl.About(
            ActionId.of(RunId.of(agent("ada"), "m-1").turn(1), 1), null, "0".repeat(64));
    return ApprovalControl.Edit.of(
        new ApprovalControl.Approve(agent("ada"), about, EVE, null, at),
        Json.tree("{\"amount\":12.50,\"huge\":1e300,\"text\":\"\\u00e9\"}"));
  }

  private static Control otherArguments(Control control) {
    ApprovalControl.Edit edit = (ApprovalControl.Edit) control;
    return ApprovalControl.Edit.of(
        new ApprovalControl.Approve(
            edit.agent(), edit.about(), edit.author(), edit.reason(), edit.at()),
        Json.tree("{\"amount\":5000000}"));
  }

  private static Author signed(Author author, String subject) {
    return new Author(subject, author.roles(), author.issuer(), author.keyId(), author.signature());
  }

  private Map<String, Long> refused() {
    Map<String, Long> refused = new TreeMap<>();
    for (MetricData metric : reader.collectAllMetrics()) {
      if (metric.getName().equals("playloop.loop.controls.refused")) {
        for (LongPointData point : metric.getLongSumData().getPoints()) {
          point
              .getAttributes()
              .forEach((key, value) -> refused.put(String.valueOf(value), point.getValue()));
        }
      }
    }
    return refused;
  }
}
