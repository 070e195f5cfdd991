package dev.playloop.launcher;

import dev.playloop.audit.checkpoint.SealSettings;
import dev.playloop.broker.Flush;
import dev.playloop.console.ConsoleSettings;
import dev.playloop.executor.ExecutorSettings;
import dev.playloop.ingest.IngestSettings;
import dev.playloop.kit.KitSettings;
import dev.playloop.kit.access.MasterKeySetting;
import dev.playloop.projector.ProjectorSettings;
import dev.playloop.reasoner.ReasonerSettings;
import dev.playloop.settings.InvalidSettingException;
import dev.playloop.settings.SettingKey;
import dev.playloop.settings.Settings;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Every setting of every role, in the order of `docs/settings.md`, which a test writes and
/// compares.
public final class AllSettings {
  /// Read by the script `playloop`, which starts this process.
  public static final SettingKey HEAP =
      SettingKey.of(
          "PLAYLOOP_HEAP",
          "768m",
          "heap of the process, such as 768m or 2g, or a part of the memory of its machine or container,"
              + " such as 70%, which ends the process when it is used up; a variable only, as it is"
              + " read before any file");

  /// Read by that script, too.
  public static final SettingKey START_CACHE =
      SettingKey.of(
          "PLAYLOOP_START_CACHE",
          "on",
          "whether 'up' leaves, and 'up' and 'worker' start from, a file of some 130 MB with which"
              + " they start warm: on or off; a variable only");

  public static final SettingKey BROKER_FLUSH =
      SettingKey.of(
          "PLAYLOOP_BROKER_FLUSH",
          "system",
          "when the broker of one machine forces its log to the disk: system (as the operating system"
              + " does; a power cut takes what it had not written) or append (before each append is"
              + " acknowledged)");

  public static final SettingKey GATEWAY =
      SettingKey.required(
          "PLAYLOOP_GATEWAY",
          "the gateway through which commands answer and control, such as https://host:8443; without"
              + " it that of './playloop up'");
  public static final SettingKey TOKEN =
      SettingKey.secret(
          "PLAYLOOP_TOKEN",
          "who commands are for that gateway: what './playloop principals' printed");

  public static final SettingKey MODEL_URL =
      SettingKey.required(
          "PLAYLOOP_MODEL_URL",
          "base URL of the model for agents without routes, such as http://127.0.0.1:8080/v1");
  public static final SettingKey MODEL_NAME =
      SettingKey.required(
          "PLAYLOOP_MODEL_NAME", "the model's name; without it the URL's only model is taken");
  public static final SettingKey MODEL_KEY =
      SettingKey.secret(
          "PLAYLOOP_MODEL_KEY", "the model's API key; OPENAI_API_KEY is taken where it is not set");
  public static final SettingKey MODEL_CONTEXT =
      SettingKey.of("PLAYLOOP_MODEL_CONTEXT", "128000", "tokens of the model's context");
  public static final SettingKey MODEL_OUTPUT =
      SettingKey.of("PLAYLOOP_MODEL_OUTPUT", "2000", "most tokens of one answer");
  public static final SettingKey MODEL_IN_FLIGHT =
      SettingKey.of("PLAYLOOP_MODEL_IN_FLIGHT", "64", "calls to the model at a time");
  public static final SettingKey MODEL_TIMEOUT =
      SettingKey.of("PLAYLOOP_MODEL_TIMEOUT", "60s", "how long one call may take");
  public static final SettingKey MODEL_IMAGES =
      SettingKey.of("PLAYLOOP_MODEL_IMAGES", "false", "true where the model takes images");
  public static final SettingKey ROUTES =
      SettingKey.required(
          "PLAYLOOP_ROUTES",
          "file with 'routes' by class of trigger (conversation, event, schedule, idle, or * for all"
              + " others) for agents that have none; classes that it leaves out get the model");
  public static final Price PRICE_INPUT = Price.of("INPUT", "5", "of input");
  public static final Price PRICE_CACHED = Price.of("CACHED", "5", "of cached input");
  public static final Price PRICE_OUTPUT = Price.of("OUTPUT", "25", "of output");

