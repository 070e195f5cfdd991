package dev.playloop.worlds.emerald.memory;

import dev.playloop.worlds.emerald.game.FieldView;
import dev.playloop.worlds.emerald.game.GameView;
import dev.playloop.worlds.emerald.game.GameViewBuilder;
import dev.playloop.worlds.emerald.model.Pocket;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Turns bytes into a [GameView]. Pure.
public final class ViewDecoder {
  static final int FLAGS = 4720;

  /// The flag of the first of eight badges.
  static final int BADGE_FLAG = 0x867;

  /// The flag of a player who has the Pokédex; it lies in the same two bytes.
  private static final int POKEDEX_FLAG = 0x861;

  /// In the second save block.
  static final int ENCRYPTION_KEY = 172;

  static final int FIELD_TEXT_BYTES = 1000;
  static final int BATTLE_TEXT_BYTES = 300;
  private static final int MAX_ITEM_PLACE = 63;
  private static final List<Pocket> POCKETS = List.of(Pocket.values());

  private final GameProfile profile;
  private final FieldDecoder field;

  ViewDecoder(GameProfile profile) {
    this.profile = profile;
    this.field = new FieldDecoder(profile);
  }

  /// Where the two save blocks are now; they move.
  record SaveBlocks(long first, long second) {}

  FieldDecoder field() {
    return field;
  }

  FieldView field(long frame, Memory memory, SaveBlocks blocks) {
    return field.decode(frame, memory, blocks.first());
  }

  GameView decode(long frame, Memory memory, SaveBlocks blocks, boolean steady) {
    FieldView view = field(frame, memory, blocks);
    long bag = profile.at(Symbol.BAG_POSITION);
    int pocket = Math.min(memory.u8(bag + 5), POCKETS.size() - 1);
    return GameViewBuilder.builder()
        .field(view)
        .steady(steady)
        .party(PartyDecoder.decode(memory, profile))
        .battle(view.inBattle() ? BattleDecoder.decode(memory, profile, view.battler()) : null)
        .lastOutcome(memory.u8(profile.at(Symbol.BATTLE_OUTCOME)))
        .bag(
            BagDecoder.decode(memory, blocks.first(), memory.u32(blocks.second() + ENCRYPTION_KEY)))
        .text(text(view, memory))
        .badges(badges(memory, blocks.first()))
        .partyCursor(memory.s8(profile.at(Symbol.PARTY_MENU) + 9))
        .battleOrder(order(memory))
        .bagPocket(POCKETS.get(pocket))
        .bagPlace(
            Math.min(
                memory.u16(bag + 8 + 2L * pocket) + memory.u16(bag + 0x12 + 2L * pocket),
                MAX_ITEM_PLACE))
        .startMenuCursor(memory.u8(profile.at(Symbol.START_MENU_CURSOR)))
        .startMenuBag(startMenuBag(memory, blocks.first()))
        .build();
  }

  private int startMenuBag(Memory memory, long saveBlock) {
    int party = memory.u8(profile.at(Symbol.PARTY_COUNT)) > 0 ? 1 : 0;
    int flags = memory.u8(saveBlock + FLAGS + POKEDEX_FLAG / 8);
    return party + ((flags >> (POKEDEX_FLAG % 8)) & 1);
  }

  private @Nullable String text(FieldView view, Memory memory) {
    if (view.inBattle()) {
      return GameText.decode(memory.bytes(profile.at(Symbol.BATTLE_TEXT), BATTLE_TEXT_BYTES));
    }
    return view.textBox()
        ? GameText.decode(memory.bytes(profile.at(Symbol.FIELD_TEXT), FIELD_TEXT_BYTES))
        : null;
  }

  private static int badges(Memory memory, long saveBlock) {
    int flags = memory.u16(saveBlock + FLAGS + BADGE_FLAG / 8);
    return (flags >> (BADGE_FLAG % 8)) & 0xFF;
  }

  /// Six nibbles, the high one first.
  private List<Integer> order(Memory memory) {
    List<Integer> order = new ArrayList<>(PartyDecoder.SLOTS);
    for (int i = 0; i < PartyDecoder.SLOTS; i++) {
      int pair = memory.u8(profile.at(Symbol.BATTLE_PARTY_ORDER) + i / 2);
      order.add(i % 2 == 0 ? pair >> 4 : pair & 0xF);
    }
    return order;
  }
}
