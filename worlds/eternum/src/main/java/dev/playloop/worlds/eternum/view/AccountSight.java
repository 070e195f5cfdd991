package dev.playloop.worlds.eternum.view;

import dev.playloop.worlds.eternum.model.state.EternumView;
import dev.playloop.worlds.eternum.torii.ToriiHead;
import java.util.List;

/// All that an account sees, as of one block of the index.
///
/// @param entities the game first, then what the account has, then the rest
public record AccountSight(ToriiHead head, List<EternumView> entities) {
  public AccountSight {
    entities = List.copyOf(entities);
  }
}
