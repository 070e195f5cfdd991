package dev.playloop.ingest.stream;

import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.LoopEvent.RunOutcome;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.journal.JournalEntry;
import dev.playloop.schemas.journal.JournalEntry.Body;
import dev.playloop.schemas.journal.JournalEntry.Envelope;
import dev.playloop.schemas.journal.SubjectKey;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.seal.DataKey;
import dev.playloop.schemas.seal.MasterKey;
import dev.playloop.schemas.tool.ToolCall;
import dev.playloop.schemas.topic.JournalHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import tools.jackson.databind.JsonNode;

/// Entries of a journal as they lie on its topic.
public final class Journal {
  private static final Instant AT = Instant.parse("2026-11-25T10:00:00Z");

  private Journal() {}

  /// One entry's parts.
  public static JournalEntry entry(AgentId agent, String kind, Object input, LoopEvent... events) {
    byte[] value = Json.bytes(new Body(Json.LOG.valueToTree(input), null, null, List.of(events)));
    byte[] salt = new byte[JournalEntry.SALT_BYTES];
    Envelope envelope =
        Envelope.of(agent, 0, AT).about(kind, "i").hashes(Sha256.hex(salt, value), "", "");
    return new JournalEntry(Json.bytes(envelope), salt, null, value);
  }

  /// A decision that calls this tool.
  public static JournalEntry calls(RunId run, String tool, JsonNode args) {
    ToolCall call = new ToolCall("c1", tool, args.toString(), new ToolCall.Valid(args));
    return decided(run, "I should tell nobody of this thought", List.of(call));
  }

  /// A text that ends the run.
  public static JournalEntry says(RunId run, String text) {
    return entry(run.agent(), "decision-made", decision(run, text, List.of()), closed(run));
  }

  static JournalEntry decided(RunId run, String text, List<ToolCall> calls) {
    return entry(run.agent(), "decision-made", decision(run, text, calls));
  }

  private static Decision decision(RunId run, String text, List<ToolCall> calls) {
    return Decision.of(run.turn(1), run.agent(), new Decision.Answered("{}", text, calls));
  }

  static LoopEvent closed(RunId run) {
    return LoopEvent.RunClosed.of(run, RunOutcome.COMPLETED, AT, AT)
        .triggers(List.of(run.trigger()))
        .summary("what it keeps in memory");
  }

  /// What came of the first call of the run.
  public static JournalEntry done(RunId run, JsonNode output) {
    return entry(
        run.agent(),
        "action-done",
        ActionResult.done(ActionId.of(run.turn(1), 1), run.agent(), output, null));
  }

  static ConsumerRecord<byte[], byte[]> at(long offset, JournalEntry entry) {
    RecordHeaders headers = new RecordHeaders();
    JournalHeaders.write(entry, headers);
    byte[] value = entry.value();
    return new ConsumerRecord<>(
        "journal",
        0,
        offset,
        0,
        TimestampType.LOG_APPEND_TIME,
        0,
        0,
        "society/ada".getBytes(StandardCharsets.UTF_8),
        value,
        headers,
        Optional.empty());
  }

  /// The same entry sealed with this key.
  public static JournalEntry sealed(JournalEntry plain, DataKey key) {
    byte[] salt = Arrays.copyOf(UUID.randomUUID().toString().getBytes(StandardCharsets.UTF_8), 16);
    return payload(plain, salt, key.id(), key.seal(salt, Objects.requireNonNull(plain.value())));
  }

  /// The same envelope over another payload.
  static JournalEntry payload(JournalEntry entry, byte[] salt, String key, byte[] value) {
    Envelope was = Json.read(Objects.requireNonNull(entry.envelope()), Envelope.class);
    Envelope now = was.hashes(Sha256.hex(salt, value), was.commandsHash(), was.stateHash());
    return new JournalEntry(Json.bytes(now), salt, key, value);
  }

  /// What `subject-keys` has of this key.
  public static byte[] wrapped(MasterKey master, AgentId agent, String id, byte[] key) {
    return Json.bytes(SubjectKey.of(id, agent, master.id(), master.wrap(id, key), AT));
  }

  /// To be sent.
  public static ProducerRecord<byte[], byte[]> record(
      String topic, AgentId agent, JournalEntry entry) {
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(topic, agent.value().getBytes(StandardCharsets.UTF_8), entry.value());
    JournalHeaders.write(entry, record.headers());
    return record;
  }
}
