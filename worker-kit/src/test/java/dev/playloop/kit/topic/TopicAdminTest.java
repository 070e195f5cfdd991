package dev.playloop.kit.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.worker.Lab;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.TestInfra;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.CreateTopicsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The catalogue against a broker.
@NeedsInfra
final class TopicAdminTest {
  private static String broker;

  @BeforeAll
  static void startBroker(TestInfra infra) {
    broker = infra.bootstrapServers();
  }

  private static KafkaSettings kafka(String prefix, int partitions) {
    return KafkaSettings.of(broker, new Topics(prefix, partitions));
  }

  @Test
  void createsTheWholeCatalogueOnce() throws Exception {
    KafkaSettings kafka = kafka("whole.", 2);
    List<Topic<?, ?>> all = kafka.topics().all(List.of("society"));
    try (TopicAdmin admin = TopicAdmin.connect(kafka)) {
      // Who is answered too late asks again, and did not make then what is there already.
      assertThat(admin.create(all, Lab.PATIENCE))
          .isSubsetOf(all.stream().map(Topic::name).toList());
      assertThat(admin.list(all, Lab.PATIENCE))
          .hasSameSizeAs(all)
          .allMatch(TopicAdmin.State::matches);
      assertThat(admin.create(all, Lab.PATIENCE)).isEmpty();
      admin.verify(all, Lab.PATIENCE);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void givesATopicThatIsThereTheCataloguesBoundsAndTheBrokersTimes(boolean heardOf)
      throws Exception {
    String prefix = heardOf ? "heard." : "unheard.";
    Topic<?, ?> topic = new Topics(prefix, 1).triggers();
    KafkaSettings kafka = kafka(prefix, 1);
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic.name());
    try (Admin others = Admin.create(kafka.with(Map.of()));
        TopicAdmin admin = TopicAdmin.connect(kafka)) {
      others
          .createTopics(
              List.of(
                  new NewTopic(topic.name(), 1, (short) 1)
                      .configs(Map.of("message.timestamp.type", "CreateTime"))))
          .all()
          .get();

      List<String> created =
          heardOf
              ? admin.create(List.of(topic), Lab.PATIENCE)
              : admin.createAndRenew(List.of(topic), List.of(), Lab.PATIENCE);

      assertThat(created).isEmpty();
      // A broker tells what it has applied, which is a moment after the controller took it.
      for (String name :
          List.of("message.timestamp.type", "compression.type", "max.message.bytes")) {
        String wanted = topic.config().get(name);
        assertThat(Await.until(() -> value(others, resource, name), value -> value.equals(wanted)))
            .isEqualTo(wanted);
      }
    }
  }

  private static String value(Admin admin, ConfigResource resource, String name) {
    Config now =
        admin
            .describeConfigs(List.of(resource))
            .all()
            .toCompletionStage()
            .toCompletableFuture()
            .join()
            .get(resource);
    return Objects.requireNonNull(now).get(name).value();
  }

  @Test
  void refusesAnotherPartitionCountWithBothNumbers() throws Exception {
    try (TopicAdmin admin = TopicAdmin.connect(kafka("count.", 2))) {
      admin.create(List.of(new Topics("count.", 2).turns()), Lab.PATIENCE);

      assertThatThrownBy(() -> admin.verify(List.of(new Topics("count.", 5).turns()), Lab.PATIENCE))
          .isInstanceOf(TopicAdmin.MismatchException.class)
          .hasMessageStartingWith("count.turns has 2 partitions, 5 expected. ")
          .hasMessageContaining("PLAYLOOP_PARTITIONS");
    }
  }

  @Test
  void refusesAMissingTopic() throws Exception {
    try (TopicAdmin admin = TopicAdmin.connect(kafka("missing.", 2))) {
      assertThatThrownBy(
              () -> admin.verify(List.of(new Topics("missing.", 2).turns()), Lab.PATIENCE))
          .isInstanceOf(TopicAdmin.MismatchException.class)
          .hasMessageContaining("missing.turns does not exist (2 partitions expected)");
    }
  }

  @Test
  void namesTheAddressWhereNoBrokerAnswers() throws Exception {
    KafkaSettings nowhere = KafkaSettings.of("127.0.0.1:1", new Topics("none.", 1));
    try (TopicAdmin admin = TopicAdmin.connect(nowhere)) {
      assertThatThrownBy(
              () -> admin.list(List.of(nowhere.topics().turns()), Duration.ofMillis(200)))
          .isInstanceOf(TimeoutException.class)
          .hasMessageContaining("no answer from Kafka at 127.0.0.1:1");
    }
  }

  @Test
  void aBrokerThatAnswersTooLateIsAskedForTheBoundsAgain() throws Exception {
    KafkaSettings kafka = kafka("late.", 1);
    List<Topic<?, ?>> all = List.of(kafka.topics().triggers());
    AtomicInteger asked = new AtomicInteger();
    try (Admin admin = Admin.create(kafka.with(Map.of()))) {
      TopicAdmin topics = new TopicAdmin(lateOnce(admin, asked), broker);
      topics.create(all, Lab.PATIENCE);

      assertThat(topics.create(all, Lab.PATIENCE)).isEmpty();
    }
    assertThat(asked).hasValue(2);
  }

  /// Where fewer brokers are there at first than a topic wants copies, and where one answers late.
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aClusterThatIsStartingIsAskedForItsTopicsAgain(boolean tooFew) throws Exception {
    KafkaSettings kafka = kafka(tooFew ? "few." : "slow.", 1);
    List<Topic<?, ?>> all = List.of(kafka.topics().triggers(), kafka.topics().turns());
    AtomicInteger asked = new AtomicInteger();
    try (Admin admin = Admin.create(kafka.with(Map.of()))) {
      Admin starting = startingOnce(admin, tooFew, asked);
      assertThatThrownBy(
              () -> new TopicAdmin(starting, broker).createAndRenew(all, List.of(), Duration.ZERO))
          .hasMessageStartingWith("can't create topic " + all.getFirst().name() + ": ");

      asked.set(0);
      List<String> created = new TopicAdmin(starting, broker).create(all, Lab.PATIENCE);
      // Whoever answered late may have made them by then.
      assertThat(created).hasSizeLessThanOrEqualTo(2);
      assertThat(admin.listTopics().names().get())
          .containsAll(all.stream().map(Topic::name).toList());
    }
    assertThat(asked).hasValue(2);
  }

  /// Asks for three copies on one broker, or waits for no answer, the first time.
  private static Admin startingOnce(Admin admin, boolean tooFew, AtomicInteger asked) {
    return (Admin)
        Proxy.newProxyInstance(
            Admin.class.getClassLoader(),
            new Class<?>[] {Admin.class},
            (_, method, arguments) -> {
              if (!method.getName().equals("createTopics") || asked.getAndIncrement() > 0) {
                return method.invoke(admin, arguments);
              }
              @SuppressWarnings("unchecked")
              Collection<NewTopic> wanted = (Collection<NewTopic>) arguments[0];
              return tooFew
                  ? admin.createTopics(
                      wanted.stream()
                          .map(one -> new NewTopic(one.name(), one.numPartitions(), (short) 3))
                          .toList())
                  : admin.createTopics(wanted, new CreateTopicsOptions().timeoutMs(0));
            });
  }

  /// The first question about configurations times out.
  private static Admin lateOnce(Admin admin, AtomicInteger asked) {
    return (Admin)
        Proxy.newProxyInstance(
            Admin.class.getClassLoader(),
            new Class<?>[] {Admin.class},
            (_, method, arguments) -> {
              if (method.getName().equals("describeConfigs") && asked.getAndIncrement() == 0) {
                throw new TimeoutException("too late");
              }
              return method.invoke(admin, arguments);
            });
  }
}
