package dev.playloop.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.http.HostileHttp;
import dev.playloop.http.HostileHttp.Target;
import dev.playloop.http.HostileHttpTargetBuilder;
import dev.playloop.http.Wire;
import dev.playloop.testkit.EmbeddedOnly;
import dev.playloop.worlds.emulator.EmulatorMain;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Every socket that a whole system listens on is known, and every one that speaks HTTP stands what
/// strangers send. Whoever listens on one more names it here.
@EmbeddedOnly("it is about the sockets of the embedded servers")
class ListeningTest {
  private static final String INDEX = "index";
  private static final Pattern CHAIN =
      Pattern.compile("simulated chain at (\\S+),.*its index: (\\S+)\\?query");

  private static final String COMPLETIONS = "/v1/chat/completions";

  @TempDir private static Path data = Path.of("");
  private static LocalSystem system;
  private static List<Listening> before = List.of();

  @BeforeAll
  static void up() throws InterruptedException {
    before = Listening.ofThisTree();
    system =
        LocalSystem.start(
            Working.options(Map.of("PLAYLOOP_ETERNUM_DEVNET", "simulator"))
                .withWorlds(InstalledWorlds.names())
                .withData(data));
  }

  @AfterAll
  static void down() {
    system.close();
  }

  @Test
  void everyListeningSocketIsKnown() {
    Set<Integer> known =
        Stream.concat(targets().map(target -> target.address().getPort()), brokerPorts().stream())
            .collect(Collectors.toSet());
    assertThat(Listening.ofThisTree())
        .filteredOn(socket -> !before.contains(socket))
        .filteredOn(socket -> !socket.command().equals("postgres"))
        .isNotEmpty()
        .allSatisfy(socket -> assertThat(known).as("%s", socket).contains(socket.port()));
  }

  /// The index takes no POST, which is what most attacks are: they end before their body is looked
  /// at.
  @TestFactory
  Stream<DynamicTest> noAttackGetsInAnywhere() {
    return HostileHttp.on(
        targets().filter(target -> !target.name().equals(INDEX)).toArray(Target[]::new));
  }

  @Test
  void theGatewayAsksForATokenUnlessItIsToldNotTo() {
    assertThat(system.httpToken()).isNotNull().hasSizeGreaterThan(32);
  }

  @Test
  void theModelHearsItsOwnSystemAlone() throws IOException {
    String post = "POST " + COMPLETIONS + " HTTP/1.1\r\nHost: localhost:%d\r\n";
    try (Wire wire = Wire.to(system.model())) {
      wire.send(post.formatted(system.model().getPort()) + "Content-Length: 2\r\n\r\n{}");
      assertThat(wire.next().status()).isEqualTo(401);
    }
  }

  private static Stream<Target> targets() {
    String token = system.httpToken();
    URI model = URI.create("http://127.0.0.1:" + system.model().getPort());
    return Stream.concat(
        chain(),
        Stream.of(
            Target.of("gateway", system.http(), "/healthz", "/v1/events", token),
            HostileHttpTargetBuilder.builder()
                .name("model")
                .address(model)
                .get(COMPLETIONS)
                .answer(405)
                .post(COMPLETIONS)
                .token(system.modelKey())
                .problems(true)
                .build(),
            emulator()));
  }

  /// Chain and index, as the system tells where they are.
  private static Stream<Target> chain() {
    Matcher told = CHAIN.matcher(String.join("\n", system.places()));
    assertThat(told.find()).as("%s", system.places()).isTrue();
    URI rpc = URI.create(told.group(1));
    URI index = URI.create(told.group(2));
    return Stream.of(
        HostileHttpTargetBuilder.builder()
            .name("chain")
            .address(rpc)
            .get(rpc.getPath())
            .answer(405)
            .post(rpc.getPath())
            .problems(true)
            .build(),
        HostileHttpTargetBuilder.builder()
            .name(INDEX)
            .address(index)
            .get(index.getPath() + "?query=select%201")
            .answer(200)
            .post(index.getPath())
            .problems(true)
            .build());
  }

  /// Another user of the machine knows the port, and no more.
  @ParameterizedTest
  @ValueSource(
      strings = {"/rpc", "/", "/sql?query=select%201", "/0123456789abcdef0123456789abcdef/rpc"})
  void whoWasNotToldWhereChainAndIndexAreFindsNothing(String path) throws IOException {
    for (Target target : chain().toList()) {
      try (Wire wire = Wire.to(target.address())) {
        wire.send(
            "POST "
                + path
                + " HTTP/1.1\r\nHost: localhost:%d\r\nContent-Length: 2\r\n\r\n{}"
                    .formatted(target.address().getPort()));
        assertThat(wire.next().status()).isEqualTo(404);
      }
    }
  }

  /// Its port and token, as its own process knows them; no other has such a variable.
  private static Target emulator() {
    ProcessHandle process =
        ProcessHandle.current()
            .descendants()
            .filter(p -> variable(p.pid(), EmulatorMain.TOKEN).isPresent())
            .findFirst()
            .orElseThrow();
    int port =
        Listening.ofThisTree().stream()
            .filter(socket -> socket.pid() == process.pid())
            .findFirst()
            .orElseThrow()
            .port();
    return HostileHttpTargetBuilder.builder()
        .name("emulator")
        .address(URI.create("http://127.0.0.1:" + port))
        .get("/core/getgamecode")
        .answer(200)
        .post("/playloop/release")
        .token(variable(process.pid(), EmulatorMain.TOKEN).orElseThrow())
        .problems(false)
        .build();
  }

  private static Optional<String> variable(long pid, String name) {
    try {
      String all =
          Files.readString(
              Path.of("/proc", Long.toString(pid), "environ"), StandardCharsets.ISO_8859_1);
      return Stream.of(all.split("\0", -1))
          .filter(line -> line.startsWith(name + "="))
          .map(line -> line.substring(name.length() + 1))
          .findFirst();
    } catch (IOException gone) {
      return Optional.empty();
    }
  }

  /// Broker, controller and their gate: theirs is the broker's own authentication.
  private static List<Integer> brokerPorts() {
    try (Stream<String> lines =
        Files.lines(data.resolve("broker").resolve("playloop-ports.properties"))) {
      return lines
          .filter(line -> line.matches("[\\w-]+=\\d+"))
          .map(line -> Integer.parseInt(line.substring(line.indexOf('=') + 1)))
          .toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
