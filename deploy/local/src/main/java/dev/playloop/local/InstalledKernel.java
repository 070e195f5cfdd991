package dev.playloop.local;

import dev.playloop.kit.SettingKey;
import dev.playloop.kit.Settings;
import dev.playloop.worlds.kernel.KernelActions;
import dev.playloop.worlds.kernel.KernelDatabase;
import dev.playloop.worlds.kernel.KernelOutbox;
import dev.playloop.worlds.model.World;
import dev.playloop.worlds.model.WorldActions;
import dev.playloop.worlds.model.WorldSource;
import dev.playloop.worlds.model.kernel.KernelWorld;
import dev.playloop.worlds.postgres.EmbeddedDatabase;
import dev.playloop.worlds.sandbox.Sandbox;
import dev.playloop.worlds.sandbox.SandboxSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The kernel on an embedded PostgreSQL, or on the server that its JDBC URL names, where it keeps
/// to its own schema. The children that run agents' code start with the actions, so a process that
/// only relays events has none.
final class InstalledKernel implements InstalledWorld {
  static final SettingKey JDBC_URL =
      SettingKey.required(
          "PLAYLOOP_KERNEL_JDBC_URL",
          "PostgreSQL of the kernel, such as jdbc:postgresql://db/kernel; without it one machine"
              + " starts an embedded one");
  static final SettingKey USER =
      SettingKey.of("PLAYLOOP_KERNEL_USER", "playloop", "user of that database");
  static final SettingKey PASSWORD =
      SettingKey.secret("PLAYLOOP_KERNEL_PASSWORD", "password of that user");
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
    return List.of(
        JDBC_URL,
        USER,
        PASSWORD,
        STARTING_SCRIP,
        SANDBOX_SIZE,
        SANDBOX_HEAP,
        SANDBOX_WRAPPER,
        PYTHON);
  }

  @Override
  public boolean needsServer(Settings settings) {
    return settings.optional(JDBC_URL).isEmpty();
  }

  @Override
  public Open open(Settings settings, @Nullable Path data) {
    Closing closing = new Closing();
    Optional<String> url = settings.optional(JDBC_URL);
    boolean opened = false;
    try {
      SandboxSettings sandbox = sandbox(settings);
      int startingScrip = settings.number(STARTING_SCRIP, 0, Integer.MAX_VALUE);
      KernelDatabase database;
      if (url.isPresent()) {
        database =
            KernelDatabase.open(
                url.get(), settings.text(USER), settings.optional(PASSWORD).orElse(""));
      } else {
        EmbeddedDatabase embedded =
            closing.add(EmbeddedDatabase.start(data), EmbeddedDatabase::close);
        database = KernelDatabase.open(embedded.jdbcUrl(), embedded.user(), embedded.password());
      }
      closing.add(database, KernelDatabase::close);
      OpenKernel open = new OpenKernel(world, database, sandbox, startingScrip, closing);
      opened = true;
      return open;
    } finally {
      if (!opened) {
        closing.close();
      }
    }
  }

  private static SandboxSettings sandbox(Settings settings) {
    SandboxSettings standard = SandboxSettings.DEFAULT;
    String wrapper = settings.optional(SANDBOX_WRAPPER).orElse("").strip();
    return new SandboxSettings(
        settings.number(SANDBOX_SIZE, 1, 64),
        SANDBOX_DEPTH,
        settings.number(SANDBOX_HEAP, 48, 1_024),
        Duration.ofSeconds(10),
        standard.callsPerChild(),
        standard.idle(),
        wrapper.isEmpty() ? List.of() : List.of(wrapper.split("\\s+")),
        settings.optional(PYTHON).map(String::strip).filter(it -> !it.isEmpty()).map(Path::of));
  }

  private static final class OpenKernel implements Open, Sql {
    private final World world;
    private final KernelDatabase database;
    private final SandboxSettings sandbox;
    private final long startingScrip;
    private final Closing closing;
    private final KernelOutbox outbox;
    private @Nullable KernelActions actions;

    OpenKernel(
        World world,
        KernelDatabase database,
        SandboxSettings sandbox,
        long startingScrip,
        Closing closing) {
      this.world = world;
      this.database = database;
      this.sandbox = sandbox;
      this.startingScrip = startingScrip;
      this.closing = closing;
      this.outbox = closing.add(new KernelOutbox(database), KernelOutbox::close);
    }

    @Override
    public World world() {
      return world;
    }

    @Override
    public synchronized WorldActions actions() {
      KernelActions known = actions;
      if (known == null) {
        Sandbox children = closing.add(Sandbox.start(sandbox), Sandbox::close);
        known =
            closing.add(new KernelActions(database, children, startingScrip), KernelActions::close);
        actions = known;
      }
      return known;
    }

    @Override
    public List<WorldSource> sources() {
      return List.of(outbox);
    }

    @Override
    public Optional<Sql> sql() {
      return Optional.of(this);
    }

    @Override
    public boolean seed(String script) {
      return database.seed(script);
    }

    @Override
    public List<Map<String, JsonNode>> query(String query) {
      return database.rows(query).stream().map(JsonRows::of).toList();
    }

    @Override
    public void close() {
      closing.close();
    }
  }
}
