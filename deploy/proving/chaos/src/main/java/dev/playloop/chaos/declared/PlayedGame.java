package dev.playloop.chaos.declared;

import dev.playloop.chaos.Ends;
import dev.playloop.chaos.cluster.Link;
import dev.playloop.chaos.process.Jvm;
import dev.playloop.chaos.process.JvmLaunchBuilder;
import dev.playloop.chaos.process.Ports;
import dev.playloop.chaos.system.ChaosSystem;
import dev.playloop.chaos.world.Tally;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.principal.Principal;
import dev.playloop.schemas.principal.PrincipalBuilder;
import dev.playloop.schemas.principal.Scope;
import dev.playloop.schemas.world.WorldDeclaration;
import dev.playloop.worlds.declared.game.GameContract;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One game: its process, the link to it, and when which trouble was with it. Used by one thread.
final class PlayedGame implements WorldGame {
  private static final int HEAP_MB = 48;
  private static final int SLOW_MS = 150;

  /// Orders are named by them.
  private static final List<String> AGENTS = List.of("ada", "ben", "cyd", "dan");

  private static final Duration UNTIL_IT_IS_HANDED_ONE = Duration.ofSeconds(8);

  private final String world;
  private final GameKind kind;
  private final Path folder;
  private final int port = Ports.next();

  /// To the game; of one that fetches, from it.
  private final Link link = Link.open(Ports.next(), port);

  private final List<Trouble> troubles = new ArrayList<>();
  private Jvm process;

  /// Of its name, beside it, for a while.
  private @Nullable Jvm rival;

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

  /// Whoever fetches, or tells of itself.
  static Principal principal(List<Scope> scopes) {
    return PrincipalBuilder.builder()
        .v(Principal.VERSION)
        .id("game")
        .name("game")
        .kind(Principal.Kind.GAME)
        .scopes(scopes)
        .tokens(List.of(new Principal.Token(Sha256.hex(Tally.TOKEN), null)))
        .since(Instant.EPOCH)
        .build();
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
                    String.valueOf(kind == GameKind.PULLED ? link.port() : port),
                    forgets ? GameMain.FORGETS : "remembers"))
            .log(folder.resolve("game.log"))
            .build());
  }

  @Override
  public String world() {
    return world;
  }

  GameKind kind() {
    return kind;
  }

  @Override
  public List<AgentId> agents() {
    return AGENTS.stream().map(name -> AgentId.of(world, world + "-" + name)).toList();
  }

  /// One that fetches is told where the executor is.
  @Override
  public void join(ChaosSystem system) {
    if (kind == GameKind.PULLED) {
      link.retarget(system.actionsPort());
    }
  }

  /// It never tells anything.
  @Override
  public void hush() {}

  @Override
  public WorldDeclaration declaration() {
    return kind.declaration(world, link.port());
  }

  /// Begins it; [#heal] ends it. Not twice before that.
  void suffer(Blow blow) throws InterruptedException {
    troubles.add(new Trouble(blow, Instant.now(), Instant.MAX));
    switch (blow) {
      case KILLED -> killed(false);
      case FORGETS -> beginToForget();
      case FROZEN -> process.freeze();
      case CUT -> link.set(Link.State.CUT);
      case ANSWERS_CUT -> link.set(Link.State.CUT_DOWN);
      case SLOW -> link.set(Link.State.slow(SLOW_MS));
      case RESET -> link.reset();
      case HTML -> Mood.HTML.set(folder);
      case MUTE -> Mood.MUTE.set(folder);
      case FULL -> Mood.FULL.set(folder);
      case DOUBLED -> Mood.DOUBLED.set(folder);
      case DIES_BEFORE_IT_ACTS -> Mood.DIES_BEFORE_IT_ACTS.set(folder);
      case DIES_BEFORE_IT_ANSWERS -> Mood.DIES_BEFORE_IT_ANSWERS.set(folder);
      case RIVALLED -> rival = launch(false);
    }
  }

  /// It needs something to forget, which was done and not told.
  private void beginToForget() throws InterruptedException {
    if (kind == GameKind.PUSHED) {
      link.set(Link.State.CUT_DOWN);
      return;
    }
    Mood.DIES_BEFORE_IT_ANSWERS.set(folder);
    Ends.await(() -> !process.isAlive(), UNTIL_IT_IS_HANDED_ONE);
    Mood.WELL.set(folder);
    killed(true);
  }

  /// One that listens forgets when nobody acts: who is told at once would be told.
  void forget() throws InterruptedException {
    killed(true);
  }

  private void killed(boolean forgets) throws InterruptedException {
    process.kill();
    process = launch(forgets);
  }

  void heal() throws InterruptedException {
    link.set(Link.State.GOOD);
    process.thaw();
    Mood.WELL.set(folder);
    Trouble last = troubles.removeLast();
    if (rival != null) {
      rival.kill();
      rival = null;
    }
    if (!process.isAlive()) {
      killed(false);
    }
    // A new memory vouches for nothing that was issued within the tolerance of the clocks.
    Instant over =
        last.blow() == Blow.FORGETS ? Instant.now().plus(GameContract.TOLERANCE) : Instant.now();
    troubles.add(new Trouble(last.blow(), last.from(), over));
  }

  /// It is started again by whoever disturbs it.
  @Override
  public @Nullable String failure() {
    return null;
  }

  @Override
  public List<Trouble> troubles() {
    return troubles.stream().filter(trouble -> kind.excuses(trouble.blow())).toList();
  }

  @Override
  public List<String> deeds() {
    return GameStore.deeds(folder);
  }

  @Override
  public void close() {
    try {
      process.kill();
      if (rival != null) {
        rival.kill();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    link.close();
  }
}
