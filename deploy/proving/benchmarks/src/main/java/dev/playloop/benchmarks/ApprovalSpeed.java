package dev.playloop.benchmarks;

import dev.playloop.http.AccessToken;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.operator.approval.ApprovalRegister;
import dev.playloop.operator.approval.Sought;
import dev.playloop.operator.approval.Waits;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.principal.Principal;
import dev.playloop.schemas.principal.PrincipalBuilder;
import dev.playloop.schemas.principal.Scope;
import dev.playloop.schemas.seal.SigningKey;
import dev.playloop.schemas.topic.Topic;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/// Many agents that each wait for a person, on a running system: `ApprovalSpeed [agents] [answers]
/// [a second]`. Measured are the list of what waits, what an open question takes, and how long it
/// takes from an answer to the journal and to the effect. One thread answers.
final class ApprovalSpeed {
  private static final int LISTS = 7;

  /// So many answers before any is measured.
  private static final int WARM_UP = 100;

  private final KafkaSettings kafka;
  private final ApprovalRegister register;
  private final String token = AccessToken.fresh();
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private ApprovalSpeed(KafkaSettings kafka) {
    this.kafka = kafka;
    this.register = new ApprovalRegister(kafka);
  }

  public static void main(String[] args)
      throws IOException, InterruptedException, ExecutionException {
    int agents = args.length > 0 ? Integer.parseInt(args[0]) : 10_000;
    int answers = args.length > 1 ? Integer.parseInt(args[1]) : 300;
    int rate = args.length > 2 ? Integer.parseInt(args[2]) : 10;
    ApprovalState state = ApprovalState.measure();
    System.out.printf(
        Locale.ROOT,
        "state without its config: %d bytes idle, %d with a write on its way, %d with the same"
            + " write waiting: %+d for the question, %+d for it and its run%n",
        state.idle(),
        state.acting(),
        state.waiting(),
        state.waiting() - state.acting(),
        state.waiting() - state.idle());
    Path dir = Files.createTempDirectory("playloop-approvals");
    Map<ActionId, Long> acted = new ConcurrentHashMap<>();
    BenchActions actions =
        new BenchActions() {
          @Override
          void act(Action action) {
            acted.put(action.action(), System.nanoTime());
          }
        };
    try (BenchSystem system = BenchSystem.start(dir, new BenchLlm(Duration.ZERO), actions)) {
      new ApprovalSpeed(system.kafka()).measure(system, acted, new Extent(agents, answers, rate));
    }
  }

  /// How much is measured.
  private record Extent(int agents, int answers, int rate) {}

  private void measure(BenchSystem system, Map<ActionId, Long> effects, Extent extent)
      throws IOException, InterruptedException, ExecutionException {
    SigningKey key = SigningKey.generate();
    admit(key);
    URI gateway = system.gateway(key);
    long began = System.nanoTime();
    List<Waits> open = system.asking("a", extent.agents());
    System.out.printf(Locale.ROOT, "%d agents wait, after %.1f s%n", open.size(), seconds(began));
    list(gateway);
    inboxes(open);
    int first = Math.min(WARM_UP, open.size() - extent.answers());
    var answers = new ApprovalAnswers(kafka, new ApprovalAnswers.Door(gateway, token), effects);
    answers.say(open.subList(0, first), extent.rate());
    ApprovalAnswers.Spent spent =
        answers.say(open.subList(first, first + extent.answers()), extent.rate());
    print("answer taken by the gateway, ms", spent.taken());
    print("answer to its journal entry, ms", spent.toJournal());
    print("answer to its effect, ms", spent.toEffect());
    System.out.printf(
        Locale.ROOT, "%d answered, %d effects%n", first + extent.answers(), effects.size());
  }

  private void admit(SigningKey key) throws InterruptedException, ExecutionException {
    PrincipalBuilder any = PrincipalBuilder.builder().v(Principal.VERSION).since(Instant.EPOCH);
    Principal signer =
        any.id(key.trusted().id())
            .name("gateway")
            .kind(Principal.Kind.SERVICE)
            .scopes(List.of(Scope.SIGN))
            .publicKey(key.trusted().base64())
            .build();
    String sha256 = Sha256.hex(token);
    Principal person =
        any.id(sha256.substring(0, 16))
            .name("ann")
            .kind(Principal.Kind.PERSON)
            .scopes(List.of(Scope.approve("*")))
            .tokens(List.of(new Principal.Token(sha256, null)))
            .publicKey(null)
            .build();
    Topic<String, Principal> topic = kafka.topics().principals();
    try (KafkaProducer<String, Principal> producer =
        new KafkaProducer<>(
            kafka.with(Map.of()), topic.key().serializer(), topic.value().serializer())) {
      producer.send(new ProducerRecord<>(topic.name(), signer.id(), signer)).get();
      producer.send(new ProducerRecord<>(topic.name(), person.id(), person)).get();
    }
  }

  private void list(URI gateway) throws IOException, InterruptedException {
    double[] topic = new double[LISTS];
    double[] http = new double[LISTS];
    int bytes = 0;
    for (int i = 0; i < LISTS; i++) {
      long began = System.nanoTime();
      register.list(Sought.ALL);
      topic[i] = seconds(began) * 1_000;
      began = System.nanoTime();
      HttpRequest request =
          HttpRequest.newBuilder(gateway.resolve("/v1/approvals?limit=10000"))
              .header("Authorization", "Bearer " + token)
              .build();
      bytes = this.http.send(request, HttpResponse.BodyHandlers.ofByteArray()).body().length;
      http[i] = seconds(began) * 1_000;
    }
    print("list from the topic, ms", topic);
    print("list from the gateway, ms", http);
    System.out.printf(Locale.ROOT, "the gateway's list has %d bytes%n", bytes);
  }

  private static void inboxes(List<Waits> open) {
    double[] bytes =
        open.stream()
            .mapToDouble(
                one -> one instanceof Waits.Asked asked ? Json.bytes(asked.ask()).length : 0)
            .toArray();
    print("a question on the topic, bytes", bytes);
  }

  private static void print(String what, double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    System.out.printf(
        Locale.ROOT,
        "%-34s n=%d least %.1f p50 %.1f p99 %.1f most %.1f%n",
        what,
        sorted.length,
        sorted[0],
        sorted[sorted.length / 2],
        sorted[Math.min(sorted.length - 1, (int) (sorted.length * 0.99))],
        sorted[sorted.length - 1]);
  }

  private static double seconds(long began) {
    return (System.nanoTime() - began) / 1e9;
  }
}
