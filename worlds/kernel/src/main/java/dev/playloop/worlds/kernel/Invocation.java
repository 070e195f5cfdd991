package dev.playloop.worlds.kernel;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.kernel.artifact.Artifact;
import dev.playloop.worlds.kernel.artifact.Machine;
import dev.playloop.worlds.kernel.books.Deed;
import dev.playloop.worlds.kernel.books.Holds;
import dev.playloop.worlds.kernel.books.Outside;
import dev.playloop.worlds.sandbox.GuestCall;
import dev.playloop.worlds.sandbox.Limits;
import dev.playloop.worlds.sandbox.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// One run of an artifact's code for an action: the price is held first, in a transaction of its
/// own under the action's id, and the code runs behind that, outside of any. All it does is kept in
/// a [Effects], for the transaction that settles. The question is the same whatever the artifact's
/// version: code that ran has run.
final class Invocation implements Outside.Question<Invocation.Ran> {
  private final Machine machine;
  private final Action action;
  private final @Nullable Artifact artifact;
  private final List<String> args;
  private final Terms terms;

  /// Without an artifact it only finds what was asked before.
  Invocation(
      Machine machine, Action action, @Nullable Artifact artifact, List<String> args, Terms terms) {
    this.machine = machine;
    this.action = action;
    this.artifact = artifact;
    this.args = List.copyOf(args);
    this.terms = terms;
  }

  /// Whether it is only imagined, the most scrip that it may cost who acts, and how much of that
  /// its own price and its contract take.
  record Terms(boolean simulated, long max, long spent) {}

  /// What came of it; `outcome` null where the price could not be held.
  record Ran(@Nullable Outcome outcome, long price, Effects effects) {}

  @Override
  public Ran ask() throws InterruptedException {
    Artifact code = Objects.requireNonNull(artifact, "the artifact to run");
    long price = Invoked.price(code, action.actor());
    Effects effects = new Effects(machine, action.actor(), terms.max(), terms.spent());
    if (price > 0 && !terms.simulated()) {
      var held =
          machine
              .database()
              .writes()
              .inTransaction(db -> {
                Deed deed = new Deed(db, action, new Outside());
                var taken = Holds.take(deed, price);
                deed.write();
                return taken;
              });
      if (held.isEmpty()) {
        return new Ran(null, price, effects);
      }
      return new Ran(run(code, effects), held.get(), effects);
    }
    return new Ran(run(code, effects), price, effects);
  }

  private Outcome run(Artifact code, Effects effects) throws InterruptedException {
    return machine
        .sandbox()
        .run(
            Invoked.program(code),
            parsed(args),
            new GuestCall(action.actor(), code.id()),
            Limits.DEFAULT,
            new Host(machine, effects, code, 1));
  }

  /// Arguments that are JSON are given to the code as what they mean, others as text.
  static List<JsonNode> parsed(List<String> args) {
    List<JsonNode> parsed = new ArrayList<>();
    for (String arg : args) {
      parsed.add(parsed(arg));
    }
    return parsed;
  }

  private static JsonNode parsed(String arg) {
    if (arg.isBlank()) {
      return Json.NODES.stringNode(arg);
    }
    try {
      return Json.tree(arg);
    } catch (InvalidValueException e) {
      return Json.NODES.stringNode(arg);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Invocation that && that.action.action().equals(action.action());
  }

  @Override
  public int hashCode() {
    return action.action().hashCode();
  }
}
