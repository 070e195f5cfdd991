package dev.playloop.operator.principal;

import dev.playloop.http.AccessToken;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.operator.Publisher;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Nearest;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.principal.Principal;
import dev.playloop.schemas.principal.PrincipalBuilder;
import dev.playloop.schemas.principal.Scope;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The principals, as the topic `principals` has them. What is written is on the log when a method
/// returns; [dev.playloop.operator.NotPublished] where Kafka refuses it. Of two who change the same
/// one at once the later wins. Tokens are made here, told once, and kept as SHA-256 only. Safe for
/// all threads.
public record PrincipalRegister(KafkaSettings kafka, InstantSource clock) {
  private static final Logger LOG = LoggerFactory.getLogger(PrincipalRegister.class);

  private static final Duration ASK = Duration.ofSeconds(15);

  /// So much of a token's hash names who holds it.
  private static final int ID = 16;

  /// As long as the token before may stay good.
  public static final Duration LONGEST_GRACE = Duration.ofDays(30);

  /// All of them, revoked ones too, by name.
  public List<Principal> list() {
    return all().stream()
        .sorted(Comparator.comparing(Principal::name).thenComparing(Principal::since))
        .toList();
  }

  /// Whose token that is; empty where it is nobody's who may do anything.
  public Optional<Principal> holder(String token) {
    String hash = hash(token);
    Instant now = clock.instant();
    return all().stream()
        .filter(one -> !one.isRevoked(now))
        .filter(one ->
            one.tokens().stream()
                .anyMatch(known ->
                    known.sha256().equals(hash)
                        && (known.until() == null || known.until().isAfter(now))))
        .findFirst();
  }

  /// Adds somebody. A name that is there already gets one more key, which is the same person's.
  public PrincipalAnswer add(NewPrincipal added) throws InterruptedException {
    List<Principal> known = list();
    for (Principal one : known) {
      if (one.name().equals(added.name()) && one.kind() != added.kind()) {
        return new PrincipalAnswer.Taken(one);
      }
    }
    NewPrincipal.SignerKey key = added.signs();
    if (key == null) {
      String token = AccessToken.fresh();
      return new PrincipalAnswer.Token(written(holding(added, token, null)), token);
    }
    for (Principal one : known) {
      if (one.id().equals(key.id())) {
        return new PrincipalAnswer.Taken(one); // one that is revoked is not to come back
      }
    }
    return new PrincipalAnswer.Written(
        List.of(written(principal(added, key.id(), List.of()).withPublicKey(key.publicKey()))));
  }

  /// Gives it another token; the one before stays good for `grace`, and those before that end now.
  public PrincipalAnswer rotate(String nameOrId, Duration grace) throws InterruptedException {
    if (grace.isNegative() || grace.compareTo(LONGEST_GRACE) > 0) {
      throw new InvalidValueException("grace", "from PT0S to " + LONGEST_GRACE, grace.toString());
    }
    Instant now = clock.instant();
    List<Principal> good = good(nameOrId, now).stream().filter(one -> !isLent(one)).toList();
    if (good.size() != 1) {
      return good.isEmpty() ? nobody(nameOrId) : new PrincipalAnswer.Several(nameOrId, good);
    }
    Principal one = good.getFirst();
    if (one.tokens().isEmpty()) {
      return new PrincipalAnswer.NoToken(one);
    }
    String token = AccessToken.fresh();
    List<Principal.Token> tokens = new ArrayList<>();
    tokens.add(new Principal.Token(hash(token), null));
    if (!grace.isZero()) {
      Principal.Token before = one.tokens().getFirst();
      Instant end = now.plus(grace);
      boolean sooner = before.until() != null && before.until().isBefore(end);
      tokens.add(new Principal.Token(before.sha256(), sooner ? before.until() : end));
    }
    return new PrincipalAnswer.Token(written(one.withTokens(tokens)), token);
  }