  /// A price, and what is assumed where a model elsewhere has none: rather too much than too
  /// little, so that caps hold.
  public record Price(SettingKey key, BigDecimal assumed) {
    static Price of(String name, String assumed, String what) {
      return new Price(
          SettingKey.required(
              "PLAYLOOP_MODEL_PRICE_" + name,
              "USD per million tokens "
                  + what
                  + "; without it 0 for the rehearsal model and models on this machine, else "
                  + assumed),
          new BigDecimal(assumed));
    }
  }

  private AllSettings() {}

  static Flush flush(Settings settings) {
    String given = settings.text(BROKER_FLUSH);
    return switch (given) {
      case "system" -> Flush.BY_SYSTEM;
      case "append" -> Flush.EACH_APPEND;
      default ->
          throw new InvalidSettingException(
              BROKER_FLUSH.name() + " must be system or append, not '" + given + "'");
    };
  }

  /// Settings that belong together.
  public record Group(String title, List<SettingKey> keys) {
    public Group {
      keys = List.copyOf(keys);
    }
  }

  /// All of them, as their page shows them.
  public static List<Group> groups() {
    List<Group> groups = new ArrayList<>();
    groups.add(new Group("Kafka and the process", KitSettings.keys()));
    groups.add(new Group("The Java machine", List.of(HEAP, START_CACHE)));
    groups.add(new Group("The broker of one machine", List.of(BROKER_FLUSH)));
    groups.add(new Group("Commands", List.of(GATEWAY, TOKEN)));
    groups.add(
        new Group(
            "The model of agents without routes",
            List.of(
                MODEL_URL,
                MODEL_NAME,
                MODEL_KEY,
                PRICE_INPUT.key(),
                PRICE_CACHED.key(),
                PRICE_OUTPUT.key(),
                MODEL_CONTEXT,
                MODEL_OUTPUT,
                MODEL_IN_FLIGHT,
                MODEL_TIMEOUT,
                MODEL_IMAGES,
                ROUTES)));
    groups.add(new Group("Ingest", IngestSettings.keys()));
    groups.add(new Group("Projector", ProjectorSettings.keys()));
    groups.add(new Group("Executor", ExecutorSettings.keys()));
    groups.add(new Group("Checkpoints", SealSettings.keys()));
    groups.add(new Group("Sealed payloads", List.of(MasterKeySetting.KEY)));
    groups.add(new Group("Reasoner", ReasonerSettings.keys()));
    groups.add(new Group("Console", ConsoleSettings.keys()));
    groups.add(
        new Group(
            "Worlds that are data",
            List.of(GameKeys.KEYS, GameKeys.PRIVATE, GameKeys.PULL_HOST, GameKeys.PULL_PORT)));
    InstalledWorlds.all().stream()
        .filter(world -> !world.settings().isEmpty())
        .forEach(
            world -> groups.add(new Group("The world " + world.world().name(), world.settings())));
    return List.copyOf(groups);
  }

  public static List<SettingKey> keys() {
    return groups().stream().flatMap(group -> group.keys().stream()).toList();
  }

  /// Reads them; unknown names that begin with `PLAYLOOP_` are refused, and so are, in a file, the
  /// heap and the start cache, which are read before, and the model's key, which routes tell by the
  /// variable's name.
  public static Settings read(Map<String, String> environment, @Nullable Path file) {
    Settings settings = Settings.read(keys(), environment, file);
    for (SettingKey key : List.of(HEAP, START_CACHE, MODEL_KEY)) {
      if (settings.isSet(key) && !environment.containsKey(key.name())) {
        throw new InvalidSettingException(
            key.name() + " is taken from the environment alone: set it there, not in " + file);
      }
    }
    return settings;
  }
}
