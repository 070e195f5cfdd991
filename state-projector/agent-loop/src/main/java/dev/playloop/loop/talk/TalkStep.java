package dev.playloop.loop.talk;

import java.util.List;

/// What a fold makes of the memory of who said what. The shell forgets first, then adds.
///
/// @param talks the index after it
/// @param read what it read, which has to be journaled
/// @param told what was added; of one counterpart in the order it was said
/// @param forgotten whose talk is kept no more
public record TalkStep(Talks talks, List<Talk> read, List<TalkAdded> told, List<String> forgotten) {
  public TalkStep {
    read = List.copyOf(read);
    told = List.copyOf(told);
    forgotten = List.copyOf(forgotten);
  }
}
