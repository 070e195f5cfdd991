package dev.playloop.worlds.chain.account;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Require;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.tool.Describe;
import dev.playloop.worlds.chain.Felt;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One account of the executor's file.
record AccountLine(
    @Describe("the account's address") Felt account,
    @Describe("the agents that may act as it; '*' for every one") List<String> agents,
    @Describe("where its key is") KeyReference key,
    @Describe("what it may pay, in the smallest unit of its chain, as FRI") FeeCaps caps,
    @Describe("what it may call; what the world allows where left out")
        @Nullable CallPolicy calls) {
  private static final String EVERYONE = "*";
  private static final int MAX_AGENTS = 1_000;

  AccountLine {
    Require.present("account", account, "0x and hex digits");
    if (account.isZero()) {
      throw new InvalidValueException("account", "an address", "0x0");
    }
    agents = List.copyOf(Require.present("agents", agents, "a list of agents, or [\"*\"]"));
    Require.range("agents.length", agents.size(), 1, MAX_AGENTS);
    for (String agent : agents) {
      if (!agent.equals(EVERYONE)) {
        new AgentId(agent);
      }
    }
    Require.present("key", key, "{file: …} or {remote: …}");
    Require.present("caps", caps, "{perAction: …, perDay: …}");
  }

  boolean admits(AgentId agent) {
    return agents.contains(EVERYONE) || agents.contains(agent.value());
  }
}
