package dev.playloop.worlds.sandbox;

import static dev.playloop.worlds.sandbox.TestSandbox.PATIENT;
import static dev.playloop.worlds.sandbox.TestSandbox.SHORT;
import static dev.playloop.worlds.sandbox.TestSandbox.failure;
import static dev.playloop.worlds.sandbox.TestSandbox.run;
import static dev.playloop.worlds.sandbox.TestSandbox.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.worlds.sandbox.Outcome.Code;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// Attacks on time, memory, depth, and the number of calls.
@Tag("slow")
class ResourceAttackTest extends Attacks {
  private static final Limits LONG_LOOPS =
      new Limits(SHORT.wallClock(), Long.MAX_VALUE, SHORT.outputBytes(), SHORT.hostCalls());

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
