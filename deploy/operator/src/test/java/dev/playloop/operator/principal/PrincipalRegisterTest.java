package dev.playloop.operator.principal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.TopicAdmin;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.principal.Principal;
import dev.playloop.schemas.principal.Scope;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.TestInfra;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Tokens are told once and kept as digests; what is rotated or revoked is so in the register.
@NeedsInfra
class PrincipalRegisterTest {
  private static final NewPrincipal KIM =
      NewPrincipal.person("kim", List.of(Scope.approve("treasurer")));

  private Instant now = Instant.parse("2026-11-24T12:00:00Z");
  private PrincipalRegister register;

  @BeforeEach
  void open(TestInfra infra) throws InterruptedException {
    Topics topics = new Topics("principals-" + UUID.randomUUID() + ".", 2);
    KafkaSettings kafka = KafkaSettings.of(infra.bootstrapServers(), topics);
    try (TopicAdmin admin = TopicAdmin.connect(kafka)) {
      admin.create(List.of(topics.principals()), Duration.ofSeconds(30));
    }
    InstantSource clock = () -> now;
    register = new PrincipalRegister(kafka, clock);
  }

  @Test
  void aTokenIsToldOnceAndItsDigestIsKept() throws InterruptedException {
    PrincipalAnswer.Token kim = added(KIM);

    Principal kept = register.list().getFirst();
    assertThat(kept).isEqualTo(kim.principal());
    assertThat(kept.toString() + kim).doesNotContain(kim.token());
    assertThat(kept.id()).isEqualTo(Sha256.hex(kim.token()).substring(0, 16));
    assertThat(kept.roles()).containsExactly("treasurer");
    assertThat(register.holder(kim.token())).contains(kept);
    assertThat(register.holder(kim.token() + "0")).isEmpty();
  }

  @Test
  void aRotatedTokenIsGoodAsLongAsItsGrace() throws InterruptedException {
    PrincipalAnswer.Token first = added(KIM);

    var second = (PrincipalAnswer.Token) register.rotate("kim", Duration.ofMinutes(10));
    assertThat(second.principal().id()).isEqualTo(first.principal().id());
    assertThat(register.holder(first.token())).isPresent();
    now = now.plus(Duration.ofMinutes(10));
    assertThat(register.holder(first.token())).isEmpty();
    assertThat(register.holder(second.token())).isPresent();

    var third = (PrincipalAnswer.Token) register.rotate(second.principal().id(), Duration.ZERO);
    assertThat(register.holder(second.token())).isEmpty();
    assertThat(register.holder(third.token())).isPresent();
    assertThatThrownBy(() -> register.rotate("kim", Duration.ofDays(31)))
        .isInstanceOf(InvalidValueException.class);
  }

  @Test
  void whoIsRevokedStaysAndMayDoNothing() throws InterruptedException {
    PrincipalAnswer.Token one = added(KIM);
    PrincipalAnswer.Token other = added(KIM);
    assertThat(register.rotate("kim", Duration.ZERO)).isInstanceOf(PrincipalAnswer.Several.class);

    assertThat(register.revoke("kim"))
        .isInstanceOfSatisfying(
            PrincipalAnswer.Written.class, all -> assertThat(all.principals()).hasSize(2));

    assertThat(register.holder(one.token())).isEmpty();
    assertThat(register.holder(other.token())).isEmpty();
    assertThat(register.list())
        .hasSize(2)
        .allSatisfy(kept -> assertThat(kept.revokedAt()).isEqualTo(now));
    assertThat(register.revoke("kim")).isEqualTo(new PrincipalAnswer.Nobody("kim", null));
  }

  @Test
  void aNameIsOneKindOfPrincipalAndIsToldWhereItIsNearlyThere() throws InterruptedException {
    added(KIM);
    NewPrincipal service =
        NewPrincipal.signer("kim", new NewPrincipal.SignerKey("ab".repeat(32), "MCow"));

    assertThat(register.add(service)).isInstanceOf(PrincipalAnswer.Taken.class);
    assertThat(register.revoke("kin")).isEqualTo(new PrincipalAnswer.Nobody("kin", "kim"));
  }

