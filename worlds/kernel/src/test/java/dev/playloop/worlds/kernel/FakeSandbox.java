package dev.playloop.worlds.kernel;

import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.sandbox.GuestCall;
import dev.playloop.worlds.sandbox.HostPort;
import dev.playloop.worlds.sandbox.HostRefusal;
import dev.playloop.worlds.sandbox.Limits;
import dev.playloop.worlds.sandbox.Outcome;
import dev.playloop.worlds.sandbox.Program;
import dev.playloop.worlds.sandbox.Sandbox;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;

/// A sandbox whose programs are lambdas: the code of an artifact is the name of one. Counts runs by
/// name.
final class FakeSandbox implements Sandbox {
  /// What code does.
  interface Body {
    JsonNode run(List<JsonNode> args, GuestCall call, HostPort host)
        throws HostRefusal, InterruptedException, Thrown;
  }

  /// Code that ends badly.
  static final class Thrown extends Exception {
    private static final long serialVersionUID = 1L;
    private final Outcome.Code code;

    Thrown(Outcome.Code code) {
      super("it went wrong");
      this.code = code;
    }
  }

  private final Map<String, Body> bodies = new ConcurrentHashMap<>();
  private final Map<String, AtomicInteger> runs = new ConcurrentHashMap<>();

  FakeSandbox with(String name, Body body) {
    bodies.put(name, body);
    return this;
  }

  int runs(String name) {
    return runs.computeIfAbsent(name, n -> new AtomicInteger()).get();
  }

  @Override
  public Outcome run(
      Program program, List<JsonNode> args, GuestCall call, Limits limits, HostPort host)
      throws InterruptedException {
    runs.computeIfAbsent(program.code(), n -> new AtomicInteger()).incrementAndGet();
    try {
      return new Outcome.Returned(body(program).run(args, call, host), 3);
    } catch (HostRefusal refusal) {
      return new Outcome.Failed(
          Outcome.Code.RUNTIME_ERROR, refusal.code() + ": " + refusal.getMessage(), 3);
    } catch (Thrown thrown) {
      return new Outcome.Failed(thrown.code, String.valueOf(thrown.getMessage()), 3);
    }
  }

  private Body body(Program program) {
    return Objects.requireNonNull(bodies.get(program.code()), program.code());
  }

  @Override
  public Optional<Outcome.Failed> check(Program program, String caller) {
    boolean entry = program.entry().equals(Program.DEFAULT_ENTRY);
    return bodies.containsKey(program.code()) && entry
        ? Optional.empty()
        : Optional.of(
            new Outcome.Failed(Outcome.Code.SYNTAX_ERROR, "line 1: it defines no run", 1));
  }

  @Override
  public Set<String> languages() {
    return Set.of(Program.JAVASCRIPT);
  }

  @Override
  public void close() {}

  static JsonNode text(String text) {
    return Json.NODES.stringNode(text);
  }
}
