package dev.playloop.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.playloop.schemas.topic.HeaderNames;
import dev.playloop.schemas.topic.LetterHeaders;
import dev.playloop.schemas.topic.Topics;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/// Records and HTTP events at which nobody may stop: text that is none, numbers without a bound,
/// trees without an end, JSON cut short, wrong types, wrong keys, forged headers, much in little.
/// Which one comes next follows from the random source. Stateless but for that; one thread.
final class Hostile {
  /// What must come of a record; carried by it as a header, and so by its dead letter.
  static final String FATE = "chaos.fate";

  private static final String WHAT = "chaos.what";
  private static final int DEEP = 5_000;
  private static final int LARGE = 60_000;
  private static final int HUGE_HEADER = 40_000;

  private final Topics topics;
  private final List<String> worlds;
  private final Random random;
  private int count;

  Hostile(Topics topics, List<String> worlds, Random random) {
    this.topics = topics;
    this.worlds = List.copyOf(worlds);
    this.random = random;
  }

  /// What must come of it.
  enum Fate {
    /// Exactly one dead letter.
    LETTER,
    /// It is odd and no more: it ends as any other trigger.
    ENDS
  }

  /// One record. `trigger` is the id that must end, where that is its fate.
  record Shot(ProducerRecord<byte[], byte[]> record, @Nullable String trigger) {}

  /// Whether this record must become a dead letter.
  static boolean mustBecomeLetter(ConsumerRecord<byte[], byte[]> record) {
    var header = record.headers().lastHeader(FATE);
    return header != null && new String(header.value(), UTF_8).equals(Fate.LETTER.name());
  }

  /// What was wrong with it, in words.
  static String what(ConsumerRecord<byte[], byte[]> record) {
    var header = record.headers().lastHeader(WHAT);
    return header == null ? "" : new String(header.value(), UTF_8);
  }

  /// For a topic that outsiders write to; about `agent`, or what lies beside it.
  Shot outside(String agent) {
    count++;
    return random.nextInt(5) == 0 ? worldEvent() : trigger(agent);
  }

  /// Instead of the answer to a live turn, or beside it: a decision that nobody can read, and whose
  /// header says whose it is.
  Shot decisionOf(String agent, String turn) {
    return answer(topics.decisions().name(), agent, HeaderNames.TURN, turn);
  }

  /// As [#decisionOf], for an action.
  Shot resultOf(String agent, String action) {
    return answer(topics.results().name(), agent, HeaderNames.ACTION, action);
  }

  /// For a topic that only our own workers write to.
  Shot inside(String agent) {
    List<String> names = new ArrayList<>();
    names.add(topics.turns().name());
    names.add(topics.decisions().name());
    names.add(topics.results().name());
    worlds.forEach(world -> names.add(topics.actions(world).name()));
    return letter("inside", names.get(random.nextInt(names.size())), utf8(agent), torn(agent));
  }

  /// The body of an HTTP event that must be refused.
  byte[] event(String agent) {
    String head =
        "{\"specversion\":\"1.0\",\"id\":\"h\",\"source\":\"/chaos\",\"type\":\"order.odd\",\"data\":";
    String data = "{\"agent\":\"" + agent + "\",\"text\":";
    return switch (random.nextInt(6)) {
      case 0 -> utf8(head + data + "\"a\\u0000b\"}}");
      case 1 -> utf8(head + data + "\"cut");
      case 2 -> utf8(head + data + "1e999999999}}");
      case 3 -> utf8(head + "[".repeat(DEEP) + "]".repeat(DEEP) + "}");
      case 4 -> utf8(head + data + "\"x\"}} and more");
      default -> new byte[] {(byte) 0xc0, (byte) 0xaf, 1, 2, 3};
    };
  }

