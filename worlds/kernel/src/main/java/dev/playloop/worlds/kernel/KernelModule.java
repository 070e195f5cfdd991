package dev.playloop.worlds.kernel;

import dev.playloop.settings.SettingKey;
import dev.playloop.settings.Settings;
import dev.playloop.worlds.kernel.books.KernelDatabase;
import dev.playloop.worlds.kernel.model.KernelWorld;
import dev.playloop.worlds.model.MachineCheck;
import dev.playloop.worlds.model.OpenWorld;
import dev.playloop.worlds.model.Opening;
import dev.playloop.worlds.model.World;
import dev.playloop.worlds.model.WorldActions;
import dev.playloop.worlds.model.WorldModule;
import dev.playloop.worlds.model.WorldSource;
import dev.playloop.worlds.model.WorldSql;
import dev.playloop.worlds.postgres.DatabaseSql;
import dev.playloop.worlds.postgres.PostgresKeys;
import dev.playloop.worlds.sandbox.Sandbox;
import dev.playloop.worlds.sandbox.SandboxSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The kernel on an embedded PostgreSQL, or on the server that its JDBC URL names, where it keeps
/// to its own schema. The children that run agents' code start with the actions, so a process that
/// only relays events has none.
public final class KernelModule implements WorldModule {
  private static final PostgresKeys POSTGRES = PostgresKeys.of(KernelWorld.NAME);
  static final SettingKey STARTING_SCRIP =
      SettingKey.of(
          "PLAYLOOP_KERNEL_STARTING_SCRIP",
          "0",
          "new scrip for each principal that an agent creates");
  static final SettingKey SANDBOX_SIZE =
      SettingKey.of("PLAYLOOP_KERNEL_SANDBOX_SIZE", "2", "invocations of agents' code at a time");
  static final SettingKey SANDBOX_HEAP =
      SettingKey.of(
          "PLAYLOOP_KERNEL_SANDBOX_HEAP",
          "96",
          "heap in MB of each process that runs agents' code");
  static final SettingKey SANDBOX_WRAPPER =
      SettingKey.required(
          "PLAYLOOP_KERNEL_SANDBOX_WRAPPER",
          "command before that process, such as 'unshare -rn' for one without a network");
  static final SettingKey PYTHON =
      SettingKey.required(
          "PLAYLOOP_KERNEL_PYTHON",
          "folder of the jars that run executables in Python; without it there is JavaScript only");

  /// Contracts may nest ten deep, invocations five.
  private static final int SANDBOX_DEPTH = 10;

  private final KernelWorld world = new KernelWorld();

  @Override
  public World world() {
    return world;
  }

  @Override
  public List<SettingKey> settings() {
    List<SettingKey> all = new ArrayList<>(POSTGRES.all());
    all.addAll(List.of(STARTING_SCRIP, SANDBOX_SIZE, SANDBOX_HEAP, SANDBOX_WRAPPER, PYTHON));
    return List.copyOf(all);
  }

  @Override
  public boolean needsServer(Settings settings) {
    return !POSTGRES.isSet(settings);
  }

  @Override
  public List<MachineCheck> checks() {
    return POSTGRES.checks();
  }

  @Override
  public OpenWorld open(Opening opening) {
    Settings settings = opening.settings();
    SandboxSettings sandbox = sandbox(settings);
    int startingScrip = settings.number(STARTING_SCRIP, 0, Integer.MAX_VALUE);
    KernelDatabase database = POSTGRES.open(opening, KernelDatabase::open);
    return new OpenKernel(world, database, sandbox, startingScrip, opening);
  }

  private static SandboxSettings sandbox(Settings settings) {
    String wrapper = settings.optional(SANDBOX_WRAPPER).orElse("").strip();
    SandboxSettings sandbox =
        SandboxSettings.DEFAULT
            .withSize(settings.number(SANDBOX_SIZE, 1, 64))
            .withMaxDepth(SANDBOX_DEPTH)
            .withHeapMegabytes(settings.number(SANDBOX_HEAP, 48, 1_024))
            .withWrapper(wrapper.isEmpty() ? List.of() : List.of(wrapper.split("\\s+")));
    return settings
        .optional(PYTHON)
        .map(String::strip)
        .filter(it -> !it.isEmpty())
        .map(folder -> sandbox.withPython(Path.of(folder)))
        .orElse(sandbox);
  }

  private static final class OpenKernel implements OpenWorld {
    private final World world;
    private final KernelDatabase database;
    private final SandboxSettings sandbox;
    private final long startingScrip;
    private final Opening opening;
    private final KernelOutbox outbox;
    private @Nullable KernelActions actions;

    OpenKernel(
        World world,
        KernelDatabase database,
        SandboxSettings sandbox,
        long startingScrip,
        Opening opening) {
      this.world = world;
      this.database = database;
      this.sandbox = sandbox;
      this.startingScrip = startingScrip;
      this.opening = opening;
      this.outbox = opening.keep(new KernelOutbox(database));
    }

    @Override
    public World world() {
      return world;
    }

    @Override
    public synchronized WorldActions<?> actions() {
      KernelActions known = actions;
      if (known == null) {
        Sandbox children = opening.keep(Sandbox.start(sandbox));
        known = opening.keep(new KernelActions(database, children, startingScrip));
        actions = known;
      }
      return known;
    }

    @Override
    public List<WorldSource> sources() {
      return List.of(outbox);
    }

    @Override
    public Optional<WorldSql> sql() {
      return Optional.of(new DatabaseSql(database::seed, database::rows));
    }
  }
}
