package dev.playloop.kit.access;

import dev.playloop.http.Caller;
import dev.playloop.http.Callers;
import dev.playloop.http.Problem;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.TopicFollower;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.principal.Principal;
import dev.playloop.schemas.principal.Principal.Token;
import dev.playloop.schemas.topic.Topic;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/// Who may do what, read from the compacted topic `principals` and followed: who is added, gets
/// another token or is revoked is so within moments. Kept in memory whole, at most 8 KiB each. A
/// thread of its own reads, as [TopicFollower] says; everyone may look. While the broker is away it
/// keeps what it knows.
public final class PrincipalTable implements Callers, AutoCloseable {
  private final Topic<String, Principal> topic;
  private final Clock clock;
  private final List<Principal> given;
  private final @Nullable Principal anonymous;
  private final Map<String, Principal> byId = new ConcurrentHashMap<>();
  private final Map<String, String> idByToken = new ConcurrentHashMap<>();
  private final TopicFollower follower;

  /// Who is known beside those of the topic, from this process's start to its end.
  ///
  /// @param given with their tokens
  /// @param anonymous who calls without a token; null where nobody may
  public record Given(List<Principal> given, @Nullable Principal anonymous) {
    public Given {
      given = List.copyOf(given);
    }
  }

  @SuppressWarnings("this-escape") // what it takes is whole before the follower starts
  private PrincipalTable(KafkaSettings kafka, Given given, Clock clock) {
    this.topic = kafka.topics().principals();
    this.clock = clock;
    this.given = given.given();
    this.anonymous = given.anonymous();
    this.follower =
        TopicFollower.start(topic.name(), TopicReading.of(kafka, topic).prompt(), this::put);
  }

  /// Starts without blocking.
  public static PrincipalTable start(KafkaSettings kafka, Given given, Clock clock) {
    return new PrincipalTable(kafka, given, clock);
  }

  @Override
  public @Nullable Caller find(String sha256) {
    Instant now = clock.instant();
    for (Principal one : given) {
      if (isGood(one, sha256, now)) {
        return new KnownCaller(one, now);
      }
    }
    String id = idByToken.get(sha256);
    Principal found = id == null ? null : byId.get(id);
    if (found != null) {
      return isGood(found, sha256, now) ? new KnownCaller(found, now) : null;
    }
    String why = problem();
    if (why != null) {
      throw Problem.of(503, "unavailable", "Kafka is away", "nobody is known yet: " + why)
          .refused();
    }
    return null;
  }

  @Override
  public @Nullable Caller anonymous() {
    return anonymous == null ? null : new KnownCaller(anonymous, clock.instant());
  }

  /// Digests are compared, which have one length, in constant time.
  private static boolean isGood(Principal principal, String sha256, Instant now) {
    byte[] brought = sha256.getBytes(StandardCharsets.US_ASCII);
    boolean good = false;
    for (Token token : principal.tokens()) {
      boolean same =
          MessageDigest.isEqual(brought, token.sha256().getBytes(StandardCharsets.US_ASCII));
      good |= same && (token.until() == null || now.isBefore(token.until()));
    }
    return good && !principal.isRevoked(now);
  }

  /// Who has the key of this id; null where nobody is known by it.
  public @Nullable Principal byId(String id) {
    return byId.get(id);
  }

  /// Why they are not known yet, or null where they are.
  public @Nullable String problem() {
    return follower.problem();
  }

  /// Whether all that was in the topic at the start was read within the time.
  public boolean awaitLoaded(Duration timeout) throws InterruptedException {
    return follower.awaitLoaded(timeout);
  }

  /// Waits until what is in the topic now has been read. False where Kafka does not answer in time.
  public boolean awaitCurrent(Duration timeout) throws InterruptedException {
    return follower.awaitCurrent(timeout);
  }

  @Override
  public void close() {
    follower.close();
  }

  private void put(ConsumerRecord<byte[], byte[]> record) {
    String id = topic.key().deserializer().deserialize(topic.name(), record.key());
    Principal next =
        record.value() == null
            ? null
            : topic.value().deserializer().deserialize(topic.name(), record.value());
    if (next != null && !next.id().equals(id)) {
      throw new InvalidValueException("id", "the record's key, " + id, next.id());
    }
    // The new tokens first: who has one before and behind a rotation is never out.
    Principal before = next == null ? byId.remove(id) : byId.put(id, next);
    if (next != null) {
      next.tokens().forEach(token -> idByToken.put(token.sha256(), id));
    }
    if (before != null) {
      for (Token token : before.tokens()) {
        if (next == null
            || next.tokens().stream().noneMatch(t -> t.sha256().equals(token.sha256()))) {
          idByToken.remove(token.sha256(), id);
        }
      }
    }
  }
}