  private Shot trigger(String agent) {
    String id = "odd-" + count;
    byte[] key = utf8(agent);
    String topic = topics.triggers().name();
    return switch (random.nextInt(16)) {
      case 0 -> ends("half a character", key, body(agent, id, "\"half \\ud83d of it\""), id);
      case 1 -> ends("no key", null, body(agent, id, "\"by another client\""), id);
      case 2 -> forged(key, body(agent, id, "\"forged headers\""), id);
      case 3 ->
          letter("a huge number", topic, key, utf8(body(agent, id, "\"\",\"hops\":1e999999999")));
      case 4 ->
          letter(
              "many digits",
              topic,
              key,
              utf8(body(agent, id, "\"\",\"priority\":" + "9".repeat(1_200))));
      case 5 ->
          letter(
              "a deep tree",
              topic,
              key,
              utf8(body(agent, id, "\"\",\"data\":" + "[".repeat(DEEP) + "]".repeat(DEEP))));
      case 6 -> letter("cut short", topic, key, torn(agent));
      case 7 -> letter("a wrong type", topic, key, utf8(body(agent, id, "[{}]")));
      case 8 -> letter("a wrong key", topic, utf8("vault/nobody"), utf8(body(agent, id, "\"\"")));
      case 9 ->
          letter(
              "a key of bytes",
              topic,
              new byte[] {(byte) 0xff, 0, (byte) 0xfe},
              utf8(body(agent, id, "\"\"")));
      case 10 ->
          letter(
              "twice the same field", topic, key, utf8(body(agent, id, "\"\",\"id\":\"other\"")));
      case 11 -> letter("bytes behind it", topic, key, utf8(body(agent, id, "\"\"") + "{}"));
      case 12 -> letter("a later release", topic, key, utf8(body(agent, id, "\"\",\"v\":99")));
      case 13 ->
          letter(
              "much in little", topic, key, utf8(body(agent, id, "\"" + "x".repeat(LARGE) + "\"")));
      case 14 -> letter("nothing", topic, key, null);
      default -> letter("no JSON at all", topic, key, noise());
    };
  }

  private Shot worldEvent() {
    String topic = topics.worldEvents().name();
    String head =
        "{\"id\":\"w"
            + count
            + "\",\"world\":\"society\",\"scene\":\"odd\",\"at\":\"2026-01-01T00:00:00Z\",";
    byte[] key = utf8("odd");
    return switch (random.nextInt(5)) {
      case 0 ->
          letter("an event cut short", topic, key, utf8(head + "\"change\":{\"type\":\"put\""));
      case 1 ->
          letter(
              "an event of no world",
              topic,
              key,
              utf8(
                  head.replace("society", "atlantis")
                      + "\"version\":1,\"change\":{\"type\":\"removed\",\"entity\":\"e\"}}"));
      case 2 ->
          letter(
              "an event with a huge version",
              topic,
              key,
              utf8(
                  head
                      + "\"version\":1e99999999999,\"change\":{\"type\":\"removed\",\"entity\":\"e\"}}"));
      case 3 ->
          letter(
              "an event of no kind",
              topic,
              key,
              utf8(head + "\"version\":1,\"change\":{\"type\":\"\\ud800\"}}"));
      default -> letter("an event of noise", topic, key, noise());
    };
  }

  private Shot answer(String topic, String agent, String header, String answered) {
    Shot shot = letter("an answer that can't be read", topic, utf8(agent), torn(agent));
    shot.record().headers().add(header, utf8(answered));
    return shot;
  }

  private Shot forged(byte[] key, String body, String id) {
    Headers headers = marked(Fate.ENDS, "forged headers");
    headers.add(LetterHeaders.TOPIC, utf8(topics.journal().name()));
    headers.add(LetterHeaders.OFFSET, utf8("-9"));
    headers.add(HeaderNames.TURN, utf8("vault/v1:none#1"));
    headers.add("traceparent", new byte[HUGE_HEADER / 4]);
    headers.add("x".repeat(100), new byte[HUGE_HEADER]);
    return new Shot(
        new ProducerRecord<>(topics.triggers().name(), null, key, utf8(body), headers), id);
  }

  private Shot ends(String what, byte @Nullable [] key, String body, String id) {
    return new Shot(
        new ProducerRecord<>(
            topics.triggers().name(), null, key, utf8(body), marked(Fate.ENDS, what)),
        id);
  }

  private static Shot letter(String what, String topic, byte[] key, byte @Nullable [] value) {
    return new Shot(new ProducerRecord<>(topic, null, key, value, marked(Fate.LETTER, what)), null);
  }

  private static Headers marked(Fate fate, String what) {
    return new RecordHeaders().add(FATE, utf8(fate.name())).add(WHAT, utf8(what));
  }

  /// A trigger, as text, whose `text` is this JSON and whatever follows it.
  private static String body(String agent, String id, String text) {
    return "{\"id\":\"%s\",\"agent\":\"%s\",\"kind\":\"order.odd\",\"text\":%s}"
        .formatted(id, agent, text);
  }

  private byte[] torn(String agent) {
    String whole = "{\"v\":1,\"agent\":\"" + agent + "\",\"run\":{\"a\":[1,2,{\"b\":\"c\"}]}}";
    return utf8(whole.substring(0, 1 + random.nextInt(whole.length() - 1)));
  }

  private byte[] noise() {
    byte[] noise = new byte[1 + random.nextInt(2_000)];
    random.nextBytes(noise);
    return noise;
  }

  private static byte[] utf8(String text) {
    return text.getBytes(UTF_8);
  }
}
