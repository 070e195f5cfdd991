package dev.playloop.launcher;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Nearest;
import dev.playloop.schemas.Require;
import dev.playloop.schemas.config.ConfigFile;
import dev.playloop.schemas.config.InvalidFileException;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.Route;
import dev.playloop.schemas.event.TriggerClass;
import dev.playloop.settings.Settings;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Resolves the routes of agents when they are applied: an agent that names none gets the model of
/// this process, with its prices and sizes.
public final class Routes {
  private static final Set<String> HERE = Set.of("127.0.0.1", "localhost", "[::1]");

  /// USD per million tokens; what is more is a slip of the pen.
  private static final BigDecimal DEAREST = new BigDecimal("1000000");

  private final Route.@Nullable Candidate model;
  private final ByClass file;

  private Routes(Route.@Nullable Candidate model, ByClass file) {
    this.model = model;
    this.file = file;
  }

  /// Those of the file, and for the rest this model.
  static Routes to(Route.Candidate model, ByClass file) {
    return new Routes(model, file);
  }

  /// The routes of the settings' file, and for the rest the model that they name, else the one of
  /// the system that `./playloop up` runs here.
  public static Routes from(Settings settings) {
    ByClass file = ByClass.from(settings);
    Optional<String> set = settings.optional(AllSettings.MODEL_URL);
    if (set.isPresent()) {
      return to(
          candidate(Require.webAddress(AllSettings.MODEL_URL.name(), set.get()), settings), file);
    }
    return RunningSystem.find()
        .map(running -> {
          URI url = URI.create(running.model());
          return to(
              running.rehearsal() ? LocalModel.candidate(url, settings) : candidate(url, settings),
              file);
        })
        .orElseGet(() -> new Routes(null, file));
  }

  /// The config with a route for every class of trigger.
  public AgentConfig resolve(AgentConfig config) {
    if (!config.routes().isEmpty()) {
      return config;
    }
    Map<String, Route> routes = new TreeMap<>(file.routes());
    if (model != null) {
      routes.putIfAbsent(ByClass.ANY, route(model));
    }
    if (routes.isEmpty()) {
      throw UserProblem.usage(
          config.agent() + " has no routes, and no model is set",
          "write 'routes' into the file, or set PLAYLOOP_MODEL_URL.");
    }
    return config.routes(routes);
  }

  /// The config with this process's model where it had the rehearsal model of an earlier one.
  public AgentConfig renew(AgentConfig config) {
    boolean rehearsal = config.routes().values().stream().anyMatch(Routes::isRehearsed);
    if (model == null || !rehearsal) {
      return config;
    }
    Map<String, Route> renewed = new TreeMap<>(config.routes());
    renewed.replaceAll((_, route) -> isRehearsed(route) ? route(model) : route);
    return config.routes(renewed);
  }

  private static boolean isRehearsed(Route route) {
    return route.candidates().stream().anyMatch(c -> c.provider().equals(LocalModel.PROVIDER));
  }

  private static Route route(Route.Candidate model) {
    return new Route("default", List.of(model));
  }

  /// The model behind `url` as the settings describe it. A model on this machine costs nothing
  /// unless prices are set.
  static Route.Candidate candidate(URI url, Settings settings) {
    boolean anthropic = String.valueOf(url.getHost()).endsWith("anthropic.com");
    boolean here = HERE.contains(String.valueOf(url.getHost()));
    String name =
        settings.optional(AllSettings.MODEL_NAME).orElseGet(() -> ModelCatalogue.only(url));
    return Route.Candidate.of(url.toString(), name)
        .provider(
            anthropic ? "anthropic" : "openai",
            anthropic ? Route.Wire.ANTHROPIC : Route.Wire.OPENAI)
        .keyRef(ModelKey.reference())
        .prices(prices(settings, here))
        .tokens(
            settings.number(AllSettings.MODEL_CONTEXT, 1_000, 10_000_000),
            settings.number(AllSettings.MODEL_OUTPUT, 16, 1_000_000))
        .maxInFlight(settings.number(AllSettings.MODEL_IN_FLIGHT, 1, 100_000))
        .timeout(settings.duration(AllSettings.MODEL_TIMEOUT))
        .images(settings.flag(AllSettings.MODEL_IMAGES) ? Boolean.TRUE : null);
  }

  /// As they are set; those that are not are 0 for a model on this machine, else rather too much.
  static Route.Prices prices(Settings settings, boolean here) {
    return new Route.Prices(
        price(settings, AllSettings.PRICE_INPUT, here),
        price(settings, AllSettings.PRICE_CACHED, here),
        price(settings, AllSettings.PRICE_OUTPUT, here));
  }

  private static BigDecimal price(
      Settings settings, AllSettings.Price price, boolean freeByDefault) {
    return settings
        .decimal(price.key(), DEAREST)
        .orElse(freeByDefault ? BigDecimal.ZERO : price.assumed());
  }

  /// The routes of agents that have none, by class of trigger, as a file has them. Immutable.
  ///
  /// @param routes by the class's name in lower case, or `*`; written as in `agents.yaml`
  record ByClass(Map<String, Route> routes) {
    static final String ANY = "*";

    public ByClass {
      routes = Map.copyOf(new TreeMap<>(Require.present("routes", routes, "routes by class")));
      List<String> classes = classes();
      for (String name : routes.keySet()) {
        if (!classes.contains(name)) {
          String nearest = Nearest.of(name, classes);
          throw new InvalidValueException(
              "routes",
              "one of " + String.join(", ", classes),
              "'" + name + "'" + (nearest == null ? "" : "; did you mean '" + nearest + "'?"));
        }
      }
    }

    private static List<String> classes() {
      List<String> names = new ArrayList<>();
      Arrays.stream(TriggerClass.values())
          .map(each -> each.name().toLowerCase(Locale.ROOT))
          .forEach(names::add);
      names.add(ANY);
      return names;
    }

    /// Of the file that the settings name; none where they name none. Throws [UserProblem] for one
    /// that can't be read, or is wrong.
    static ByClass from(Settings settings) {
      return settings
          .optional(AllSettings.ROUTES)
          .map(file -> read(Path.of(file)))
          .orElseGet(() -> new ByClass(Map.of()));
    }

    private static ByClass read(Path file) {
      try {
        return ConfigFile.of(String.valueOf(file.getFileName()), Files.readAllBytes(file))
            .as(ByClass.class);
      } catch (InvalidFileException e) {
        throw UserProblem.usage(
            AllSettings.ROUTES.name() + ": " + e.getMessage(), "mend the named lines.");
      } catch (IOException e) {
        throw UserProblem.usage(
            AllSettings.ROUTES.name() + " can't be read: " + file, "name a file that is there.");
      }
    }
  }
}
