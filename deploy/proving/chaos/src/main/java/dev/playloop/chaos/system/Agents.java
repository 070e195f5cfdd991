package dev.playloop.chaos.system;

import dev.playloop.chaos.check.Facts;
import dev.playloop.chaos.world.ChaosWorlds;
import dev.playloop.chaos.world.EternumDeeds;
import dev.playloop.chaos.world.KernelDeeds;
import dev.playloop.chaos.world.VaultWorld;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.AgentConfig.Boundary;
import dev.playloop.schemas.event.AgentConfig.Instructions;
import dev.playloop.schemas.event.Route;
import dev.playloop.schemas.event.RunLimits;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.emerald.model.EmeraldWorld;
import dev.playloop.worlds.eternum.model.EternumWorld;
import dev.playloop.worlds.kernel.model.KernelWorld;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/// The agents of a history: most in the vault, some in the society and in the kernel, one who plays
/// Emerald, some in Eternum of whom two share an account, and one in the vault whose cap is so low
/// that it binds. Immutable.
public record Agents(List<AgentConfig> configs) {
  private static final int VAULT = 7;
  private static final int SOCIETY = 3;
  private static final int KERNEL = 3;
  private static final Duration CALL_LIMIT = Duration.ofSeconds(30);
  private static final Duration ACTION_LIMIT = Duration.ofSeconds(20);
  private static final Duration RUN_LIMIT = Duration.ofMinutes(2);
  private static final BigDecimal RICH_DAY = BigDecimal.TEN;
  private static final BigDecimal POOR_DAY = new BigDecimal("0.05");
  private static final Route.Prices PRICES =
      new Route.Prices(BigDecimal.ONE, BigDecimal.ONE, new BigDecimal("4"));

  public Agents {
    configs = List.copyOf(configs);
  }

  public static Agents of(URI checker, ChaosWorlds worlds) {
    return of(checker, worlds, CALL_LIMIT, ACTION_LIMIT);
  }

  /// With other limits of a call and of an action. What is lost is done again once they are over;
  /// where they are long, a loss is seen.
  public static Agents of(
      URI checker, ChaosWorlds worlds, Duration callLimit, Duration actionLimit) {
    RunLimits limits = new RunLimits(12, 20, RUN_LIMIT, callLimit, actionLimit);
    Route route = route(checker);
    List<AgentConfig> configs = new ArrayList<>();
    for (int i = 0; i < VAULT; i++) {
      configs.add(
          config(
              AgentId.of(VaultWorld.NAME, "v" + i), i == 0 ? POOR_DAY : RICH_DAY, route, limits));
    }
    for (int i = 0; i < SOCIETY; i++) {
      configs.add(config(AgentId.of("society", "s" + i), RICH_DAY, route, limits));
    }
    for (int i = 0; worlds.hasKernel() && i < KERNEL; i++) {
      configs.add(config(AgentId.of(KernelWorld.NAME, "k" + i), RICH_DAY, route, limits));
    }
    if (worlds.hasEmerald()) {
      configs.add(config(AgentId.of(EmeraldWorld.NAME, Game.PLAYER), RICH_DAY, route, limits));
    }
    for (int i = 0; worlds.hasEternum() && i < EternumDeeds.actors().size(); i++) {
      configs.add(onChain(AgentId.of(EternumWorld.NAME, "e" + i), i, route, limits));
    }
    return new Agents(configs);
  }

  private static Route route(URI checker) {
    return new Route(
        "chaos",
        List.of(
            Route.Candidate.of(checker.resolve("/v1").toString(), "chaos")
                .provider("chaos", Route.Wire.OPENAI)
                .prices(PRICES)
                .tokens(100_000, 500)
                .maxInFlight(200)
                .timeout(Duration.ofSeconds(15))));
  }

  /// So many more in the vault, for a load that a few agents can't ask for.
  public static Agents crowd(URI checker, int agents) {
    RunLimits limits = new RunLimits(12, 20, RUN_LIMIT, CALL_LIMIT, ACTION_LIMIT);
    Route route = route(checker);
    return new Agents(
        IntStream.range(VAULT, VAULT + agents)
            .mapToObj(i -> config(AgentId.of(VaultWorld.NAME, "v" + i), RICH_DAY, route, limits))
            .toList());
  }