  /// Gives a person one more token, which ends then, for somebody who has proved to whoever asks
  /// that they are this person. It may do what the person's own keys may do now; who is revoked by
  /// name loses it, too. Earlier ones of the person that have ended are removed.
  public PrincipalAnswer lend(String name, Instant until) throws InterruptedException {
    Instant now = clock.instant();
    List<Principal> people =
        good(name, now).stream()
            .filter(one -> one.name().equals(name) && one.kind() == Principal.Kind.PERSON)
            .toList();
    for (Principal ended : people) {
      if (isLent(ended) && !hasToken(ended, now)) {
        takeBack(ended);
      }
    }
    List<Principal> own = people.stream().filter(one -> !isLent(one)).toList();
    if (own.isEmpty()) {
      return nobody(name);
    }
    // Who has to do with one world has to do with no other by a token that is lent, either: of keys
    // with several homes the newest says where.
    String home = own.getLast().world();
    List<Scope> scopes =
        own.stream()
            .filter(one -> Objects.equals(one.world(), home))
            .flatMap(one -> one.scopes().stream())
            .distinct()
            .toList();
    String token = AccessToken.fresh();
    Principal lent =
        holding(new NewPrincipal(name, Principal.Kind.PERSON, home, scopes, null), token, until);
    return new PrincipalAnswer.Token(written(lent), token);
  }

  /// Ends what was lent, and leaves nothing of it.
  public void takeBack(Principal lent) throws InterruptedException {
    try (Publisher publisher = Publisher.open(kafka)) {
      publisher.forget(lent);
    }
  }

  /// Whether all its tokens end: such a key is nobody's own.
  private static boolean isLent(Principal one) {
    return !one.tokens().isEmpty()
        && one.tokens().stream().allMatch(token -> token.until() != null);
  }

  private static boolean hasToken(Principal one, Instant now) {
    return one.tokens().stream()
        .anyMatch(token -> token.until() == null || token.until().isAfter(now));
  }

  /// From now on it may do nothing; by a name, none of that name's keys may. What it signed before
  /// stays proved.
  public PrincipalAnswer revoke(String nameOrId) throws InterruptedException {
    Instant now = clock.instant();
    List<Principal> good = good(nameOrId, now);
    if (good.isEmpty()) {
      return nobody(nameOrId);
    }
    List<Principal> revoked = new ArrayList<>();
    for (Principal one : good) {
      revoked.add(written(one.withRevokedAt(now)));
    }
    return new PrincipalAnswer.Written(revoked);
  }

  private List<Principal> good(String nameOrId, Instant now) {
    return list().stream()
        .filter(one -> one.id().equals(nameOrId) || one.name().equals(nameOrId))
        .filter(one -> !one.isRevoked(now))
        .toList();
  }

  private PrincipalAnswer nobody(String nameOrId) {
    Instant now = clock.instant();
    List<String> names =
        list().stream()
            .filter(one -> !one.isRevoked(now))
            .flatMap(one -> Stream.of(one.name(), one.id()))
            .distinct()
            .toList();
    return new PrincipalAnswer.Nobody(nameOrId, Nearest.of(nameOrId, names));
  }

  private Principal holding(NewPrincipal added, String token, @Nullable Instant until) {
    String hash = hash(token);
    return principal(added, hash.substring(0, ID), List.of(new Principal.Token(hash, until)));
  }

  private Principal principal(NewPrincipal added, String id, List<Principal.Token> tokens) {
    return PrincipalBuilder.builder()
        .v(Principal.VERSION)
        .id(id)
        .name(added.name())
        .kind(added.kind())
        .world(added.world())
        .scopes(added.scopes())
        .tokens(tokens)
        .since(clock.instant())
        .build();
  }

  private Principal written(Principal principal) throws InterruptedException {
    try (Publisher publisher = Publisher.open(kafka)) {
      publisher.principal(principal);
    }
    return principal;
  }

  private Collection<Principal> all() {
    Map<String, Principal> newest = new HashMap<>();
    try (TopicReader reader =
        TopicReading.of(kafka, kafka.topics().principals()).prompt().asking(ASK).fromBeginning()) {
      reader.readToEnd(record -> {
        String id = new String(record.key(), StandardCharsets.UTF_8);
        try {
          if (record.value() == null) {
            newest.remove(id);
          } else {
            newest.put(id, Json.read(record.value(), Principal.class));
          }
        } catch (InvalidValueException e) {
          newest.remove(id);
          LOG.warn(
              "a principal's record can't be read, and counts for nothing: {}", e.getMessage());
        }
      });
    }
    return newest.values();
  }

  private static String hash(String token) {
    return Sha256.hex(token);
  }
}
