package dev.playloop.worlds.kernel;

import dev.playloop.worlds.kernel.artifact.ContractRun;
import dev.playloop.worlds.kernel.artifact.Machine;
import dev.playloop.worlds.kernel.books.Outside;
import dev.playloop.worlds.sandbox.Outcome;
import dev.playloop.worlds.sandbox.Program;
import java.util.Optional;

/// Whether code can be run at all: it parses and has the function `run`, or is a contract.
record SyntaxCheck(Machine machine, String language, String code, String writer)
    implements Outside.Question<Optional<Outcome.Failed>> {
  @Override
  public Optional<Outcome.Failed> ask() throws InterruptedException {
    Optional<Outcome.Failed> failed =
        machine.sandbox().check(new Program(language, code, Program.DEFAULT_ENTRY), writer);
    boolean entry =
        failed.isPresent()
            && failed.get().code() == Outcome.Code.SYNTAX_ERROR
            && code.contains(ContractRun.ENTRY);
    return entry
            && machine
                .sandbox()
                .check(new Program(language, code, ContractRun.ENTRY), writer)
                .isEmpty()
        ? Optional.empty()
        : failed;
  }
}
