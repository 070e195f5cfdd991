package dev.playloop.worlds.sandbox;

import dev.playloop.worlds.sandbox.Child.Kill;
import dev.playloop.worlds.sandbox.Child.Message;
import dev.playloop.worlds.sandbox.Outcome.Code;
import dev.playloop.worlds.sandbox.child.Frame;
import dev.playloop.worlds.sandbox.child.Frame.BadFrame;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// One run in one child, on the caller's thread. Somebody else kills the child when the time is
/// over; this finds out by what comes from it.
final class GuestRun {
  /// Of [ChildCommand]'s switch that ends a JVM without memory.
  private static final int EXIT_OUT_OF_MEMORY = 3;

  private final JsonMapper json;
  private final Child child;
  private final Limits limits;
  private final HostCalls host;
  private final Nesting nesting;
  private final long began = System.nanoTime();
  private long hostNanos;
  private int hostCalls;

  GuestRun(JsonMapper json, Child child, Limits limits, HostCalls host, Nesting nesting) {
    this.json = json;
    this.child = child;
    this.limits = limits;
    this.host = host;
    this.nesting = nesting;
  }

  Outcome of(Frame order) throws InterruptedException {
    child.send(order);
    while (true) {
      switch (child.next()) {
        case Message.Ended _ -> {
          return ended();
        }
        case Message.Said(Frame frame) -> {
          try {
            if (frame.type() != Frame.Type.CALL) {
              return outcome(frame);
            }
            answer(frame);
          } catch (BadFrame bad) {
            child.kill(Kill.BAD_LINE);
            return ended();
          }
        }
      }
    }
  }

  private void answer(Frame call) throws InterruptedException {
    if (++hostCalls > limits.hostCalls()) {
      child.kill(Kill.HOST_CALLS);
      return;
    }
    long before = System.nanoTime();
    Frame answer = ScopedValue.where(Nesting.AROUND, nesting).call(() -> host.answer(call));
    hostNanos += System.nanoTime() - before;
    child.send(answer);
  }

  private Outcome outcome(Frame frame) throws InterruptedException {
    long cpuMillis = TimeUnit.NANOSECONDS.toMillis(frame.number(Frame.CPU_NANOS) + 999_999);
    return switch (frame.type()) {
      case DONE ->
          nesting.nanosLeft() == 0 // the alarm may be a moment late
              ? new Outcome.Failed(Code.TIMEOUT, tooLong(), cpuMillis)
              : returned(frame.get(Frame.VALUE), cpuMillis);
      case FAILED ->
          new Outcome.Failed(code(frame.get(Frame.KIND)), frame.get(Frame.MESSAGE), cpuMillis);
      case READY, RUN, CHECK, CALL, ANSWER -> throw new BadFrame("a line out of turn");
    };
  }

  private String tooLong() {
    return "it took longer than " + limits.wallClock().toMillis() + " ms";
  }

  private Outcome returned(String value, long cpuMillis) {
    int bytes = value.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > limits.outputBytes()) {
      return new Outcome.Failed(
          Code.RUNTIME_ERROR,
          "RangeError: a result of " + bytes + " bytes of JSON, at most " + limits.outputBytes(),
          cpuMillis);
    }
    try {
      return new Outcome.Returned(json.readTree(value), cpuMillis);
    } catch (JacksonException tooDeep) {
      return new Outcome.Failed(
          Code.RUNTIME_ERROR,
          "the result nests too deep, or has a number too long; return something flatter",
          cpuMillis);
    }
  }

  private static Code code(String kind) {
    return switch (kind) {
      case "TIMEOUT" -> Code.TIMEOUT;
      case "RUNTIME_ERROR" -> Code.RUNTIME_ERROR;
      case "SYNTAX_ERROR" -> Code.SYNTAX_ERROR;
      default -> throw new BadFrame("a failure of an unknown kind");
    };
  }

  private Outcome ended() throws InterruptedException {
    Kill why = child.killed();
    if (why != null) {
      return switch (why) {
        case TIMEOUT -> failed(Code.TIMEOUT, tooLong());
        case HOST_CALLS ->
            failed(
                Code.RUNTIME_ERROR,
                "it asked for invoke, read, query, pay or balance more than "
                    + limits.hostCalls()
                    + " times");
        case BAD_LINE ->
            failed(Code.RUNTIME_ERROR, "its process said what it can't have to say, and was ended");
        case ABANDONED, CLOSED ->
            throw new SandboxUnavailable("the sandbox was closed while this ran");
      };
    }
    int status = child.exitStatus();
    return status == EXIT_OUT_OF_MEMORY
        ? failed(Code.RUNTIME_ERROR, "it used more memory than a run may have")
        : failed(
            Code.RUNTIME_ERROR,
            "its process died (exit status "
                + status
                + ") before it returned; what it had asked for has happened");
  }

  private Outcome failed(Code code, String message) {
    long nanos = System.nanoTime() - began - hostNanos;
    return new Outcome.Failed(code, message, TimeUnit.NANOSECONDS.toMillis(nanos + 999_999));
  }
}
