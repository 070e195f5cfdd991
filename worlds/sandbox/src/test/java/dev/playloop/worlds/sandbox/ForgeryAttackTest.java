package dev.playloop.worlds.sandbox;

import static dev.playloop.worlds.sandbox.TestSandbox.JSON;
import static dev.playloop.worlds.sandbox.TestSandbox.PATIENT;
import static dev.playloop.worlds.sandbox.TestSandbox.SETTINGS;
import static dev.playloop.worlds.sandbox.TestSandbox.failure;
import static dev.playloop.worlds.sandbox.TestSandbox.run;
import static dev.playloop.worlds.sandbox.TestSandbox.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.worlds.sandbox.Outcome.Code;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// Output and results that flood, that pretend to be something else, or that outlive their run.
@Tag("slow")
class ForgeryAttackTest extends Attacks {
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
}
