package dev.playloop.worlds.emerald;

import dev.playloop.settings.SettingKey;
import dev.playloop.settings.Settings;
import dev.playloop.worlds.emerald.mgba.Mgba;
import dev.playloop.worlds.emerald.model.EmeraldWorld;
import dev.playloop.worlds.emerald.server.EmulatorProcess;
import dev.playloop.worlds.emerald.server.Emulators;
import dev.playloop.worlds.emerald.server.OwnEmulator;
import dev.playloop.worlds.emerald.watch.EmeraldWatcher;
import dev.playloop.worlds.emerald.watch.EmeraldWatcher.Rhythm;
import dev.playloop.worlds.model.MachineCheck;
import dev.playloop.worlds.model.OpenWorld;
import dev.playloop.worlds.model.Opening;
import dev.playloop.worlds.model.ServerProgram;
import dev.playloop.worlds.model.World;
import dev.playloop.worlds.model.WorldActions;
import dev.playloop.worlds.model.WorldModule;
import dev.playloop.worlds.model.WorldSource;
import dev.playloop.worlds.model.WorldUnavailable;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Games on the emulators that the settings name, or one on an emulator that this process starts,
/// with a game of its own. A process that only watches presses no button.
public final class EmeraldModule implements WorldModule {
  static final SettingKey EMULATORS =
      SettingKey.required(
          "PLAYLOOP_EMERALD_EMULATORS",
          "who plays on which mGBA-http, such as scout=http://127.0.0.1:5000, with commas between;"
              + " without it one machine starts an emulator");
  static final SettingKey PLAYER =
      SettingKey.of(
          "PLAYLOOP_EMERALD_PLAYER", "scout", "who plays on the emulator that one machine starts");
  static final SettingKey SPEED =
      SettingKey.of(
          "PLAYLOOP_EMERALD_SPEED",
          "4",
          "how many times real time that emulator runs, 1 to 64, or max; with step a frame passes"
              + " when somebody asks for the frame");
  static final SettingKey SCREENS =
      SettingKey.required(
          "PLAYLOOP_EMERALD_SCREENS",
          "folder for screenshots, the same for emulator and executor; without it none are taken,"
              + " but on one machine");
  static final SettingKey SCREENS_URL =
      SettingKey.required(
          "PLAYLOOP_EMERALD_SCREENS_URL",
          "base URL under which people find that folder; without it they get file: URLs");
  static final SettingKey TOKEN =
      SettingKey.secret(
          "PLAYLOOP_EMERALD_TOKEN",
          "bearer token that the emulators ask for (theirs is PLAYLOOP_EMULATOR_TOKEN); mGBA-http"
              + " knows none, and the one that one machine starts gets its own");
  static final SettingKey SEARCH_KEY =
      SettingKey.secret("PLAYLOOP_EMERALD_SEARCH_KEY", "API key of Google Custom Search");
  static final SettingKey SEARCH_ENGINE =
      SettingKey.required(
          "PLAYLOOP_EMERALD_SEARCH_ENGINE", "id of the search engine; without it nobody searches");

  private static final Duration SEARCH_LIMIT = Duration.ofSeconds(10);

  private final EmeraldWorld world = new EmeraldWorld();

  @Override
  public World world() {
    return world;
  }

  @Override
  public List<SettingKey> settings() {
    return List.of(
        EMULATORS, PLAYER, SPEED, SCREENS, SCREENS_URL, TOKEN, SEARCH_KEY, SEARCH_ENGINE);
  }

  @Override
  public boolean needsServer(Settings settings) {
    return settings.optional(EMULATORS).isEmpty();
  }

  @Override
  public Optional<String> images(Settings settings, @Nullable Path data) {
    return screens(settings, data).map(Path::toString);
  }

