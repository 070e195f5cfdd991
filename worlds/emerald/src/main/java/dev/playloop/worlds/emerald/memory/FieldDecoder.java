package dev.playloop.worlds.emerald.memory;

import dev.playloop.worlds.emerald.game.Actor;
import dev.playloop.worlds.emerald.game.ActorBuilder;
import dev.playloop.worlds.emerald.game.ActorFlags;
import dev.playloop.worlds.emerald.game.Direction;
import dev.playloop.worlds.emerald.game.FieldView;
import dev.playloop.worlds.emerald.game.FieldViewBuilder;
import dev.playloop.worlds.emerald.game.MapId;
import dev.playloop.worlds.emerald.game.Player;
import dev.playloop.worlds.emerald.game.PlayerBuilder;
import dev.playloop.worlds.emerald.game.Routine;
import dev.playloop.worlds.emerald.game.Screen;
import dev.playloop.worlds.emerald.game.Tile;
import dev.playloop.worlds.emerald.model.GameState.Menu;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// Turns bytes into a [FieldView]. Pure.
final class FieldDecoder {
  static final int OBJECTS = 16;
  static final int OBJECT_BYTES = 0x24;
  static final int TASKS = 16;
  static final int TASK_BYTES = 0x28;
  static final int CALLBACK_2 = 4;
  static final int IN_BATTLE = 0x439;
  private static final int IN_BATTLE_BIT = 2;
  private static final int FADE = 7;
  private static final int FADE_BIT = 0x80;

  private static final int ACTIVE = 1;
  private static final int STEPPING = 1 << 1;
  private static final int HELD = 1 << 6;
  private static final int HELD_DONE = 1 << 7;
  private static final int FROZEN = 1 << 8;
  private static final int IS_PLAYER = 1 << 16;

  private final GameProfile profile;

  FieldDecoder(GameProfile profile) {
    this.profile = profile;
  }

  /// `saveBlock` is where the first save block is now.
  FieldView decode(long frame, Memory memory, long saveBlock) {
    long avatar = profile.at(Symbol.PLAYER_AVATAR);
    int index = Math.min(memory.u8(avatar + 5), OBJECTS - 1);
    List<Actor> actors = new ArrayList<>();
    for (int i = 0; i < OBJECTS; i++) {
      long object = object(i);
      long flags = memory.u32(object);
      if (i != index && (flags & ACTIVE) != 0 && (flags & IS_PLAYER) == 0) {
        actors.add(actor(memory, i, object, flags));
      }
    }
    int battler = battler(memory);
    return FieldViewBuilder.builder()
        .frame(frame)
        .map(new MapId(memory.u8(saveBlock + 4), memory.u8(saveBlock + 5)))
        .player(player(memory, index, avatar))
        .locked(memory.u8(profile.at(Symbol.LOCK_FIELD_CONTROLS)) != 0)
        .textBox(memory.u8(profile.at(Symbol.MESSAGE_BOX_MODE)) != 0)
        .screen(screen(memory.u32(profile.at(Symbol.MAIN) + CALLBACK_2)))
        .fading((memory.u8(profile.at(Symbol.PALETTE_FADE) + FADE) & FADE_BIT) != 0)
        .inBattle((memory.u8(profile.at(Symbol.MAIN) + IN_BATTLE) & IN_BATTLE_BIT) != 0)
        .menu(menu(controller(memory, battler)))
        .battler(battler)
        .tasks(tasks(memory))
        .actors(actors)
        .build();
  }

  /// Where an object of the map stands, the player or another.
  private record Stand(Tile now, Tile before, Direction facing, int elevation) {
    static Stand at(Memory memory, long object) {
      return new Stand(
          tile(memory, object + 0x10),
          tile(memory, object + 0x14),
          Direction.ofCode(memory.u8(object + 0x18)),
          memory.u8(object + 0x0B) & 0xF);
    }

