package dev.playloop.worlds.eternum.view;

import dev.playloop.worlds.chain.Felt;
import java.util.List;

/// Something that an account did, as the contracts told it.
///
/// @param what its place in the index and in the chain
/// @param kind such as ExplorerMoveStory
/// @param entityId whom it is about; 0 for nobody
/// @param numbers three, whose meaning is the kind's, as decimal texts, unscaled
public record GameStory(Told what, String kind, long entityId, List<String> numbers) {
  public GameStory {
    numbers = List.copyOf(numbers);
  }

  /// @param id grows with the game's events
  /// @param owner whose transaction it was
  public record Told(long id, long block, long timestamp, Felt transaction, Felt owner) {}
}