  /// Screenshots outlive a run that keeps nothing else: they are there to be looked at.
  private Optional<Path> screens(Settings settings, @Nullable Path data) {
    Optional<Path> set = settings.optional(SCREENS).map(Path::of);
    if (set.isPresent() || !needsServer(settings)) {
      return set;
    }
    return Optional.of(
        data != null
            ? data.resolve("screens")
            : Path.of(System.getProperty("playloop.home", "."), ".playloop", "screens"));
  }

  @Override
  public List<MachineCheck> checks() {
    return List.of(OwnEmulator.check(world.name()));
  }

  @Override
  public Optional<ServerProgram> server() {
    return Optional.of(OwnEmulator.program(EMULATORS));
  }

  @Override
  public OpenWorld open(Opening opening) {
    Settings settings = opening.settings();
    Map<String, URI> emulators;
    String token;
    if (needsServer(settings)) {
      EmulatorProcess started = started(opening);
      emulators = Map.of(settings.text(PLAYER), started.url());
      token = started.token();
    } else {
      emulators = Emulators.of(settings, EMULATORS);
      token = settings.optional(TOKEN).orElse(null);
    }
    return new OpenEmerald(world, emulators, options(opening).token(token), opening);
  }

  private EmeraldActions.Options options(Opening opening) {
    Settings settings = opening.settings();
    EmeraldActions.Options standard = EmeraldActions.Options.standard().search(search(opening));
    Optional<Path> folder = screens(settings, opening.data());
    if (folder.isEmpty()) {
      return standard;
    }
    URI base = settings.optional(SCREENS_URL).map(URI::create).orElse(null);
    return standard.screenshots(new FolderScreenshots(folder.get(), base), true);
  }

  private static WebSearch search(Opening opening) {
    Optional<String> key = opening.settings().optional(SEARCH_KEY);
    Optional<String> engine = opening.settings().optional(SEARCH_ENGINE);
    if (key.isEmpty() || engine.isEmpty()) {
      return WebSearch.missing((key.isEmpty() ? SEARCH_KEY : SEARCH_ENGINE).name());
    }
    GoogleSearch.Account account =
        new GoogleSearch.Account(GoogleSearch.STANDARD, key.get(), engine.get());
    return opening.keep(new GoogleSearch(account, SEARCH_LIMIT, opening.clock()));
  }

  private EmulatorProcess started(Opening opening) {
    Path data = opening.data();
    return opening.keep(
        EmulatorProcess.start(
            opening.settings().text(SPEED),
            data == null ? null : data.resolve("game.state"),
            screens(opening.settings(), data).orElse(null)));
  }

  private static final class OpenEmerald implements OpenWorld {
    private final World world;
    private final Map<String, URI> emulators;
    private final EmeraldActions.Options options;
    private final Opening opening;
    private final List<WorldSource> watchers = new ArrayList<>();
    private @Nullable EmeraldActions actions;

    OpenEmerald(
        World world, Map<String, URI> emulators, EmeraldActions.Options options, Opening opening) {
      this.world = world;
      this.emulators = Map.copyOf(emulators);
      this.options = options;
      this.opening = opening;
    }

    @Override
    public World world() {
      return world;
    }

    @Override
    public synchronized WorldActions<?> actions() {
      EmeraldActions known = actions;
      if (known == null) {
        known = opening.keep(new EmeraldActions(emulators, options));
        actions = known;
      }
      return known;
    }

    @Override
    public synchronized List<WorldSource> sources() {
      if (watchers.isEmpty()) {
        emulators.forEach((player, address) ->
            watchers.add(
                opening.keep(new EmeraldWatcher(player, mgba(address), Rhythm.standard()))));
      }
      return List.copyOf(watchers);
    }

    private Mgba mgba(URI address) {
      return new Mgba(address, Mgba.Limits.standard(), options.token());
    }

    @Override
    public void ask() {
      for (URI address : emulators.values()) {
        try (Mgba mgba = mgba(address)) {
          mgba.currentFrame();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new WorldUnavailable("stopped while asking " + address, e);
        }
      }
    }
  }
}
