package dev.playloop.launcher.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.TopicAdmin;
import dev.playloop.operator.principal.PrincipalRegister;
import dev.playloop.schemas.principal.Principal;
import dev.playloop.schemas.seal.SigningKey;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.TestInfra;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// Who starts a system may say everything, with the token of that start alone.
@NeedsInfra
class FirstPrincipalsTest {
  private static final Instant NOW = Instant.parse("2026-11-24T12:00:00Z");

  @Test
  void theTokenOfTheStartBeforeIsNobodysAndTheKeyIsKnownOn(TestInfra infra)
      throws InterruptedException {
    Topics topics = new Topics("first-" + UUID.randomUUID() + ".", 2);
    KafkaSettings kafka = KafkaSettings.of(infra.bootstrapServers(), topics);
    try (TopicAdmin admin = TopicAdmin.connect(kafka)) {
      admin.create(List.of(topics.principals()), Duration.ofSeconds(30));
    }
    SigningKey key = SigningKey.generate();
    PrincipalRegister register = new PrincipalRegister(kafka, Clock.systemUTC());

    new FirstPrincipals("kim", "first", key.trusted()).write(kafka, NOW);
    new FirstPrincipals("kim", "second", key.trusted()).write(kafka, NOW.plusSeconds(60));

    assertThat(register.holder("first")).isEmpty();
    Principal kim = register.holder("second").orElseThrow();
    assertThat(kim.kind()).isEqualTo(Principal.Kind.PERSON);
    assertThat(kim.roles()).containsExactly("*");
    assertThat(register.list())
        .hasSize(2)
        .anySatisfy(one -> {
          assertThat(one.id()).isEqualTo(key.trusted().id());
          assertThat(one.publicKey()).isEqualTo(key.trusted().base64());
        });
  }

  @Test
  void whateverTheMachineCallsSomebodyIsANameOfOurs() {
    assertThat(FirstPrincipals.name("kim")).isEqualTo("kim");
    assertThat(FirstPrincipals.name("DOMAIN\\kim ä")).isEqualTo("DOMAIN-kim--");
    assertThat(FirstPrincipals.name("-_")).isEqualTo("local-user");
    assertThat(FirstPrincipals.name("")).isEqualTo("local-user");
    assertThat(FirstPrincipals.name("x".repeat(200))).hasSize(127);
  }

  @Test
  void itDoesNotPrintTheToken() {
    assertThat(new FirstPrincipals("kim", "s3cret", SigningKey.generate().trusted()).toString())
        .doesNotContain("s3cret");
  }
}
