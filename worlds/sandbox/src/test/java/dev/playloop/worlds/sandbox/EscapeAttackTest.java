package dev.playloop.worlds.sandbox;

import static dev.playloop.worlds.sandbox.TestSandbox.JSON;
import static dev.playloop.worlds.sandbox.TestSandbox.PATIENT;
import static dev.playloop.worlds.sandbox.TestSandbox.SETTINGS;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// Attempts to get at anything but what was given: the host, files, the network, processes.
@Tag("slow")
class EscapeAttackTest extends Attacks {
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
              new GuestCall(mark, mark),
              PATIENT,
              looking);

      assertThat(value(outcome).stringValue())
          .contains("ChildMain javascript")
          .doesNotContain(mark);
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
}
