package dev.playloop.worlds.kernel;

import dev.playloop.worlds.kernel.artifact.Artifact;
import dev.playloop.worlds.kernel.books.Answers;
import dev.playloop.worlds.kernel.books.Books;
import dev.playloop.worlds.kernel.books.Code;
import dev.playloop.worlds.kernel.books.Deed;
import dev.playloop.worlds.kernel.books.Sizes;
import dev.playloop.worlds.sandbox.Outcome;
import dev.playloop.worlds.sandbox.Program;

/// What holds of every run of an artifact's code, whether a tool or other code asked for it: the
/// program, its price, and what is told of it. Pure.
final class Invoked {
  private Invoked() {}

  static Program program(Artifact artifact) {
    return new Program(artifact.language(), artifact.code(), Program.DEFAULT_ENTRY);
  }

  /// What an invocation moves to the artifact's owner: nothing where there is none, or it is the
  /// payer.
  static long price(Artifact artifact, String payer) {
    return Books.moves(artifact.prices().invoke(), payer, artifact.payee())
        ? artifact.prices().invoke()
        : 0;
  }

  static Code code(Outcome.Failed failed) {
    return switch (failed.code()) {
      case TIMEOUT -> Code.TIMEOUT;
      case RUNTIME_ERROR -> Code.RUNTIME_ERROR;
      case SYNTAX_ERROR -> Code.SYNTAX_ERROR;
      case INVALID_TYPE -> Code.NOT_CONFIGURED;
    };
  }

  static Deed.Happening succeeded(
      String invoker, Artifact artifact, long price, int depth, long cpuMillis) {
    return new Deed.Happening(
        "invoke_success",
        invoker,
        artifact.createdBy().equals(invoker) ? null : artifact.createdBy(),
        invoker + " invoked " + artifact.id(),
        Answers.data()
            .put("artifact_id", artifact.id())
            .put("price_paid", price)
            .put("recipient", price > 0 ? artifact.payee() : null)
            .put("depth", depth)
            .put("cpu_ms", cpuMillis));
  }

  static Deed.Happening failed(
      String invoker, String artifact, String code, String message, int depth) {
    return new Deed.Happening(
        "invoke_failure",
        invoker,
        null,
        Sizes.head(invoker + " invoked " + artifact + " in vain: " + message, Sizes.PREVIEW),
        Answers.data()
            .put("artifact_id", artifact)
            .put("error_code", code)
            .put("message", message)
            .put("depth", depth));
  }
}
