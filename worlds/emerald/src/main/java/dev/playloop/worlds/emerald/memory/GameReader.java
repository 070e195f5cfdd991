package dev.playloop.worlds.emerald.memory;

import dev.playloop.worlds.emerald.game.Actor;
import dev.playloop.worlds.emerald.game.ActorFlags;
import dev.playloop.worlds.emerald.game.FieldView;
import dev.playloop.worlds.emerald.game.GameView;
import dev.playloop.worlds.emerald.game.Monster;
import dev.playloop.worlds.emerald.game.Terrain;
import dev.playloop.worlds.emerald.memory.Memory.Block;
import dev.playloop.worlds.emerald.memory.ViewDecoder.SaveBlocks;
import dev.playloop.worlds.emerald.mgba.Mgba;
import dev.playloop.worlds.emerald.mgba.Mgba.Range;
import dev.playloop.worlds.emerald.mgba.MgbaException.UnexpectedAnswer;
import java.util.ArrayList;
import java.util.List;

/// Reads the game. A view is read in one go, side by side, between two looks at the frame counter;
/// what was torn by a frame in between is read again, at most [#ATTEMPTS] times. The save blocks
/// move: their last known places are read together with the pointers to them, and again where those
/// have changed.
///
/// Used by one thread at a time.
public final class GameReader {
  static final int ATTEMPTS = 6;
  private static final long RAM = 0x02000000L;
  private static final long RAM_END = 0x03008000L;

  private final Mgba mgba;
  private final GameProfile profile;
  private final ViewDecoder decoder;
  private final TerrainReader terrain;
  private SaveBlocks blocks = new SaveBlocks(0, 0);

  public GameReader(Mgba mgba, GameProfile profile) {
    this.mgba = mgba;
    this.profile = profile;
    this.decoder = new ViewDecoder(profile);
    this.terrain = new TerrainReader(mgba, profile);
  }

  public GameProfile profile() {
    return profile;
  }

  /// What a walker must know, read in one go. Costs the game one frame.
  public FieldView field() throws InterruptedException {
    for (int attempt = 0; ; attempt++) {
      long frame = mgba.currentFrame();
      List<Range> ranges = fieldRanges();
      boolean known = blocks.first() != 0;
      if (known) {
        ranges.add(Range.of(blocks.first(), 8));
      }
      Memory memory = memory(ranges);
      if (isCurrent(memory) && known) {
        return decoder.field(frame, memory, blocks);
      }
      giveUpAfter(attempt);
    }
  }

  /// Everything but the ground.
  public GameView view() throws InterruptedException {
    for (int attempt = 0; ; attempt++) {
      boolean known = blocks.first() != 0 && blocks.second() != 0;
      long before = mgba.currentFrame();
      Memory memory = memory(known ? viewRanges() : fieldRanges());
      long after = mgba.currentFrame();
      if (isCurrent(memory) && known) {
        boolean oneFrame = after - before >= 0 && after - before <= 1;
        GameView view = decoder.decode(before, memory, blocks, oneFrame);
        boolean whole = view.party().stream().allMatch(Monster::intact);
        if (whole && (oneFrame || isQuiet(view.field()))) {
          return view;
        }
        if (whole && attempt >= ATTEMPTS / 2) {
          return view;
        }
        if (!whole && attempt + 1 >= ATTEMPTS) {
          throw new UnexpectedAnswer(
              "/core/readrange",
              "a party whose checksums fit",
              "one that does not in %d reads".formatted(ATTEMPTS));
        }
      }
      giveUpAfter(attempt);
    }
  }

  /// What decides whether an object may be frozen now. Costs the game one frame, or none.
  public ActorFlags flags(int index) throws InterruptedException {
    Range lock = Range.of(profile.at(Symbol.LOCK_FIELD_CONTROLS), 1);
    Range object = Range.of(decoder.field().object(index), 4);
    return decoder.field().flags(memory(List.of(lock, object)), index);
  }

  /// Where the byte with the frozen bit of an object lies, see [ActorFlags#high].
  public long highFlags(int index) {
    return decoder.field().object(index) + 1;
  }

