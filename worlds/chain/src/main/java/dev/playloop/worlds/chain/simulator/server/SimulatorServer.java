package dev.playloop.worlds.chain.simulator.server;

import dev.playloop.http.EdgeAnswer;
import dev.playloop.http.EdgeCall;
import dev.playloop.http.EdgeOptions;
import dev.playloop.http.EdgeRoutes;
import dev.playloop.http.HttpEdge;
import dev.playloop.worlds.chain.simulator.chain.ChainFolderFailure;
import dev.playloop.worlds.chain.simulator.chain.SimulatedChain;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Serves a simulated chain as a node: POST to `/rpc`, on loopback. Every answer says in its header
/// `Playloop-Simulator` what it comes from. Owns one thread, which closes blocks that come by time,
/// and the chain.
public final class SimulatorServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SimulatorServer.class);
  private static final Duration TICK = Duration.ofMillis(50);

  private final HttpEdge edge;
  private final String rpc;
  private final SimulatedChain chain;
  private final Thread ticker;

  private SimulatorServer(HttpEdge edge, String rpc, SimulatedChain chain) {
    this.edge = edge;
    this.rpc = rpc;
    this.chain = chain;
    this.ticker = Thread.ofPlatform().name("simulated-chain").daemon(true).unstarted(this::ticks);
  }

  /// Port 0 takes a free one. The chain is closed with the server. Throws
  /// [dev.playloop.http.CannotListen].
  public static SimulatorServer start(SimulatedChain chain, int port) {
    return start(chain, port, "");
  }

  /// @param place with what the path begins, so that only those find it who are told; or empty
  public static SimulatorServer start(SimulatedChain chain, int port, String place) {
    HttpEdge edge = HttpEdge.bind(EdgeOptions.loopback("the simulated chain", "its port", port));
    RpcFront front = new RpcFront(chain);
    edge.serve(new EdgeRoutes().open("POST", place + "/rpc", call -> answer(front, call)));
    SimulatorServer server = new SimulatorServer(edge, place + "/rpc", chain);
    server.ticker.start();
    return server;
  }

  private static EdgeAnswer answer(RpcFront front, EdgeCall call) {
    return new EdgeAnswer.Full(
        200,
        "application/json",
        front.answer(call.body()),
        Map.of("Playloop-Simulator", "no Starknet node"));
  }

  private void ticks() {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        tick();
        Thread.sleep(TICK);
      }
    } catch (InterruptedException closed) {
      LOG.debug("No more blocks by time");
    }
  }

  /// A block that can't be kept is tried again.
  private void tick() {
    try {
      chain.tick();
    } catch (ChainFolderFailure e) {
      LOG.error("No block was closed", e);
    }
  }

  /// Where clients send to.
  public URI address() {
    return edge.address().resolve(rpc);
  }

  public SimulatedChain chain() {
    return chain;
  }

  @Override
  public void close() {
    ticker.interrupt();
    edge.close();
    chain.close();
  }
}