    private static Tile tile(Memory memory, long at) {
      return new Tile(memory.s16(at) - Tile.BORDER, memory.s16(at + 2) - Tile.BORDER);
    }
  }

  private Player player(Memory memory, int index, long avatar) {
    Stand stand = Stand.at(memory, object(index));
    return PlayerBuilder.builder()
        .index(index)
        .x(stand.now.x())
        .y(stand.now.y())
        .previousX(stand.before.x())
        .previousY(stand.before.y())
        .facing(stand.facing)
        .elevation(stand.elevation)
        .flags(memory.u8(avatar))
        .running(memory.u8(avatar + 2))
        .transition(memory.u8(avatar + 3))
        .build();
  }

  ActorFlags flags(Memory memory, int index) {
    long flags = memory.u32(object(index));
    return new ActorFlags(
        (flags & ACTIVE) != 0,
        memory.u8(profile.at(Symbol.LOCK_FIELD_CONTROLS)) != 0,
        isMoving(flags),
        (flags & FROZEN) != 0,
        flags);
  }

  /// Where an object lies.
  long object(int index) {
    return profile.at(Symbol.OBJECT_EVENTS) + (long) index * OBJECT_BYTES;
  }

  private static boolean isMoving(long flags) {
    boolean held = (flags & HELD) != 0 && (flags & HELD_DONE) == 0;
    return (flags & STEPPING) != 0 || held;
  }

  private static Actor actor(Memory memory, int index, long object, long flags) {
    Stand stand = Stand.at(memory, object);
    return ActorBuilder.builder()
        .index(index)
        .x(stand.now.x())
        .y(stand.now.y())
        .previousX(stand.before.x())
        .previousY(stand.before.y())
        .facing(stand.facing)
        .elevation(stand.elevation)
        .moving(isMoving(flags))
        .frozen((flags & FROZEN) != 0)
        .flags(flags)
        .build();
  }

  private Screen screen(long callback) {
    if (callback == profile.of(Routine.OVERWORLD)) {
      return Screen.OVERWORLD;
    }
    if (callback == profile.of(Routine.BATTLE)) {
      return Screen.BATTLE;
    }
    if (callback == profile.of(Routine.BAG)) {
      return Screen.BAG;
    }
    return callback == profile.of(Routine.PARTY_MENU) ? Screen.PARTY : Screen.OTHER;
  }

  /// In a double battle the second own fighter is battler 2; its menu waits when the first has
  /// chosen.
  private int battler(Memory memory) {
    return menu(controller(memory, 0)) == Menu.none && menu(controller(memory, 2)) != Menu.none
        ? 2
        : 0;
  }

  private long controller(Memory memory, int battler) {
    return memory.u32(profile.at(Symbol.CONTROLLERS) + 4L * battler);
  }

  private Menu menu(long controller) {
    if (controller == profile.of(Routine.CHOOSE_ACTION)) {
      return Menu.action;
    }
    if (controller == profile.of(Routine.CHOOSE_MOVE)) {
      return Menu.move;
    }
    if (controller == profile.of(Routine.CHOOSE_TARGET)) {
      return Menu.target;
    }
    if (controller == profile.of(Routine.CHOOSE_MONSTER)) {
      return Menu.party;
    }
    if (controller == profile.of(Routine.CHOOSE_ITEM)) {
      return Menu.bag;
    }
    return controller == profile.of(Routine.BATTLE_YES_NO) ? Menu.yes_no : Menu.none;
  }

  private Set<Routine> tasks(Memory memory) {
    Set<Routine> tasks = EnumSet.noneOf(Routine.class);
    for (int i = 0; i < TASKS; i++) {
      long task = profile.at(Symbol.TASKS) + (long) i * TASK_BYTES;
      if (memory.u8(task + 4) != 0) {
        long function = memory.u32(task);
        for (Routine routine : Routine.values()) {
          if (routine.group().equals("tasks") && profile.of(routine) == function) {
            tasks.add(routine);
          }
        }
      }
    }
    return tasks;
  }
}