  /// The ground around the player of this view.
  public Terrain terrain(FieldView view) throws InterruptedException {
    return terrain.around(view.player().tile());
  }

  private static void giveUpAfter(int attempt) {
    if (attempt >= 2 * ATTEMPTS) {
      throw new UnexpectedAnswer(
          "/core/readrange", "save blocks that stay in one place", "pointers that move each time");
    }
  }

  private static boolean isQuiet(FieldView view) {
    return view.player().isStill() && view.actors().stream().noneMatch(Actor::moving);
  }

  /// Whether the save blocks are still where they were read; learns their new places.
  private boolean isCurrent(Memory memory) {
    SaveBlocks now =
        new SaveBlocks(
            memory.u32(profile.at(Symbol.SAVE_BLOCK_1)),
            memory.u32(profile.at(Symbol.SAVE_BLOCK_2)));
    if (outside(now.first()) || outside(now.second())) {
      throw new UnexpectedAnswer(
          "/core/readrange",
          "pointers to the save blocks of a game that has begun",
          "0x%08X and 0x%08X".formatted(now.first(), now.second()));
    }
    boolean same = now.equals(blocks);
    blocks = now;
    return same;
  }

  private static boolean outside(long pointer) {
    return pointer < RAM || pointer >= RAM_END;
  }

  private List<Range> fieldRanges() {
    List<Range> ranges = new ArrayList<>();
    ranges.add(between(profile.at(Symbol.MAP_HEADER), profile.at(Symbol.START_MENU_CURSOR) + 1));
    ranges.add(
        between(
            profile.at(Symbol.CONTROLLERS),
            profile.at(Symbol.TASKS) + (long) FieldDecoder.TASKS * FieldDecoder.TASK_BYTES));
    long main = profile.at(Symbol.MAIN);
    ranges.add(between(main + FieldDecoder.CALLBACK_2, main + FieldDecoder.IN_BATTLE + 1));
    ranges.add(Range.of(profile.at(Symbol.LOCK_FIELD_CONTROLS), 1));
    ranges.add(Range.of(profile.at(Symbol.PALETTE_FADE), 8));
    return ranges;
  }

  private List<Range> viewRanges() {
    List<Range> ranges = fieldRanges();
    ranges.add(
        between(
            profile.at(Symbol.BATTLERS_COUNT),
            profile.at(Symbol.PARTY) + (long) PartyDecoder.SLOTS * PartyDecoder.BYTES));
    ranges.add(Range.of(profile.at(Symbol.BATTLE_TYPE), 4));
    ranges.add(between(profile.at(Symbol.BAG_POSITION), profile.at(Symbol.BATTLE_PARTY_ORDER) + 3));
    ranges.add(Range.of(profile.at(Symbol.FIELD_TEXT), ViewDecoder.FIELD_TEXT_BYTES));
    ranges.add(Range.of(profile.at(Symbol.BATTLE_TEXT), ViewDecoder.BATTLE_TEXT_BYTES));
    ranges.add(Range.of(blocks.first(), 8));
    ranges.add(between(blocks.first() + BagDecoder.MONEY, blocks.first() + BagDecoder.POCKETS_END));
    ranges.add(Range.of(blocks.first() + ViewDecoder.FLAGS + ViewDecoder.BADGE_FLAG / 8, 2));
    ranges.add(Range.of(blocks.second() + ViewDecoder.ENCRYPTION_KEY, 4));
    return ranges;
  }

  private static Range between(long from, long to) {
    return Range.of(from, Math.toIntExact(to - from));
  }

  private Memory memory(List<Range> ranges) throws InterruptedException {
    return read(mgba, ranges);
  }

  static Memory read(Mgba mgba, List<Range> ranges) throws InterruptedException {
    List<byte[]> bytes = mgba.read(ranges);
    List<Block> blocks = new ArrayList<>(ranges.size());
    for (int i = 0; i < ranges.size(); i++) {
      blocks.add(new Block(ranges.get(i).address(), bytes.get(i)));
    }
    return new Memory(blocks);
  }
}
