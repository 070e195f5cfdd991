package dev.playloop.chaos.declared;

import dev.playloop.chaos.system.Jvm;
import dev.playloop.chaos.system.JvmLaunchBuilder;
import dev.playloop.chaos.system.Link;
import dev.playloop.chaos.system.Ports;
import dev.playloop.schemas.world.WorldDeclaration;
import dev.playloop.worlds.declared.game.GameContract;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// One game: its process, the link to it, and when which trouble was with it. Used by one thread.
final class PlayedGame implements AutoCloseable {
  private static final int HEAP_MB = 48;
  private static final int SLOW_MS = 150;

  private final String world;
  private final GameKind kind;
  private final Path folder;
  private final int port = Ports.next();
  private final Link link = Link.open(Ports.next(), port);
  private final List<Trouble> troubles = new ArrayList<>();
  private Jvm process;

  /// Something that was wrong with a game, by this process's clock.
  record Trouble(Blow blow, Instant from, Instant to) {
    boolean meets(Instant begin, Instant end) {
      return !begin.isAfter(to) && !end.isBefore(from);
    }
  }

  private PlayedGame(String world, GameKind kind, Path folder) {
    this.world = world;
    this.kind = kind;
    this.folder = folder;
    this.process = launch(false);
  }

  static PlayedGame start(String world, GameKind kind, Path under) {
    try {
      return new PlayedGame(world, kind, Files.createDirectories(under.resolve(world)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Jvm launch(boolean forgets) {
    return Jvm.start(
        JvmLaunchBuilder.builder()
            .name("game " + world)
            .main(kind.main())
            .heapMb(HEAP_MB)
            .flags(List.of())
            .properties(Map.of())
            .environment(Map.of())
            .arguments(
                List.of(
                    folder.toString(),
                    String.valueOf(port),
                    forgets ? GameMain.FORGETS : "remembers"))
            .log(folder.resolve("game.log"))
            .build());
  }

  String world() {
    return world;
  }

  WorldDeclaration declaration() {
    return kind.declaration(world, link.port());
  }

  /// Begins it; [#heal] ends it. Not twice before that.
  void suffer(Blow blow) throws InterruptedException {
    troubles.add(new Trouble(blow, Instant.now(), Instant.MAX));
    switch (blow) {
      case KILLED, FORGETS -> {
        process.kill();
        process = launch(blow == Blow.FORGETS);
      }
      case FROZEN -> process.freeze();
      case CUT -> link.set(Link.State.CUT);
      case ANSWERS_CUT -> link.set(Link.State.CUT_DOWN);
      case SLOW -> link.set(Link.State.slow(SLOW_MS));
      case RESET -> link.reset();
      case HTML -> Mood.HTML.set(folder);
      case MUTE -> Mood.MUTE.set(folder);
      case FULL -> Mood.FULL.set(folder);
      case DOUBLED -> Mood.DOUBLED.set(folder);
    }
  }

  void heal() throws InterruptedException {
    link.set(Link.State.GOOD);
    process.thaw();
    Mood.WELL.set(folder);
    Trouble last = troubles.removeLast();
    // A new memory vouches for nothing that was issued within the tolerance of the clocks.
    Instant over =
        last.blow() == Blow.FORGETS ? Instant.now().plus(GameContract.TOLERANCE) : Instant.now();
    troubles.add(new Trouble(last.blow(), last.from(), over));
  }

  List<Trouble> troubles() {
    return List.copyOf(troubles);
  }

  /// The actions that it has done, each as often as it was done.
  List<String> deeds() {
    return GameStore.deeds(folder);
  }

  @Override
  public void close() {
    try {
      process.kill();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    link.close();
  }
}
