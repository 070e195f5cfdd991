package dev.playloop.worlds.sandbox;

import static dev.playloop.worlds.sandbox.TestSandbox.JSON;
import static dev.playloop.worlds.sandbox.TestSandbox.PATIENT;
import static dev.playloop.worlds.sandbox.TestSandbox.SETTINGS;
import static dev.playloop.worlds.sandbox.TestSandbox.SHORT;
import static dev.playloop.worlds.sandbox.TestSandbox.failure;
import static dev.playloop.worlds.sandbox.TestSandbox.run;
import static dev.playloop.worlds.sandbox.TestSandbox.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.worlds.sandbox.Outcome.Code;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// Code that does mean harm, over real children. After each attack the next run must work, in this
/// same sandbox; that this class gets to its end says that its own process came to no harm.
class AttackTest {
  private static final Limits LONG_LOOPS =
      new Limits(SHORT.wallClock(), Long.MAX_VALUE, SHORT.outputBytes(), SHORT.hostCalls());

  private static Sandbox sandbox;

  @BeforeAll
  static void start() {
    sandbox = Sandbox.start(SETTINGS);
  }

  @AfterAll
  static void stop() {
    sandbox.close();
  }

  @AfterEach
  void theNextRunWorks() throws InterruptedException {
    FakeHost host = new FakeHost();
    Outcome next = run(sandbox, "function run(x) { return [x, read('a')]; }", PATIENT, host, 7);
    assertThat(value(next)).isEqualTo(JSON.readTree("[7,\"content of a\"]"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "function run() { for (;;); }",
        "for (;;); function run() {}",
        "async function run() { for (;;) await null; }",
        "function run() { return { toJSON() { for (;;); } }; }",
        "function run() { return { get x() { for (;;); } }; }",
        "function run() { return new Proxy({}, { ownKeys() { for (;;); } }); }",
        "function run() { throw { toString() { for (;;); }, get message() { for (;;); } }; for (;;); }",
        "function run() { try { for (;;); } catch (e) {} finally { for (;;); } }",
        "function run() { for (;;) try { for (;;); } catch (e) {} }",
        "function* f() { for (;;) yield 1; } function run() { return [...f()].length; }",
        "function run() { return /^(a+)+\\1$/.test('a'.repeat(60) + '!'); }",
        "function run() { new Array(4e9 - 1e9).sort(() => 1); for (;;); }",
        "function run() { return 2n ** (2n ** 30n) % 7n; }",
      })
  void codeThatDoesNotEndIsEnded(String code) throws InterruptedException {
    Outcome.Failed failed = failure(run(sandbox, code, LONG_LOOPS, new FakeHost()));

    assertThat(failed.code()).isIn(Code.TIMEOUT, Code.RUNTIME_ERROR);
  }

  @Test
  void anEndlessLoopIsATimeout() throws InterruptedException {
    Outcome.Failed failed =
        failure(run(sandbox, "function run() { for (;;); }", LONG_LOOPS, new FakeHost()));

    assertThat(failed.code()).isEqualTo(Code.TIMEOUT);
    assertThat(failed.message()).isEqualTo("it took longer than 700 ms");
    assertThat(failed.cpuMillis()).isPositive();
  }

  @Test
  void statementsAreCounted() throws InterruptedException {
    Limits few = new Limits(PATIENT.wallClock(), 100_000, 1_000, 10);

    for (String code :
        List.of(
            "function run() { for (;;); }",
            "for (;;); function run() {}",
            "function run() { for (;;) try { for (;;); } catch (e) {} finally { continue; } }")) {
      Outcome.Failed failed = failure(run(sandbox, code, few, new FakeHost()));
      assertThat(failed.code()).isEqualTo(Code.TIMEOUT);
      assertThat(failed.message()).isEqualTo("it used more than 100000 statements");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "function run() { const a = []; for (;;) a.push(new Array(1000).fill(7)); }",
        "function run() { return new Uint8Array(1500000000).fill(1).length; }",
        "function run() { return new ArrayBuffer(1500000000).byteLength; }",
        "function run() { return new Array(300000000).fill(1).length; }",
        "function run() { let s = 'x'; for (;;) s += s; }",
        "function run() { let s = 'x'; while (s.length < 1e8) s += s; return s.toUpperCase().length; }",
        "function run() { let n = 1n; for (;;) n = n << 1000000n; }",
        "const a = []; for (;;) a.push(new Array(1000).fill(7)); function run() {}",
        "function run() { const a = []; try { for (;;) a.push(new Array(1000).fill(7)); } catch (e) { return 1; } }",
      })
  void memoryBombsEndTheChildOnly(String code) throws InterruptedException {
    Outcome.Failed failed = failure(run(sandbox, code, PATIENT, new FakeHost()));

    assertThat(failed.code()).isIn(Code.RUNTIME_ERROR, Code.TIMEOUT);
  }

  @Test
  void aBufferOfOneAndAHalfGigabytesIsTooMuchMemory() throws InterruptedException {
    Outcome.Failed failed =
        failure(
            run(
                sandbox,
                "function run() { return new Uint8Array(1500000000).length; }",
                PATIENT,
                new FakeHost()));

    assertThat(failed.code()).isEqualTo(Code.RUNTIME_ERROR);
    assertThat(failed.message()).isEqualTo("it used more memory than a run may have");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "function run() { return run() + 1; }",
        "function f() { f(); } f(); function run() {}",
        "function run() { const p = new Proxy({}, { get(t, k, r) { return r[k]; } }); return p.x; }",
        "function run() { return { toJSON() { return JSON.stringify(this); } }; }",
        "function run() { let a = []; for (let i = 0; i < 100000; i++) a = [a]; return a; }",
        "function run() { let a = []; for (let i = 0; i < 900; i++) a = [a]; return a; }",
        "function run() { let a = []; for (let i = 0; i < 900; i++) a = [a]; return invoke('x', a); }",
        "function run() { return eval('['.repeat(100000) + ']'.repeat(100000)); }",
        "function run() { return new RegExp('('.repeat(100000) + ')'.repeat(100000)).test(''); }",
      })
  void depthEndsInAnError(String code) throws InterruptedException {
    Outcome.Failed failed = failure(run(sandbox, code, PATIENT, new FakeHost()));

    assertThat(failed.code()).isEqualTo(Code.RUNTIME_ERROR);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Java",
        "Java.type('java.lang.System').exit(7)",
        "Packages.java.lang.System.exit(7)",
        "java.lang.Runtime.getRuntime()",
        "com.sun.jna.Native",
        "Polyglot.eval('js', '1')",
        "Polyglot.import('x')",
        "Graal.versionECMAScript",
        "invoke.getClass()",
        "invoke.getClass().forName('java.lang.System')",
        "HostError.class.forName('java.lang.System')",
        "this.constructor.constructor('return Java')()",
        "invoke.constructor('return Java')()",
        "Function('return process')()",
        "(async () => {}).constructor('return Java')()",
        "(() => { try { read('x', Symbol()); null.x } catch (e) { return e.constructor.constructor('return Packages')() } })()",
        "load('/etc/passwd')",
        "loadWithNewGlobal('/etc/passwd')",
        "quit(7)",
        "exit(7)",
        "readFully('/etc/passwd')",
        "readline()",
        "require('fs').readFileSync('/etc/passwd')",
        "Deno.readTextFile('/etc/passwd')",
        "process.exit(7)",
        "process.env.PATH",
        "$ENV.PATH",
        "$EXEC('id')",
        "fetch('http://127.0.0.1/')",
        "new XMLHttpRequest()",
        "new WebSocket('ws://127.0.0.1/')",
        "new EventSource('http://127.0.0.1/')",
        "importScripts('http://127.0.0.1/x.js')",
        "new Worker('x.js')",
        "setTimeout(() => 1, 1)",
        "new SharedArrayBuffer(8)",
        "WebAssembly.compile(new Uint8Array(8))",
        "Atomics.wait(new Int32Array(new ArrayBuffer(8)), 0, 0)",
        "host('invoke', '[]')",
        "Debug",
        "new java.lang.Thread(() => 1).start()",
      })
  void thereIsNoWayOut(String expression) throws InterruptedException {
    Outcome.Failed failed =
        failure(
            run(sandbox, "async function run() { return String(await (" + expression + ")); }"));

    assertThat(failed.code()).isEqualTo(Code.RUNTIME_ERROR);
    assertThat(failed.message()).containsAnyOf("ReferenceError", "TypeError");
  }

  @Test
  void filesAreNotImported(@TempDir Path folder) throws IOException, InterruptedException {
    Path module = Files.writeString(folder.resolve("m.mjs"), "export const secret = 42;");

    for (String name :
        List.of(module.toString(), module.toUri().toString(), "./m.mjs", "fs", "node:fs")) {
      Outcome.Failed failed =
          failure(
              run(
                  sandbox,
                  "async function run(name) { return (await import(name)).secret; }",
                  PATIENT,
                  new FakeHost(),
                  name));
      assertThat(failed.code()).isEqualTo(Code.RUNTIME_ERROR);
    }
  }

  @Test
  void noConnectionIsMade() throws IOException, InterruptedException {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String address = "http://127.0.0.1:" + server.getLocalPort() + "/x.mjs";

      failure(
          run(
              sandbox,
              """
              async function run(address) {
                const tries = [() => import(address), () => fetch(address), () => load(address),
                               () => new Function('return import("' + address + '")')()];
                const said = [];
                for (const attempt of tries) {
                  try { await attempt(); return 'got it'; } catch (e) { said.push(String(e)); }
                }
                throw new Error(said.join());
              }
              """,
              PATIENT,
              new FakeHost(),
              address));

      server.setSoTimeout(1);
      assertThat(accepts(server)).isFalse();
    }
  }

  @Test
  void theHostFunctionsAreOnlyFunctions() throws InterruptedException {
    String code =
        """
        function run() {
          const seen = new Set(), found = [];
          const visit = (value, path) => {
            if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return;
            if (seen.has(value) || seen.size > 5000) return;
            seen.add(value);
            if (typeof value === 'function' || Object.getPrototypeOf(value) === Object.prototype) {
              for (const word of ['getClass', 'class', 'static', 'newInstance', 'getDeclaredMethods']) {
                if (word in value) found.push(path + '.' + word);
              }
            }
            for (const key of Reflect.ownKeys(value)) {
              const property = Reflect.getOwnPropertyDescriptor(value, key);
              const name = path + '.' + String(key);
              visit(property.value, name); visit(property.get, name); visit(property.set, name);
            }
            visit(Reflect.getPrototypeOf(value), path + '.__proto__');
          };
          visit(globalThis, 'globalThis');
          for (const f of [invoke, read, query, pay, balance, HostError]) visit(f, f.name);
          return { found, enough: seen.size > 500, all: seen.size <= 5000 };
        }
        """;

    assertThat(value(run(sandbox, code)))
        .isEqualTo(JSON.readTree("{\"found\":[],\"enough\":true,\"all\":true}"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "function run() { for (;;) print('x'.repeat(100)); } | printed more than 65536 bytes",
        "function run() { for (;;) console.log('x'.repeat(100)); } | printed more than 65536 bytes",
        "function run() { for (let i = 0; i < 2000; i++) try { console.error('x'.repeat(100)); } catch (e) {} return 1; } | printed more than 65536 bytes",
        "print('x'.repeat(70000)); function run() {} | printed more than 65536 bytes",
        "function run() { return 'x'.repeat(70000); } | a result of 70002 bytes of JSON, at most 65536",
        "function run() { return 'x'.repeat(20000000); } | a result of 20000002 bytes of JSON, at most 65536",
        "function run() { return new Array(100000); } | a result of 500001 bytes of JSON, at most 65536",
        "function run() { read('x'.repeat(70000)); } | arguments of 70004 bytes of JSON, at most 65536",
        "function run() { throw new Error('x'.repeat(10000000)); } | Error: xxxxxx",
      })
  void floodsAreCut(String code, String message) throws InterruptedException {
    Outcome.Failed failed = failure(run(sandbox, code));

    assertThat(failed.code()).isEqualTo(Code.RUNTIME_ERROR);
    assertThat(failed.message()).contains(message).hasSizeLessThanOrEqualTo(1_000);
  }

  @Test
  void whatIsPrintedNeverLooksLikeALineOfTheProtocol() throws InterruptedException {
    String code =
        """
        function run() {
          const line = '\\n{"type":"DONE","value":"\\\\"forged\\\\"","cpuNanos":"1"}\\n';
          print(line); console.log(line); console.error(line); printErr(line);
          try { read(line); } catch (e) {}
          return line;
        }
        """;
    FakeHost host = new FakeHost();

    JsonNode value = value(run(sandbox, code, PATIENT, host));

    assertThat(value.stringValue()).startsWith("\n{\"type\":\"DONE\"").endsWith("}\n");
    assertThat(host.asked).singleElement().asString().startsWith("read \n{\"type\":\"DONE\"");
  }

  @Test
  void tenThousandInvocationsAreTooMany() throws InterruptedException {
    AtomicInteger invoked = new AtomicInteger();
    HostPort host = counting(invoked);

    Outcome.Failed failed =
        failure(
            run(
                sandbox,
                "function run() { for (let i = 0; i < 10000; i++) try { invoke('x'); } catch (e) {} }",
                PATIENT,
                host));

    assertThat(failed.code()).isEqualTo(Code.RUNTIME_ERROR);
    assertThat(failed.message()).contains("more than 1000 times");
    assertThat(invoked).hasValue(1_000);
  }

  @Test
  void tenThousandInvocationsThatAreAllowedRunToTheirEndOrOutOfTime() throws InterruptedException {
    Limits many = new Limits(PATIENT.wallClock(), PATIENT.statements(), 1_000, 10_000);
    AtomicInteger invoked = new AtomicInteger();

    Outcome outcome =
        run(
            sandbox,
            "function run() { for (let i = 0; i < 10000; i++) invoke('x'); return 'done'; }",
            many,
            counting(invoked));

    assertThat(value(outcome).stringValue()).isEqualTo("done");
    assertThat(invoked).hasValue(10_000);
  }

  @Test
  void whatOneRunChangesTheNextDoesNotSee() throws InterruptedException {
    try (Sandbox one = Sandbox.start(SETTINGS.withSize(1))) {
      run(
          one,
          """
          Object.prototype.polluted = 'yes'; Array.prototype.map = () => 'mine'; globalThis.left = 1;
          JSON.parse = () => 'mine'; JSON.stringify = () => '"mine"'; Object.prototype.toJSON = () => 'mine';
          Reflect.apply = () => 'mine'; Promise.prototype.then = () => 'mine'; String = () => 'mine';
          Object.freeze(Object.prototype); delete globalThis.invoke; HostError.prototype.name = 'mine';
          Error.prepareStackTrace = () => 'mine'; RegExp.prototype.exec = () => ['mine'];
          Symbol.for('left').description; var seen = 1;
          function run() { return 1; }
          """);

      JsonNode seen =
          value(
              run(
                  one,
                  """
                  function run() {
                    return [{}.polluted, [1].map((x) => x + 1), typeof left, JSON.parse('{"a":1}'), {b: 2},
                            typeof invoke, typeof seen, read('x'), Object.isFrozen(Object.prototype),
                            /a/.exec('a')[0], new HostError('c', 'm').name];
                  }
                  """));

      assertThat(seen)
          .isEqualTo(
              JSON.readTree(
                  """
                  [null,[2],"undefined",{"a":1},{"b":2},"function","undefined","content of x",false,"a","HostError"]
                  """));
    }
  }

  @Test
  void pollutionOfItsOwnContextDoesNotReachTheHost() throws InterruptedException {
    FakeHost host = new FakeHost();
    String code =
        """
        Array.prototype[Symbol.iterator] = function* () { yield 'forged'; };
        JSON.stringify = () => '["forged"]'; JSON.parse = () => [true, 'forged'];
        Reflect.apply = () => 'forged';
        function run() { return pay('d', 7); }
        """;

    assertThat(value(run(sandbox, code, PATIENT, host))).isEqualTo(JSON.readTree("7"));
    assertThat(host.asked).containsExactly("pay d 7");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "function run() { return new Proxy({ a: 1 }, { get: (t, k) => k === 'toJSON' ? undefined : 9 }); } | {\"a\":9}",
        "function run() { return new Proxy([], { get: (t, k) => k === 'length' ? 2 : k === 'toJSON' ? undefined : 5 }); } | [5,5]",
        "function run() { return { toJSON: () => ({ toJSON: 1 }) }; } | {\"toJSON\":1}",
        "function run() { return JSON.parse('{\"__proto__\": {\"x\": 1}}'); } | {\"__proto__\":{\"x\":1}}",
        "function run() { return new Proxy(function () {}, { get() { throw 1; } }); } | RUNTIME_ERROR",
        "function run() { return new Proxy({}, { get() { throw new Error('trap'); } }); } | RUNTIME_ERROR",
        "function run() { return { then(f) { f('thenable'); } }; } | {}",
        "async function run() { return { then(f) { f('thenable'); } }; } | \"thenable\"",
      })
  void resultsThatRunCodeGiveJsonOrFail(String code, String expected) throws InterruptedException {
    Outcome outcome = run(sandbox, code);

    if (expected.equals("RUNTIME_ERROR")) {
      assertThat(failure(outcome).code()).isEqualTo(Code.RUNTIME_ERROR);
    } else {
      assertThat(value(outcome)).isEqualTo(JSON.readTree(expected));
    }
  }

  @Test
  void aChildThatIsKilledInMidCallIsAnError() throws InterruptedException {
    try (ProcessSandbox own = (ProcessSandbox) Sandbox.start(SETTINGS.withSize(1))) {
      HostPort killing =
          new FakeHost() {
            @Override
            public long balance() {
              own.pids().forEach(pid -> ProcessHandle.of(pid).orElseThrow().destroyForcibly());
              return 1;
            }
          };

      Outcome.Failed failed =
          failure(run(own, "function run() { return balance(); }", PATIENT, killing));

      assertThat(failed.code()).isEqualTo(Code.RUNTIME_ERROR);
      assertThat(failed.message()).contains("its process died", "137");
      assertThat(value(run(own, "function run() { return 1; }"))).isEqualTo(JSON.readTree("1"));
    }
  }

  @Test
  void aChildThatIsKilledWhileItComputesIsAnError() throws Exception {
    try (ProcessSandbox own = (ProcessSandbox) Sandbox.start(SETTINGS.withSize(1))) {
      HostPort killing =
          new FakeHost() {
            @Override
            public long balance() {
              List<Long> pids = own.pids();
              Thread.ofVirtual()
                  .start(() ->
                      pids.forEach(pid -> ProcessHandle.of(pid).orElseThrow().destroyForcibly()));
              return 1;
            }
          };

      Outcome.Failed failed =
          failure(
              run(
                  own,
                  "function run() { balance(); for (;;); }",
                  new Limits(PATIENT.wallClock(), Long.MAX_VALUE, 100, 10),
                  killing));

      assertThat(failed.code()).isEqualTo(Code.RUNTIME_ERROR);
      assertThat(failed.message()).contains("its process died");
      assertThat(value(run(own, "function run() { return 1; }"))).isEqualTo(JSON.readTree("1"));
    }
  }

  @Test
  void aFrozenChildIsATimeout() throws Exception {
    try (ProcessSandbox own = (ProcessSandbox) Sandbox.start(SETTINGS.withSize(1))) {
      HostPort freezing =
          new FakeHost() {
            @Override
            public JsonNode read(String artifact) throws InterruptedException {
              for (long pid : own.pids()) {
                stop(pid);
              }
              // More than a pipe holds: whoever sends it waits.
              return NODES.stringNode("x".repeat(1 << 20));
            }
          };

      Outcome.Failed failed =
          failure(run(own, "function run() { return read('x').length; }", SHORT, freezing));

      assertThat(failed.code()).isEqualTo(Code.TIMEOUT);
      assertThat(value(run(own, "function run() { return 1; }"))).isEqualTo(JSON.readTree("1"));
    }
  }

  @Test
  void codeNeverReachesACommandLineOrAPath() throws InterruptedException {
    try (ProcessSandbox own = (ProcessSandbox) Sandbox.start(SETTINGS.withSize(1))) {
      String mark = "Zebra7";
      HostPort looking =
          new FakeHost() {
            @Override
            public JsonNode read(String artifact) {
              ProcessHandle child = ProcessHandle.of(own.pids().getFirst()).orElseThrow();
              return NODES.stringNode(
                  child.info().commandLine().orElseThrow() + TestSandbox.folder(child.pid()));
            }
          };

      Outcome outcome =
          own.run(
              new Program("javascript", "function Zebra7() { return read('Zebra7'); }", mark),
              List.of(JSON.valueToTree(mark)),
              new Call(mark, mark),
              PATIENT,
              looking);

      assertThat(value(outcome).stringValue())
          .contains("ChildMain javascript")
          .doesNotContain(mark);
    }
  }

  private static void stop(long pid) throws InterruptedException {
    try {
      assertThat(new ProcessBuilder("kill", "-STOP", Long.toString(pid)).start().waitFor())
          .isZero();
    } catch (IOException noKill) {
      throw new IllegalStateException("no `kill` on the PATH", noKill);
    }
  }

  private static boolean accepts(ServerSocket server) throws IOException {
    try {
      server.accept().close();
      return true;
    } catch (java.net.SocketTimeoutException nobody) {
      return false;
    }
  }

  private static HostPort counting(AtomicInteger invoked) {
    return new FakeHost() {
      @Override
      public JsonNode invoke(String artifact, List<JsonNode> args) throws HostRefusal {
        if (invoked.incrementAndGet() % 2 == 0) {
          return NODES.nullNode();
        }
        return NODES.stringNode("ok");
      }
    };
  }
}
