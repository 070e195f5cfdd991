package dev.playloop.chaos;

import dev.playloop.chaos.check.ChainFacts;
import dev.playloop.chaos.check.Facts;
import dev.playloop.chaos.process.AotCache;
import dev.playloop.chaos.system.Agents;
import dev.playloop.chaos.system.ChainChoice;
import dev.playloop.chaos.system.ChainHost;
import dev.playloop.chaos.system.ChaosSystem;
import dev.playloop.chaos.system.Instance;
import dev.playloop.chaos.system.ModelScript;
import dev.playloop.chaos.system.Servers;
import dev.playloop.chaos.system.WorkerKind;
import dev.playloop.chaos.world.ChaosWorlds;
import dev.playloop.chaos.world.EternumDeeds;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.Selector;
import dev.playloop.worlds.chain.devnet.DevnetControl;
import dev.playloop.worlds.chain.node.BlockTag;
import dev.playloop.worlds.chain.node.FaultProxy;
import dev.playloop.worlds.chain.node.JsonRpcNode;
import dev.playloop.worlds.eternum.profile.WorldProfile;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/// A whole system whose agents act on a chain, with a proxy before that at which its executor can
/// be made to die. Limits are so long that nothing lost would be done again by them. Used by one
/// thread, and by the proxy's.
final class ChainRig implements AutoCloseable {
  private static final String SEND = "starknet_addInvokeTransaction";
  private static final String LOOK = "starknet_getBlockWithTxHashes";
  private static final Duration LONG = Duration.ofMinutes(20);
  private static final int REALM = EternumDeeds.realm(EternumDeeds.ACCOUNTS.get(1));
  private static final Felt PALADIN = Felt.of(32);
  private static final long GRAIN = 1_000_000_000L;
  private static final long PRICE = 1_000_000_000L;
  private static final int DEARER = 3;

  /// Nobody else acts as its account.
  static final AgentId WARDEN = AgentId.of("eternum", "e2");

  /// Its account's cap of a day binds after a few actions.
  static final AgentId PAUPER = AgentId.of("eternum", "e3");

  private final ChaosSystem system;
  private final Observer observer;
  private final Ends ends;
  private final FaultRunner supervisor;
  private final KafkaProducer<AgentId, Trigger> producer;
  private final JsonRpcNode node;
  private final DevnetControl control;
  private final AtomicInteger deaths = new AtomicInteger();
  private @Nullable FaultProxy proxy;

  /// @param devnet the program of a starknet-devnet; null: the simulated chain
  ChainRig(Path folder, @Nullable Path devnet) throws InterruptedException {
    system =
        ChaosSystem.start(
            new ChaosSystem.Setup(1, true, folder, AotCache.NONE, ChaosWorlds.ON_CHAIN),
            Servers.on(new ChainChoice(devnet, this::before, () -> {})));
    observer = Observer.start(system);
    ends = new Ends(system.kafka().topics());
    observer.listen(ends::see);
    Agents.of(system.checker().address(), system.worlds(), LONG, LONG)
        .onChain()
        .apply(system.kafka());
    system.startWorkers();
    supervisor = new FaultRunner(system);
    producer =
        new KafkaProducer<>(
            system.kafka().with(Map.of("linger.ms", "0")),
            system.kafka().topics().triggers().key().serializer(),
            system.kafka().topics().triggers().value().serializer());
    node = JsonRpcNode.at(chain().rpc());
    control = new DevnetControl(node.wire());
  }

  private URI before(URI rpc) {
    FaultProxy found = FaultProxy.before(rpc);
    proxy = found;
    return found.uri();
  }

  private ChainHost chain() {
    return Objects.requireNonNull(system.chain());
  }

  FaultProxy proxy() {
    return Objects.requireNonNull(proxy);
  }

  Instance executor() {
    return system.instance(WorkerKind.EXECUTOR, 0);
  }

  /// `kill -9`, and a successor, while whoever asks the proxy waits for its answer.
  void kill() throws InterruptedException {
    executor().killAndStart(null);
    deaths.incrementAndGet();
  }