  /// These, of worlds that are data. What nobody can tell holds an agent until its run is over, so
  /// that is soon.
  public static Agents declared(URI checker, List<AgentId> agents, Duration actionLimit) {
    Duration runLimit = actionLimit.plusSeconds(10);
    RunLimits limits = new RunLimits(12, 20, runLimit, CALL_LIMIT, actionLimit);
    Route route = route(checker);
    return new Agents(
        agents.stream().map(agent -> config(agent, RICH_DAY, route, limits)).toList());
  }

  /// These and those.
  public Agents and(Agents others) {
    List<AgentConfig> both = new ArrayList<>(configs);
    both.addAll(others.configs);
    return new Agents(both);
  }

  /// These, with a model at this address.
  public static Agents of(List<AgentConfig> configs, URI model) {
    Route route = route(model);
    return new Agents(
        configs.stream()
            .map(config -> config.with().tenant("chaos").routes(Map.of("*", route)).build())
            .toList());
  }

  private static AgentConfig onChain(AgentId agent, int index, Route route, RunLimits limits) {
    Felt account = EternumDeeds.actors().get(index);
    Instructions instructions =
        new Instructions("You man walls.", "One step a turn.", List.of(EternumDeeds.rule(account)));
    return config(agent, RICH_DAY, route, limits)
        .as(agent, account.hex())
        .with()
        .instructions(instructions)
        .build();
  }

  /// Writes them; they are on the log when this returns.
  public void apply(KafkaSettings kafka) throws InterruptedException {
    Topic<AgentId, AgentConfig> topic = kafka.topics().agents();
    try (KafkaProducer<AgentId, AgentConfig> producer =
        new KafkaProducer<>(
            kafka.with(Map.of()), topic.key().serializer(), topic.value().serializer())) {
      for (AgentConfig config : configs) {
        producer.send(new ProducerRecord<>(topic.name(), config.agent(), config)).get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("the agents could not be applied", e);
    }
  }

  /// Only those of the vault.
  public Agents inVault() {
    return in(VaultWorld.NAME);
  }

  /// Only those of Eternum.
  public Agents onChain() {
    return in(EternumWorld.NAME);
  }

  private Agents in(String world) {
    return new Agents(
        configs.stream().filter(config -> config.agent().world().equals(world)).toList());
  }

  public List<AgentId> ids() {
    return configs.stream().map(AgentConfig::agent).toList();
  }

  public Map<String, Facts.Caps> caps() {
    Map<String, Facts.Caps> caps = new HashMap<>();
    for (AgentConfig config : configs) {
      caps.put(
          config.agent().value(),
          new Facts.Caps(config.caps().usdPerRun(), config.caps().usdPerDay()));
    }
    return caps;
  }

  /// Whether this agent's cap binds, so that it comes to a stop.
  public static boolean isPoor(String agent) {
    return agent.equals(VaultWorld.NAME + "/v0");
  }

  /// The kernel's principals, one who is paid, and a program of theirs that costs something.
  static String kernelSql() {
    StringBuilder sql = new StringBuilder();
    for (int i = 0; i < KERNEL; i++) {
      sql.append("select kernel_principal('k%d', 100000, 100, 1000000);\n".formatted(i));
    }
    sql.append("select kernel_principal('bank', 0, 0, 1000000);\n");
    sql.append(
        "select kernel_artifact('doubler', 'executable', 'function run(x) { return x * 2; }', 'bank',"
            + " executable => true, invoke_price => %d);\n".formatted(KernelDeeds.PRICE));
    return sql.toString();
  }

  /// The society's users, as fixtures.
  static String societySql() {
    StringBuilder sql = new StringBuilder();
    for (int i = 0; i < SOCIETY; i++) {
      sql.append(
          "insert into users (id, username, kind, agent) values ('s%d', 'S%d', 'agent', 'society/s%d');\n"
              .formatted(i, i, i));
    }
    return sql.toString();
  }

  private static AgentConfig config(AgentId agent, BigDecimal day, Route route, RunLimits limits) {
    return AgentConfig.of(
            agent,
            agent.name(),
            new Instructions("You fill orders.", "One step a turn.", List.of()))
        .tenant("chaos")
        .boundaries(Map.of("*", new Boundary(List.of("*"))))
        .limits(Map.of("*", limits))
        .caps(new AgentConfig.Caps(new BigDecimal("0.5"), day))
        .routes(Map.of("*", route));
  }
}
