package dev.playloop.worlds.eternum.rules;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.eternum.rules.board.MapCoord;
import dev.playloop.worlds.eternum.rules.record.GameRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// Who stands beside whom: without it hardly a blow would ever be struck.
final class ThiefChances {
  private final Random random;
  private final RecordMirror mirror;

  ThiefChances(Random random, RecordMirror mirror) {
    this.random = random;
    this.mirror = mirror;
  }

  /// Two that are neighbours, and the way from the first to the second.
  record Beside(long first, long second, int direction) {}

  /// An explorer of the account beside one of its own, or of others; null where there is none.
  @Nullable Beside explorers(Felt account, boolean own) {
    List<Beside> all = new ArrayList<>();
    for (GameRecord mine : mirror.all("ExplorerTroops")) {
      for (GameRecord other : mirror.all("ExplorerTroops")) {
        if (isOf(mine, account) && isOf(other, account) == own) {
          add(all, place(mine), place(other));
        }
      }
    }
    return any(all);
  }

  /// An explorer of the account beside a structure.
  @Nullable Beside structure(Felt account, boolean own) {
    List<Beside> all = new ArrayList<>();
    for (GameRecord mine : mirror.all("ExplorerTroops")) {
      for (GameRecord other : mirror.all("Structure")) {
        if (isOf(mine, account) && other.felt("owner").equals(account) == own) {
          add(all, place(mine), place(other));
        }
      }
    }
    return any(all);
  }

  /// A structure of the account beside an explorer.
  @Nullable Beside ofStructure(Felt account, boolean own) {
    List<Beside> all = new ArrayList<>();
    for (GameRecord mine : mirror.all("Structure")) {
      for (GameRecord other : mirror.all("ExplorerTroops")) {
        if (mine.felt("owner").equals(account) && isOf(other, account) == own) {
          add(all, place(mine), place(other));
        }
      }
    }
    return any(all);
  }

  private record Placed(long id, MapCoord at) {}

  private static Placed place(GameRecord record) {
    return record.kind().name().equals("Structure")
        ? new Placed(record.number("entity_id"), MapCoord.ofStructure(record))
        : new Placed(record.number("explorer_id"), MapCoord.ofExplorer(record));
  }

  private static void add(List<Beside> all, Placed first, Placed second) {
    for (int direction = 0; direction < MapCoord.DIRECTIONS; direction++) {
      if (first.at.neighbour(direction).equals(second.at)) {
        all.add(new Beside(first.id, second.id, direction));
      }
    }
  }

  private @Nullable Beside any(List<Beside> all) {
    return all.isEmpty() ? null : all.get(random.nextInt(all.size()));
  }

  private boolean isOf(GameRecord explorer, Felt account) {
    return mirror
        .find("Structure", List.of(explorer.felt("game_id"), explorer.felt("owner")))
        .filter(home -> home.felt("owner").equals(account))
        .isPresent();
  }
}
