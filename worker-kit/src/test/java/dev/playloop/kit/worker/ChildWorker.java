package dev.playloop.kit.worker;

import dev.playloop.kit.Emit;
import dev.playloop.kit.FencedException;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.CarefulPoll;
import dev.playloop.kit.topic.Clients;
import dev.playloop.kit.worker.Lab.Bench;
import dev.playloop.schemas.topic.Topics;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/// A worker in a JVM of its own, for what can't be done to a thread: kill -9, and a stop that the
/// worker itself does not notice. Tells by lines on its standard output how far it is.
final class ChildWorker implements AutoCloseable {
  static final String GROUP = "child";
  static final String INSTANCE = "one";

  enum Mode {
    /// Begins a call, and writes an intent once told to go on, whatever has happened meanwhile.
    INTENT_ON_SIGNAL,
    /// Begins a call, and asks once told to go on whether its record is still its own.
    CONFIRM_ON_SIGNAL,
    /// Sends its outputs and hangs before the commit.
    HANG_IN_COMMIT,
    /// Every tenth call never ends.
    SLOW_EVERY_TENTH
  }

  private final Process process;
  private final BufferedReader lines;

  private ChildWorker(Process process) {
    this.process = process;
    this.lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  static ChildWorker start(Mode mode, Bench bench) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Process process =
        new ProcessBuilder(
                java,
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                ChildWorker.class.getName(),
                mode.name(),
                bench.kafka.client().get("bootstrap.servers"),
                bench.kafka.topics().prefix(),
                String.valueOf(bench.kafka.topics().partitions()))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    return new ChildWorker(process);
  }

  /// Returns once the child says `word`; fails where it says another one first, or ends.
  void await(String word) throws IOException {
    String line = lines.readLine();
    while (line != null && !line.matches("[A-Z]+")) {
      line = lines.readLine();
    }
    if (!word.equals(line)) {
      throw new AssertionError(
          "expected the child to say "
              + word
              + ", but it "
              + (line == null ? "ended" : "said " + line));
    }
  }

  void tell(String word) throws IOException {
    process.getOutputStream().write((word + "\n").getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
  }

  void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start().waitFor();
    if (name.equals("KILL")) {
      process.waitFor();
    }
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }

  public static void main(String[] args) throws Exception {
    Mode mode = Mode.valueOf(args[0]);
    Topics topics = new Topics(args[2], Integer.parseInt(args[3]));
    // Only where the successor is to follow at once: a stopped member keeps its name for 6 s.
    String instance = onSignal(mode) ? null : INSTANCE;
    KafkaSettings kafka = new KafkaSettings(Map.of("bootstrap.servers", args[1]), topics, instance);
    Bench bench = new Bench(args[1], args[2], topics.partitions());
    WorkerSettings<String, String> settings =
        WorkerSettings.of(kafka, GROUP, bench.in, List.of(bench.out, bench.ledger));
    switch (mode) {
      case INTENT_ON_SIGNAL ->
          Worker.start(
              settings,
              (event, context) -> {
                List<Emit<?, ?>> intent =
                    List.of(Emit.of(bench.ledger, context.key(), "by the expelled one"));
                return onSignal(() -> context.commitNow(intent));
              });
      case CONFIRM_ON_SIGNAL ->
          Worker.start(settings, (event, context) -> onSignal(context::confirmOwned));
      case HANG_IN_COMMIT ->
          new Worker<>(
                  settings,
                  (event, context) -> List.of(bench.emit(context.key(), "by the killed one")),
                  Clients.member(kafka, settings.groupId(), settings.input()),
                  () -> Clients.reader(kafka, List.of(settings.input()), CarefulPoll.ONE_BY_ONE),
                  partition ->
                      hanging(
                          () -> patient(kafka, settings.transactionalId(partition.partition()))))
              .begin();
      case SLOW_EVERY_TENTH ->
          Worker.start(
              settings,
              (event, context) -> {
                if (Integer.parseInt(context.key().substring(1)) % 10 == 0) {
                  new CountDownLatch(1).await();
                }
                return List.of(bench.emit(context.key(), "by the killed one"));
              });
    }
    if (onSignal(mode)) {
      new CountDownLatch(1).await();
    }
    // Ends with the test, however that ends.
    while (System.in.read() >= 0) {}
    Runtime.getRuntime().halt(1);
  }

  private static boolean onSignal(Mode mode) {
    return mode == Mode.INTENT_ON_SIGNAL || mode == Mode.CONFIRM_ON_SIGNAL;
  }

  /// What needs the fence, as [Context] offers it.
  private interface Step {
    void take() throws InterruptedException;
  }

  private static List<Emit<?, ?>> onSignal(Step step) {
    say("BEGAN");
    awaitLine();
    boolean decided = false;
    while (!decided) {
      try {
        step.take();
        say("DONE");
        decided = true;
      } catch (FencedException e) {
        say("FENCED");
        decided = true;
      } catch (InterruptedException e) {
        // The worst kind of handler: it was told to stop, and tries nevertheless.
      }
    }
    return List.of();
  }

  private static void awaitLine() {
    try {
      int read = System.in.read();
      while (read != '\n') {
        if (read < 0) {
          Runtime.getRuntime().halt(1);
        }
        read = System.in.read();
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /// With a transaction timeout of ten minutes, so that nothing but a successor ends it in a test.
  private static Producer<byte[], byte[]> patient(KafkaSettings kafka, String transactionalId) {
    return new KafkaProducer<>(
        kafka.with(Map.of("transactional.id", transactionalId, "transaction.timeout.ms", "600000")),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }

  private static Supplier<Producer<byte[], byte[]>> hanging(
      Supplier<Producer<byte[], byte[]>> producers) {
    return () -> {
      Producer<byte[], byte[]> real = producers.get();
      @SuppressWarnings("unchecked")
      Producer<byte[], byte[]> proxy =
          (Producer<byte[], byte[]>)
              Proxy.newProxyInstance(
                  ChildWorker.class.getClassLoader(),
                  new Class<?>[] {Producer.class},
                  (self, method, values) -> {
                    if (method.getName().equals("commitTransaction")) {
                      real.flush();
                      say("OPEN");
                      new CountDownLatch(1).await();
                    }
                    try {
                      return method.invoke(real, values);
                    } catch (InvocationTargetException e) {
                      throw e.getCause();
                    }
                  });
      return proxy;
    };
  }

  private static void say(String word) {
    System.out.println(word);
    System.out.flush();
  }
}
