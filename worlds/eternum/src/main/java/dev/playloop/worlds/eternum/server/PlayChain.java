package dev.playloop.worlds.eternum.server;

import dev.playloop.worlds.chain.devnet.DevnetAccount;
import dev.playloop.worlds.chain.node.StarknetNode;
import dev.playloop.worlds.eternum.deploy.AdminAccount;
import dev.playloop.worlds.eternum.deploy.DeployedGame;
import java.net.URI;
import java.util.List;

/// A chain that is nobody's money, to play on. Started and closed by one thread.
interface PlayChain extends AutoCloseable {
  /// Where it answers.
  URI rpc();

  /// The node as those who act are to see it.
  StarknetNode acting();

  /// Accounts with money: the first one deploys, the others play.
  List<DevnetAccount> accounts() throws InterruptedException;

  /// Brings the game's contracts to it, or finds them there. Throws
  /// [dev.playloop.worlds.eternum.deploy.DeploymentFailed].
  DeployedGame deploy(AdminAccount admin) throws InterruptedException;

  /// What it is, in one line for people.
  String about();

  @Override
  void close();
}
