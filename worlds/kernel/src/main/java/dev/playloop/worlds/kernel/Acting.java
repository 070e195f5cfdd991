package dev.playloop.worlds.kernel;

import dev.playloop.schemas.event.Action;
import dev.playloop.worlds.kernel.artifact.Access;
import dev.playloop.worlds.kernel.artifact.Machine;
import dev.playloop.worlds.kernel.artifact.Quotes;
import dev.playloop.worlds.kernel.books.Answers;
import dev.playloop.worlds.kernel.books.Deed;
import dev.playloop.worlds.kernel.books.LlmBudget;
import dev.playloop.worlds.kernel.books.Money;
import dev.playloop.worlds.kernel.books.Outside;
import dev.playloop.worlds.kernel.books.Refusal;
import dev.playloop.worlds.kernel.model.KernelBudget;
import dev.playloop.worlds.kernel.model.KernelRead;
import dev.playloop.worlds.kernel.model.KernelTool;
import dev.playloop.worlds.kernel.model.KernelWrite;
import tools.jackson.databind.node.ObjectNode;

/// Every tool, and what it does within what it may cost. Thread-safe; each deed is used by one
/// thread.
final class Acting {
  private final Reading reading;
  private final Writing writing;
  private final Editing editing;
  private final Invoking invoking;
  private final Tasks tasks;

  Acting(Machine machine, long startingScrip) {
    Access access = new Access(machine);
    Shelf shelf = new Shelf(machine, access);
    this.reading = new Reading(access);
    this.writing = new Writing(access, shelf, startingScrip);
    this.editing = new Editing(access, shelf);
    this.invoking = new Invoking(machine, access);
    this.tasks = new Tasks(machine, access);
  }

  /// Whether it is an invocation whose code has not run yet.
  boolean isBeforeRun(Outside outside, Action action, KernelTool tool) {
    return tool instanceof KernelWrite.InvokeArtifact invoke
        && invoking.isBeforeRun(outside, action, invoke);
  }

  /// Acts within what it may cost, and names every payment.
  ObjectNode billed(Deed deed, Action action, KernelTool tool, boolean simulated) throws Refusal {
    deed.bill().limit(Quotes.most(deed, tool));
    ObjectNode data = act(deed, action, tool, simulated);
    deed.bill().into(data);
    return data;
  }

  /// Every tool, and what it does. One without its line here does not compile.
  private ObjectNode act(Deed deed, Action action, KernelTool tool, boolean simulated)
      throws Refusal {
    return switch (tool) {
      case KernelRead.QueryArtifacts query -> reading.query(deed, query);
      case KernelRead.ReadArtifact read -> reading.read(deed, read);
      case KernelWrite.WriteArtifact write -> writing.write(deed, write);
      case KernelWrite.EditArtifact edit -> editing.edit(deed, edit);
      case KernelWrite.DeleteArtifact delete -> editing.delete(deed, delete);
      case KernelWrite.SetArtifactPrices prices -> editing.prices(deed, prices);
      case KernelWrite.InvokeArtifact invoke -> invoking.invoke(deed, action, invoke, simulated);
      case KernelWrite.TransferScrip transfer -> Money.transfer(deed, transfer);
      case KernelWrite.TransferResource transfer -> Money.transfer(deed, transfer);
      case KernelWrite.SubmitToTask submit -> tasks.submit(deed, submit);
      case KernelBudget.Reserve reserve -> LlmBudget.reserve(deed, reserve);
      case KernelBudget.Settle settle -> LlmBudget.settle(deed, settle);
    };
  }

  /// What a refusal leaves behind, beyond its event.
  void refused(Deed deed, Action action, KernelTool tool, Refusal refusal) {
    if (tool instanceof KernelWrite.InvokeArtifact invoke) {
      invoking.failed(deed, invoke, refusal, invoking.ran(deed.outside(), action, invoke));
    } else if (tool instanceof KernelBudget.Reserve reserve) {
      deed.happened(
          "thinking_failed",
          null,
          deed.actor() + " could not think: " + refusal.getMessage(),
          Answers.data()
              .put("turn", reserve.turn())
              .put("api_cost", 0)
              .put("reason", refusal.getMessage()));
    }
  }
}
