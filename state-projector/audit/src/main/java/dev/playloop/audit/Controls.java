package dev.playloop.audit;

import dev.playloop.schemas.event.Control;
import java.util.List;

/// Who tells agents what an audit needs of them: to write a snapshot, to forget a subject.
@FunctionalInterface
public interface Controls {
  /// All of them are on the log when it returns.
  void send(List<? extends Control> controls) throws InterruptedException;
}
