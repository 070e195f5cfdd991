package dev.playloop.worlds.sandbox;

import static dev.playloop.worlds.sandbox.TestSandbox.BOUNDED;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// What code asks of its host, and what comes back to it.
@Tag("slow")
class HostCallsTest extends OnSandbox {
  @Test
  void theHostIsAskedWithWhatTheCodeGave() throws InterruptedException {
    FakeHost host = new FakeHost();
    String code =
        """
        function run() {
          return [invoke('b', 1, {x: 'y'}), read('c'), query({type: 'json'}), query(), pay('d', 7), balance()];
        }
        """;

    JsonNode value = value(run(sandbox, code, PATIENT, host));

    assertThat(value)
        .isEqualTo(
            JSON.readTree(
                """
                ["invoked b","content of c",["a","b"],["a","b"],7,41]
                """));
    assertThat(host.asked)
        .containsExactly(
            "invoke b [1, {\"x\":\"y\"}]",
            "read c",
            "query {\"type\":\"json\"}",
            "query null",
            "pay d 7",
            "balance");
  }

  @Test
  void aRefusalCanBeCaught() throws InterruptedException {
    String code =
        """
        function run() {
          try { read('x'); } catch (e) {
            return [e.code, e.message, e.name, e instanceof Error, e instanceof HostError];
          }
        }
        """;

    Outcome outcome =
        run(sandbox, code, PATIENT, FakeHost.refusing("not_authorized", "ask its owner"));

    assertThat(value(outcome))
        .isEqualTo(JSON.readTree("[\"not_authorized\",\"ask its owner\",\"HostError\",true,true]"));
  }

  @Test
  void aRefusalThatIsNotCaughtEndsTheRun() throws InterruptedException {
    Outcome outcome =
        run(
            sandbox,
            "\nfunction run() { return read('x'); }",
            PATIENT,
            FakeHost.refusing("not_authorized", "ask its owner"));

    assertThat(failure(outcome).code()).isEqualTo(Code.RUNTIME_ERROR);
    assertThat(failure(outcome).message()).contains("ask its owner", "line 2");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "pay('d', 1.5) | pay: amount: expected an integer",
        "pay('d', -1.5) | pay: amount: expected an integer",
        "pay('d', '7') | pay: amount: expected an integer",
        "pay('d', 9007199254740993) | pay: amount: expected an integer",
        "pay('d', 1e300) | pay: amount: expected an integer",
        "pay('d', Infinity) | pay: amount: expected an integer",
        "pay(7, 7) | pay: to: expected a string",
        "read({}) | read: artifact: expected a string",
        "invoke() | invoke: artifact: expected a string",
      })
  void callsOfTheWrongShapeNeverReachTheHost(String call, String message)
      throws InterruptedException {
    FakeHost host = new FakeHost();

    Outcome outcome =
        run(
            sandbox,
            "function run() { try { " + call + " } catch (e) { return e.code + ' ' + e.message } }",
            PATIENT,
            host);

    assertThat(value(outcome).stringValue()).startsWith("invalid_argument " + message);
    assertThat(host.asked).isEmpty();
  }

  @Test
  void anOutageOfTheHostComesOutOfTheRun() throws InterruptedException {
    HostPort broken =
        new FakeHost() {
          @Override
          public long balance() {
            throw new IllegalStateException("database away");
          }
        };

    assertThatThrownBy(() ->
            run(sandbox, "function run() { try { balance(); } catch (e) {} }", PATIENT, broken))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("database away");
    assertThat(value(run(sandbox, "function run() { return 1; }"))).isEqualTo(JSON.readTree("1"));
  }

  @Test
  void fiveRunsNestAndTheSixthIsRefused() throws InterruptedException {
    String code = "function run(n) { return n === 0 ? ['end'] : [n, invoke('deeper', n - 1)]; }";

    assertThat(value(run(sandbox, code, PATIENT, new Recursive(code), 4)).toString())
        .isEqualTo("[4,[3,[2,[1,[\"end\"]]]]]");
    assertThat(failure(run(sandbox, code, PATIENT, new Recursive(code), 5)).message())
        .contains("nest at most 5 deep");
  }

  @Test
  void aNestedRunHasOnlyTheTimeThatIsLeft() throws InterruptedException {
    Outcome[] inner = new Outcome[1];
    HostPort host =
        new FakeHost() {
          @Override
          public JsonNode invoke(String artifact, List<JsonNode> args) throws InterruptedException {
            // Twice as patient as the test may take: only the outer limit can end it.
            inner[0] = run(sandbox, "function run() { for (;;); }", unlimited(), new FakeHost());
            return FakeHost.NODES.nullNode();
          }
        };

    Outcome outer = run(sandbox, "function run() { return invoke('loop'); }", BOUNDED, host);

    assertThat(failure(inner[0]).code()).isEqualTo(Code.TIMEOUT);
    assertThat(failure(outer).code()).isEqualTo(Code.TIMEOUT);
  }

  private static Limits unlimited() {
    return new Limits(PATIENT.wallClock(), Long.MAX_VALUE, 1_000, 10);
  }

  /// Invokes the same code again.
  private static final class Recursive extends FakeHost {
    private final String code;

    Recursive(String code) {
      this.code = code;
    }

    @Override
    public JsonNode invoke(String artifact, List<JsonNode> args)
        throws HostRefusal, InterruptedException {
      return switch (sandbox.run(Program.javascript(code), args, CALL, PATIENT, this)) {
        case Outcome.Returned returned -> returned.value();
        case Outcome.Failed failed -> throw new HostRefusal(failed.code().wire(), failed.message());
      };
    }
  }
}