  /// How often the executor has died so far, here or at a named place.
  int deaths() {
    return deaths.get() + executor().reached();
  }

  /// An order for one more guard; it is on the log when this returns.
  String order(AgentId agent, String id) throws InterruptedException {
    Trigger trigger =
        Trigger.of(id, agent, Facts.ORDER).at(Instant.now()).text(ModelScript.order(id, 1));
    try {
      producer
          .send(new ProducerRecord<>(system.kafka().topics().triggers().name(), agent, trigger))
          .get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("an order could not be placed", e);
    }
    return id;
  }

  boolean ended(String id, Duration limit) throws InterruptedException {
    return ends.awaitAll(Set.of(id), limit);
  }

  ChainFacts facts() throws InterruptedException {
    return new FactsReader(system, observer).chainFacts();
  }

  /// As [FactsReader#awaitChain].
  void settle(Duration limit) throws InterruptedException {
    new FactsReader(system, observer).awaitChain(limit);
  }

  /// Paladins that the realm has still in its store: each guard that was posted took one, however
  /// often it was told so.
  long paladins() throws InterruptedException {
    WorldProfile profile = WorldProfile.read(chain().profile());
    List<Felt> words =
        List.of(
            Selector.of("s2-Resource"),
            Felt.of(3),
            Felt.of(profile.gameId()),
            Felt.of(REALM),
            PALADIN);
    List<Felt> found = node.call(new ContractCall(profile.world(), "get", words), BlockTag.LATEST);
    return found.get(1).toLong() / GRAIN;
  }

  /// Takes back all blocks from that on in which the newest transaction of an agent lies.
  void forgetNewest() throws InterruptedException {
    Felt newest = Felt.hex(facts().landed().getLast().hash());
    control.abortBlocks(
        Objects.requireNonNull(
            Objects.requireNonNull(node.receipt(newest), "it has landed").blockNumber(),
            "it lies in a block"));
  }

  void forgetLatestBlock() throws InterruptedException {
    control.abortBlocks(node.latest().number());
  }

  /// Something that is done between two steps of the executor.
  @FunctionalInterface
  interface Deed {
    void run() throws InterruptedException;
  }

  /// What is done at a sending.
  @FunctionalInterface
  interface AtSending {
    /// @param number from 1 on
    /// @param arrives whether the node is yet to get it; else it has answered
    void at(int number, boolean arrives) throws IOException, InterruptedException;
  }

  /// Has this done at each sending of a transaction from now on.
  void atSendings(AtSending deed) {
    proxy()
        .through(
            new FaultProxy.Gate() {
              private int number;

              @Override
              public synchronized void arrives(String method)
                  throws IOException, InterruptedException {
                if (method.equals(SEND)) {
                  number++;
                  deed.at(number, true);
                }
              }

              @Override
              public synchronized void answered(String method)
                  throws IOException, InterruptedException {
                if (method.equals(SEND)) {
                  deed.at(number, false);
                }
              }
            });
  }

  /// Has this done once, when the chain is next asked for its newest block.
  void atLook(Deed deed) {
    AtomicBoolean done = new AtomicBoolean();
    proxy()
        .through(
            new FaultProxy.Gate() {
              @Override
              public void arrives(String method) throws InterruptedException {
                if (method.equals(LOOK) && done.compareAndSet(false, true)) {
                  deed.run();
                }
              }
            });
  }

  /// What was estimated before it is too cheap from the next block on.
  void raisePrices() throws InterruptedException {
    prices(DEARER * PRICE);
  }

  private void prices(long price) throws InterruptedException {
    control.gasPrice(price, price, price);
    control.createBlock();
  }

  /// Nothing more is done to the chain, and prices are those of the beginning.
  void calm() throws InterruptedException {
    proxy().through(new FaultProxy.Gate() {});
    prices(PRICE);
  }

  @Override
  public void close() {
    producer.close(Duration.ZERO);
    supervisor.settle();
    supervisor.close();
    observer.close();
    node.close();
    system.close();
    proxy().close();
  }
}
