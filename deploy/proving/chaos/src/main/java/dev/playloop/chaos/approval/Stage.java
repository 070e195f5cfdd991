package dev.playloop.chaos.approval;

/// Where a write is on its way from the question to the effect, as somebody outside can see it.
enum Stage {
  /// The question lies in the journal.
  ASKED,
  /// An answer is about to be sent.
  ANSWERING,
  /// A word has counted, and more are needed.
  ANSWERED,
  /// The question has ended.
  DECIDED,
  /// The write lies before its executor.
  RELEASED,
  /// It was done, or the world has refused it.
  DONE
}
