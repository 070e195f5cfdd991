package dev.playloop.worlds.sandbox.python;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.worlds.sandbox.GuestCall;
import dev.playloop.worlds.sandbox.HostPort;
import dev.playloop.worlds.sandbox.HostRefusal;
import dev.playloop.worlds.sandbox.Limits;
import dev.playloop.worlds.sandbox.Outcome;
import dev.playloop.worlds.sandbox.Outcome.Code;
import dev.playloop.worlds.sandbox.Program;
import dev.playloop.worlds.sandbox.Sandbox;
import dev.playloop.worlds.sandbox.SandboxSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/// Python over real children, kind and unkind. After each test the next run must work, in this same
/// sandbox.
class PythonTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Limits PATIENT = Limits.DEFAULT.withWallClock(Duration.ofSeconds(60));
  private static final Limits SHORT = Limits.DEFAULT.withWallClock(Duration.ofSeconds(2));

  /// How a guest reaches what the prelude does not let it import.
  private static final String AROUND_THE_PRELUDE =
      """
      import collections
      sys = collections._sys
      load = sys.modules['_frozen_importlib'].__import__
      """;

  private static Sandbox sandbox;

  @BeforeAll
  static void start() {
    sandbox =
        Sandbox.start(
            SandboxSettings.DEFAULT
                .withSize(1)
                .withPatience(Duration.ofSeconds(90))
                .withPython(Path.of("target", "jars")));
  }

  @AfterAll
  static void stop() {
    sandbox.close();
  }

  @AfterEach
  void theNextRunWorks() throws InterruptedException {
    assertThat(value(run("def run(x): return [x, read('a')]", 7)))
        .isEqualTo(JSON.readTree("[7,\"content of a\"]"));
  }

  @Test
  void argumentsAndResultsAreJson() throws InterruptedException {
    Object[] args = {1, "ü", List.of(1.5, true)};

    assertThat(value(run("def run(*args): return {'args': args, 'none': None}", args)))
        .isEqualTo(JSON.readTree("{\"args\":[1,\"ü\",[1.5,true]],\"none\":null}"));
    assertThat(value(run("def run(): return [caller, self]")))
        .isEqualTo(JSON.readTree("[\"ada\",\"tool-1\"]"));
  }

  @Test
  void theHostIsAskedAndItsRefusalIsAnError() throws InterruptedException {
    String code =
        """
        def run():
          try:
            pay('b', 3)
          except HostError as e:
            return [e.code, str(e), invoke('t', 1, [2]), read('x'), query({'a': 1}), balance()]
        """;

    assertThat(value(run(code)))
        .isEqualTo(
            JSON.readTree(
                "[\"insufficient_funds\",\"poor\",\"t [1,[2]]\",\"content of x\",{\"a\":1},41]"));
    assertFailed(run("def run(): pay('b', 3)"), Code.RUNTIME_ERROR, "HostError: poor (line 1)");
  }

  @Test
  void nothingIsLeftFromARunForTheNext() throws InterruptedException {
    assertThat(value(run("import math\nmath.left = 1\nleft = 1\ndef run(): return left")))
        .isEqualTo(JSON.readTree("1"));

    assertThat(
            value(
                run("import math\ndef run(): return ['left' in globals(), hasattr(math, 'left')]")))
        .isEqualTo(JSON.readTree("[false,false]"));
  }

  @Test
  void whatIsNamedAsAllowedCanBeImported() throws InterruptedException {
    Outcome.Failed refused = failed(run("import os\ndef run(): pass"));
    assertThat(refused.code()).isEqualTo(Code.RUNTIME_ERROR);
    assertThat(refused.message()).startsWith("ImportError: import of os is not allowed here; ");
    String allowed = refused.message().replaceAll(".*allowed: | \\(line.*", "");

    assertThat(value(run("import " + allowed + "\ndef run(): return math.gcd(12, 18)")))
        .isEqualTo(JSON.readTree("6"));
  }

  @Test
  void codeThatDoesNotParseOrDefinesNoEntryIsASyntaxError() throws InterruptedException {
    assertThat(failed(run("def run(:\n  pass")).code()).isEqualTo(Code.SYNTAX_ERROR);
    assertFailed(run("x = 1"), Code.SYNTAX_ERROR, "defines no function run");
    assertThat(sandbox.check(Program.python("def run(): return 1"), "ada")).isEmpty();
    assertThat(sandbox.check(Program.python("def walk(): return 1"), "ada")).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "def run():\n  while True: pass",
        "while True: pass\ndef run(): pass",
        "def run():\n  while True:\n    try:\n      while True: pass\n    except BaseException: pass",
        "def run(): return sum(10 ** 5 for _ in iter(int, 1))",
        "import re\ndef run(): return re.match(r'(a+)+\\1$', 'a' * 60 + '!')",
        "import time\ndef run(): time.sleep(100000)",
      })
  void codeThatDoesNotEndIsEnded(String code) throws InterruptedException {
    assertThat(failed(run(code, SHORT)).code()).isEqualTo(Code.TIMEOUT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "def run():\n  a = []\n  while True: a.append([7] * 100000)",
        "def run(): return len(bytearray(1500000000))",
        "def run(): return len('x' * 2000000000)",
        "def run():\n  a = []\n  try:\n    while True: a.append([7] * 100000)\n  except BaseException: return 1",
      })
  void memoryBombsEndTheChildOnly(String code) throws InterruptedException {
    assertThat(failed(run(code, PATIENT)).code()).isEqualTo(Code.RUNTIME_ERROR);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "def run():\n  while True: print('x' * 1000)",
        "def run():\n  try:\n    while True: print('x' * 1000)\n  except BaseException: return 1",
        "def run(): return 'x' * 70000",
        "def run(): return read('x' * 70000)",
        "def run(): return run()",
        "def run():\n  for _ in range(2000): balance()",
        "def run(): raise SystemExit(7)",
        "def run(): return float('nan')",
      })
  void tooMuchIsAnError(String code) throws InterruptedException {
    assertThat(failed(run(code, PATIENT)).code()).isEqualTo(Code.RUNTIME_ERROR);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "open('/etc/passwd').read()",
        "open('out.txt', 'w').write('x')",
        "load('posix').system('id')",
        "load('posix').fork()",
        "load('posix').listdir('/')",
        "load('posix').environ[b'PATH']",
        "load('posix').kill(1, 9)",
        "load('subprocess').run(['id'])",
        "load('socket').create_connection(('127.0.0.1', 1))",
        "load('_socket').socket().bind(('127.0.0.1', 0))",
        "load('ctypes').CDLL(None)",
        "load('_thread').start_new_thread(print, ())",
        "load('java').type('java.lang.System')",
        "load('polyglot').eval(language='python', string='1')",
        "read.__globals__['__builtins__'].open('/etc/passwd').read()",
      })
  void thereIsNoWayOut(String expression) throws InterruptedException {
    String code = AROUND_THE_PRELUDE + "def run(): return str(" + expression + ")";

    assertThat(failed(run(code, PATIENT)).code()).isEqualTo(Code.RUNTIME_ERROR);
  }

  @Test
  void theLibrarysFolderIsNoWayToOtherFiles(@TempDir Path folder)
      throws InterruptedException, IOException {
    Path secret = Files.writeString(folder.resolve("secret.py"), "SECRET");
    String home = "import json\nhome = json.__file__.rsplit('/lib/', 1)[0]\n";
    String up = home + "path = home + '/..' * home.count('/') + '%s'\n";

    String reads = up.formatted(secret) + "def run(): return open(path).read()";
    assertThat(failed(run(reads, PATIENT)).code()).isEqualTo(Code.RUNTIME_ERROR);
    String lists = up.formatted(folder) + AROUND_THE_PRELUDE;
    assertThat(failed(run(lists + "def run(): return load('posix').listdir(path)")).code())
        .isEqualTo(Code.RUNTIME_ERROR);
    String writes = home + "def run(): return open(home + '/lib/x.py', 'w').write('1')";
    assertThat(failed(run(writes, PATIENT)).code()).isEqualTo(Code.RUNTIME_ERROR);
  }

  @Test
  void bothLanguagesAreThere() throws InterruptedException {
    assertThat(sandbox.languages()).containsExactly(Program.JAVASCRIPT, Program.PYTHON);
    Program script = Program.javascript("function run() { return 1; }");
    assertThat(
            value(sandbox.run(script, List.of(), new GuestCall("ada", "tool-1"), PATIENT, new Host())))
        .isEqualTo(JSON.readTree("1"));
  }

  private static Outcome run(String code, Object... args) throws InterruptedException {
    return run(code, PATIENT, args);
  }

  private static Outcome run(String code, Limits limits, Object... args)
      throws InterruptedException {
    List<JsonNode> nodes = Arrays.stream(args).map(arg -> JSON.<JsonNode>valueToTree(arg)).toList();
    return sandbox.run(Program.python(code), nodes, new GuestCall("ada", "tool-1"), limits, new Host());
  }

  private static JsonNode value(Outcome outcome) {
    assertThat(outcome).isInstanceOf(Outcome.Returned.class);
    return ((Outcome.Returned) outcome).value();
  }

  private static Outcome.Failed failed(Outcome outcome) {
    assertThat(outcome).isInstanceOf(Outcome.Failed.class);
    return (Outcome.Failed) outcome;
  }

  private static void assertFailed(Outcome outcome, Code code, String text) {
    assertThat(failed(outcome).code()).isEqualTo(code);
    assertThat(failed(outcome).message()).contains(text);
  }

  /// Answers everything but a payment.
  private static final class Host implements HostPort {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    @Override
    public JsonNode invoke(String artifact, List<JsonNode> args) {
      return NODES.stringNode(artifact + " " + JSON.writeValueAsString(args));
    }

    @Override
    public JsonNode read(String artifact) {
      return NODES.stringNode("content of " + artifact);
    }

    @Override
    public JsonNode query(JsonNode query) {
      return query;
    }

    @Override
    public JsonNode pay(String to, long amount) throws HostRefusal {
      throw new HostRefusal("insufficient_funds", "poor");
    }

    @Override
    public long balance() {
      return 41;
    }
  }
}
