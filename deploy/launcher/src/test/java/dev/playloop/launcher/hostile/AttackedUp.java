package dev.playloop.launcher.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.playloop.launcher.Listening;
import dev.playloop.testkit.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.function.Executable;

/// `./playloop up` as a process that is attacked: with a provider that says what it is told to, the
/// company of agents that live in it, and a game's client of its broker.
final class AttackedUp implements AutoCloseable {
  /// A machine that stands still for so long may make it say that it is not ready; an attack may
  /// not.
  private static final Duration PAUSE = Duration.ofSeconds(60);

  final Path folder;
  final Provider provider;
  final UpProcess process;
  final Company company;
  final GameClient game;

  private AttackedUp(Path folder, Provider provider, UpProcess process) {
    this.folder = folder;
    this.provider = provider;
    this.process = process;
    this.company = Company.of(process.operator(), provider, "attacked");
    this.game = new GameClient(process.game());
  }

  static AttackedUp start(Path folder) {
    Provider provider = Provider.start();
    UpProcess up =
        UpProcess.launch(
                folder.resolve("home"),
                folder.resolve("data"),
                Map.of(
                    "PLAYLOOP_MODEL_NAME", Provider.MODEL,
                    "PLAYLOOP_MODEL_PRICE_INPUT", "5",
                    "PLAYLOOP_MODEL_PRICE_OUTPUT", "25",
                    "PLAYLOOP_HTTP_RATE", "100000",
                    "PLAYLOOP_HTTP_ACK_TIMEOUT", "60s"),
                Company.example(folder.resolve("example")).toString(),
                "--worlds",
                "all",
                "--model",
                provider.address().toString())
            .awaitUp();
    return new AttackedUp(folder, provider, up);
  }

  void nobodyNoticed() {
    assertThat(process.isAlive()).as(process.said()).isTrue();
    assertThat(process.said())
        .doesNotContain("a thread of the", "this is a bug", "OutOfMemoryError")
        .doesNotContain("\u001b", "\u009b");
    Await.until(PAUSE, process::said, AttackedUp::isReady);
    company.isWell();
  }

  private static boolean isReady(String said) {
    return said.lastIndexOf("ready again") >= said.lastIndexOf("not ready");
  }

  /// An attack, and a look at what came of it.
  DynamicTest attack(String name, Executable attack) {
    return dynamicTest(
        name,
        () -> {
          attack.execute();
          nobodyNoticed();
        });
  }

  /// Sockets of what it started; PostgreSQL's processes have left the tree, and name its folder.
  List<Listening> sockets(String command) {
    String data = folder.resolve("data").toString();
    return Listening.of(
            Stream.concat(
                process.handle().descendants(),
                ProcessHandle.allProcesses()
                    .filter(it -> it.info().commandLine().orElse("").contains(data))))
        .stream()
        .filter(socket -> socket.command().equals(command))
        .toList();
  }

  @Override
  public void close() {
    try {
      process.stop();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      process.close();
      company.close();
      provider.close();
    }
  }
}