  @Test
  void aSignerHasAKeyAndNoTokenAndDoesNotComeBack() throws InterruptedException {
    NewPrincipal gate =
        NewPrincipal.signer("gate", new NewPrincipal.SignerKey("ab".repeat(32), "MCow"));

    assertThat(register.add(gate)).isInstanceOf(PrincipalAnswer.Written.class);
    assertThat(register.rotate("gate", Duration.ZERO)).isInstanceOf(PrincipalAnswer.NoToken.class);
    assertThat(register.revoke("gate")).isInstanceOf(PrincipalAnswer.Written.class);
    assertThat(register.add(gate)).isInstanceOf(PrincipalAnswer.Taken.class);
  }

  @Test
  void aKeyWithoutItsScopeAndAScopeWithoutItsKeyAreRefused() {
    NewPrincipal.SignerKey key = new NewPrincipal.SignerKey("ab".repeat(32), "MCow");

    assertThatThrownBy(() -> NewPrincipal.person("kim", List.of(Scope.SIGN)))
        .hasMessageContaining("public key");
    assertThatThrownBy(() ->
            new NewPrincipal("gate", Principal.Kind.SERVICE, null, List.of(Scope.CONTROL), key))
        .hasMessageContaining("sign alone");
    assertThatThrownBy(
            () -> new NewPrincipal("kim", Principal.Kind.PERSON, null, List.of(Scope.SIGN), key))
        .hasMessageContaining("service");
    assertThatThrownBy(() -> NewPrincipal.person("kim", List.of()))
        .hasMessageContaining("at least");
  }

  private PrincipalAnswer.Token added(NewPrincipal one) throws InterruptedException {
    return (PrincipalAnswer.Token) register.add(one);
  }

  @Test
  void whatIsLentIsAsGoodAsThePersonUntilItEnds() throws InterruptedException {
    PrincipalAnswer.Token own = added(KIM);
    PrincipalAnswer.Token lent = lent("kim", Duration.ofHours(8));

    assertThat(register.holder(lent.token()))
        .hasValueSatisfying(holder -> {
          assertThat(holder.name()).isEqualTo("kim");
          assertThat(holder.roles()).containsExactly("treasurer");
        });
    assertThat(register.rotate("kim", Duration.ofHours(1)))
        .as("of kim's own key")
        .isInstanceOfSatisfying(
            PrincipalAnswer.Token.class,
            rotated -> assertThat(rotated.principal().id()).isEqualTo(own.principal().id()));
    now = now.plus(Duration.ofHours(8));
    assertThat(register.holder(lent.token())).isEmpty();

    PrincipalAnswer.Token next = lent("kim", Duration.ofHours(8));
    assertThat(register.list())
        .extracting(Principal::id)
        .as("what had ended is gone")
        .containsExactlyInAnyOrder(own.principal().id(), next.principal().id());
    register.takeBack(next.principal());
    assertThat(register.holder(next.token())).isEmpty();
    assertThat(register.list()).hasSize(1);
  }

  @Test
  void nothingIsLentToWhoIsNobodyHereOrIsRevoked() throws InterruptedException {
    assertThat(register.lend("kim", now.plusSeconds(60)))
        .isInstanceOf(PrincipalAnswer.Nobody.class);
    added(KIM);
    PrincipalAnswer.Token lent = lent("kim", Duration.ofHours(8));
    assertThat(register.revoke("kim")).isInstanceOf(PrincipalAnswer.Written.class);

    assertThat(register.holder(lent.token())).isEmpty();
    assertThat(register.lend("kim", now.plusSeconds(60)))
        .isInstanceOf(PrincipalAnswer.Nobody.class);
  }

  /// By a provider's word nobody gets further than by their own key.
  @Test
  void whatIsLentHasToDoWithTheSameWorldAlone() throws InterruptedException {
    added(
        new NewPrincipal(
            "kim", Principal.Kind.PERSON, "society", List.of(Scope.read("*"), Scope.ADMIN), null));

    assertThat(lent("kim", Duration.ofHours(8)).principal().world()).isEqualTo("society");
  }

  private PrincipalAnswer.Token lent(String name, Duration goodFor) throws InterruptedException {
    return (PrincipalAnswer.Token) register.lend(name, now.plus(goodFor));
  }
}
