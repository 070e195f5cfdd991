package dev.playloop.kit.worker;

import dev.playloop.kit.Counters;
import dev.playloop.kit.Emit;
import dev.playloop.kit.Handler;
import dev.playloop.kit.Letters;
import dev.playloop.kit.TerminalException;
import dev.playloop.kit.Unhandled;
import dev.playloop.kit.commit.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What a call comes to, in bytes: the handler's outputs, and where the record or an output failed
/// for good, a dead letter and the handler's answer to whoever waits. Safe for all threads.
final class Outcomes<K, V> {
  private static final Logger LOG = LoggerFactory.getLogger(Outcomes.class);

  private final Handler<K, V> handler;
  private final Letters letters;
  private final Encoder encoder;
  private final Counters counters;

  Outcomes(Handler<K, V> handler, Letters letters, Encoder encoder, Counters counters) {
    this.handler = handler;
    this.letters = letters;
    this.encoder = encoder;
    this.counters = counters;
  }

  Encoder encoder() {
    return encoder;
  }

  /// Of a call that returned. An output that can't be sent, or not even written, is replaced.
  Item.Finished handled(V event, RecordContext<K> context, List<Emit<?, ?>> outputs) {
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>(outputs.size());
    for (Emit<?, ?> output : outputs) {
      records.addAll(sent(event, context, output));
    }
    return finished(
        context.record(),
        records,
        (refused, reason) -> replacement(event, context, refused, reason));
  }

  /// Of a record that needs no handling.
  static Item.Finished passedOver(ConsumerRecord<byte[], byte[]> record) {
    return finished(record, List.of(), (output, reason) -> List.of());
  }

  /// Of a record that can't be handled: a dead letter, and the handler's answer.
  Item.Finished failed(
      ConsumerRecord<byte[], byte[]> record, Unhandled<K, V> failed, Tracing.TracedCall process) {
    Throwable cause = failed.cause();
    // As text: a log's writer would ask an exception that can't be told for its message.
    LOG.warn(
        "{}-{}@{}: dead letter: {}",
        record.topic(),
        record.partition(),
        record.offset(),
        cause instanceof TerminalException ? failed.reason() : Letters.stack(cause));
    process.failed(cause);
    counters.deadLetters.increment();
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    records.add(letters.ofInput(record, cause));
    try {
      for (Emit<?, ?> answer : handler.onDeadLetter(failed)) {
        Encoder.Encoded encoded = encoder.encode(answer, process.outputHeaders());
        if (encoded.problem() == null) {
          records.add(encoded.record());
        } else {
          LOG.error("{}: an answer can't be sent: {}", record.topic(), encoded.problem());
        }
      }
    } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
      // User code again; the dead letter says what was lost.
      LOG.error(
          "{}-{}@{}: no answer: {}",
          record.topic(),
          record.partition(),
          record.offset(),
          Letters.stack(e));
    }
    return finished(record, records, (output, reason) -> List.of());
  }

  private List<ProducerRecord<byte[], byte[]>> sent(
      V event, RecordContext<K> context, Emit<?, ?> output) {
    Encoder.Encoded encoded;
    try {
      encoded = encoder.encode(output, context.outputHeaders());
    } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
      // The handler has acted by now, so its event is answered for rather than given up.
      String reason = "it can't be written: " + Letters.text(e);
      LOG.error("{}: an output to {}: {}", context, output.topic().name(), Letters.stack(e));
      counters.deadLetters.increment();
      List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
      records.add(letters.ofInput(context.record(), e));
      records.addAll(answers(event, context, reason));
      return records;
    }
    return encoded.problem() == null
        ? List.of(encoded.record())
        : replacement(event, context, encoded.record(), encoded.problem());
  }

  /// A dead letter in place of an output that can't be sent, and the handler's answer to whoever
  /// waits for it. Answers that can't be sent either become dead letters only.
  private List<ProducerRecord<byte[], byte[]>> replacement(
      V event, RecordContext<K> context, ProducerRecord<byte[], byte[]> refused, String reason) {
    LOG.warn("{}: an output to {} can't be sent: {}", context, refused.topic(), reason);
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    if (letters.isLetter(refused)) {
      return records;
    }
    counters.deadLetters.increment();
    records.add(letter(context, refused, reason));
    records.addAll(answers(event, context, reason));
    return records;
  }

  private List<ProducerRecord<byte[], byte[]>> answers(
      V event, RecordContext<K> context, String reason) {
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    try {
      for (Emit<?, ?> answer : handler.onUndeliverable(event, context, reason)) {
        Encoder.Encoded encoded = encoder.encode(answer, context.outputHeaders());
        String problem = encoded.problem();
        if (problem != null) {
          counters.deadLetters.increment();
        }
        records.add(
            problem == null ? encoded.record() : letter(context, encoded.record(), problem));
      }
    } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
      // User code again; the dead letter says what was lost.
      LOG.error("{}: no answer to an output that can't be sent: {}", context, Letters.stack(e));
    }
    return records;
  }

  private ProducerRecord<byte[], byte[]> letter(
      RecordContext<K> context, ProducerRecord<byte[], byte[]> output, String reason) {
    return letters.ofOutput(output, context.partition(), context.toString(), reason);
  }

  private static Item.Finished finished(
      ConsumerRecord<byte[], byte[]> record,
      List<ProducerRecord<byte[], byte[]>> outputs,
      BiFunction<ProducerRecord<byte[], byte[]>, String, List<ProducerRecord<byte[], byte[]>>>
          replacement) {
    return new Item.Finished(record.offset(), Received.size(record), outputs, replacement);
  }
}
