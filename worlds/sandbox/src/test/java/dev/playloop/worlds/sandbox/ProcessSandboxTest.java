package dev.playloop.worlds.sandbox;

import static dev.playloop.worlds.sandbox.TestSandbox.CALL;
import static dev.playloop.worlds.sandbox.TestSandbox.JSON;
import static dev.playloop.worlds.sandbox.TestSandbox.PATIENT;
import static dev.playloop.worlds.sandbox.TestSandbox.failure;
import static dev.playloop.worlds.sandbox.TestSandbox.run;
import static dev.playloop.worlds.sandbox.TestSandbox.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.worlds.sandbox.Outcome.Code;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// What code that means no harm gets, over real children.
@Tag("slow")
class ProcessSandboxTest extends OnSandbox {
  @Test
  void argumentsGoInAndAValueComesOut() throws InterruptedException {
    Outcome outcome =
        run(
            sandbox,
            "function run(a, b, c) { return { sum: a + b.n, text: c, who: [caller, self] }; }",
            2,
            Map.of("n", 3),
            "ü \"\\\n \u2028 {\"type\":\"DONE\"}");

    assertThat(value(outcome))
        .isEqualTo(
            JSON.readTree(
                """
                {"sum":5,"text":"ü \\"\\\\\\n \\u2028 {\\"type\\":\\"DONE\\"}","who":["ada","tool-1"]}
                """));
    assertThat(outcome.cpuMillis()).isPositive();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "const run = (...a) => a.length; | 0",
        "async function run() { await null; return [await 1]; } | [1]",
        "function run() {} | null",
        "function run() { return null; } | null",
        "function run() { return Symbol('s'); } | \"Symbol(s)\"",
        "function run() { return run.name; } | \"run\"",
        "function run() { return () => 1; } | \"() => 1\"",
        "function run() { return 2n ** 70n; } | \"1180591620717411303424\"",
        "function run() { const a = {}; a.a = a; return a; } | \"[object Object]\"",
        "function run() { return NaN; } | null",
        "function run() { return new Date(0); } | \"1970-01-01T00:00:00.000Z\"",
        "function run() { console.log('x'); print('y'); return eval('1+1'); } | 2",
        "function run() { return {a: undefined, b: [undefined]}; } | {\"b\":[null]}",
        "var run = function () { return this == null ? 1 : this === globalThis; } | true",
        "const caller = 'mine'; function run() { return caller; } | \"mine\"",
        "function read() { return 'mine'; } function run() { return read(); } | \"mine\"",
      })
  void whatComesBackIsJson(String code, String expected) throws InterruptedException {
    assertThat(value(run(sandbox, code))).isEqualTo(JSON.readTree(expected));
  }

  @Test
  void whoeverIsInterruptedGetsNoOutcome() throws InterruptedException {
    CountDownLatch reached = new CountDownLatch(1);
    HostPort host =
        new FakeHost() {
          @Override
          public long balance() {
            reached.countDown();
            return 1;
          }
        };
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    Thread thread =
        Thread.ofVirtual()
            .start(() -> {
              try {
                outcome.complete(
                    run(sandbox, "function run() { balance(); for (;;); }", PATIENT, host));
              } catch (InterruptedException interrupted) {
                outcome.completeExceptionally(interrupted);
              }
            });
    reached.await();

    thread.interrupt();

    assertThatThrownBy(outcome::get)
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(InterruptedException.class);
    assertThat(value(run(sandbox, "function run() { return 1; }"))).isEqualTo(JSON.readTree("1"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "function run( { | SYNTAX_ERROR | :1:",
        "let x = 1; | SYNTAX_ERROR | defines no function run",
        "let run = 1; | SYNTAX_ERROR | defines no function run",
        "export function run() {} | SYNTAX_ERROR | SyntaxError",
        "throw new Error('at the top'); | RUNTIME_ERROR | Error: at the top (line 1)",
        "function run() { throw new TypeError('bad'); } | RUNTIME_ERROR | TypeError: bad (line 1)",
        "function run() { throw 'poor'; } | RUNTIME_ERROR | poor",
        "async function run() { throw new Error('late'); } | RUNTIME_ERROR | Error: late",
        "function run() { return new Promise(() => {}); } | RUNTIME_ERROR | never settles",
        "function run() { eval('{'); } | RUNTIME_ERROR | SyntaxError",
        "function run() { return {get x() { throw new Error('got'); }}; } | RUNTIME_ERROR | Error: got",
      })
  void failuresSayWhatAndWhere(String code, Code expected, String message)
      throws InterruptedException {
    Outcome.Failed failed = failure(run(sandbox, code));

    assertThat(failed.code()).isEqualTo(expected);
    assertThat(failed.message()).contains(message);
  }

  @Test
  void aLanguageThatIsNotInstalledIsNamedWithThoseThatAre() throws InterruptedException {
    Outcome outcome =
        sandbox.run(new Program("co\nbol", "x", "run"), List.of(), CALL, PATIENT, new FakeHost());

    assertThat(failure(outcome).code()).isEqualTo(Code.INVALID_TYPE);
    assertThat(failure(outcome).code().wire()).isEqualTo("invalid_type");
    assertThat(failure(outcome).message())
        .startsWith("language co bol is not installed here; installed: javascript");
  }

  @Test
  void aCheckParsesAndLooksForTheEntryWithoutCallingIt() throws InterruptedException {
    assertThat(sandbox.check(Program.javascript("function run() { for (;;); }"), "ada")).isEmpty();
    assertThat(sandbox.check(new Program("javascript", "let other = () => 1", "other"), "ada"))
        .isEmpty();
    assertThat(sandbox.check(Program.javascript("function run() {"), "ada"))
        .hasValueSatisfying(failed -> assertThat(failed.code()).isEqualTo(Code.SYNTAX_ERROR));
    assertThat(
            sandbox.check(
                new Program("javascript", "function run() {}", "check_permission"), "ada"))
        .hasValueSatisfying(failed -> {
          assertThat(failed.code()).isEqualTo(Code.SYNTAX_ERROR);
          assertThat(failed.message()).contains("check_permission");
        });
    assertThat(sandbox.check(Program.javascript("balance(); function run() {}"), "ada"))
        .hasValueSatisfying(failed -> {
          assertThat(failed.code()).isEqualTo(Code.RUNTIME_ERROR);
          assertThat(failed.message()).contains("inside the function");
        });
  }

  @Test
  void theOutputLimitCountsBytesAndIncludesItsBound() throws InterruptedException {
    Limits limits = new Limits(PATIENT.wallClock(), PATIENT.statements(), 100, 10);

    assertThat(
            value(run(sandbox, "function run() { return 'x'.repeat(98); }", limits, new FakeHost()))
                .stringValue())
        .hasSize(98);
    for (String code :
        List.of(
            "function run() { return 'x'.repeat(99); }",
            "function run() { return 'ü'.repeat(50); }",
            "function run() { return '\\u0000'.repeat(17); }",
            "function run() { return invoke('b', 'x'.repeat(99)); }")) {
      Outcome.Failed failed = failure(run(sandbox, code, limits, new FakeHost()));
      assertThat(failed.code()).isEqualTo(Code.RUNTIME_ERROR);
      assertThat(failed.message()).contains("bytes of JSON, at most 100");
    }
  }

  @Test
  void argumentsBeyondAllBoundsAreRefused() throws InterruptedException {
    JsonNode deep = FakeHost.NODES.arrayNode();
    for (int i = 0; i < 5_000; i++) {
      deep = FakeHost.NODES.arrayNode().add(deep);
    }

    assertThat(
            failure(
                    sandbox.run(
                        Program.javascript("function run() {}"),
                        List.of(deep),
                        CALL,
                        PATIENT,
                        new FakeHost()))
                .message())
        .contains("nest too deep");
    assertThat(failure(run(sandbox, "function run() {}", "x".repeat(5 << 20))).message())
        .contains("more than");
  }
}
