package dev.playloop.audit;

import dev.playloop.journal.ChainHead;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.id.AgentId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// Where the chains of all agents end, and one hash over all of them: a Merkle tree as in RFC 6962,
/// section 2.1, over the agents in the order of their ids. A leaf is the text `<agent>\n<next
/// number>\n<hash of the last envelope>`. Immutable.
public record Heads(SortedMap<AgentId, ChainHead> byAgent) {
  /// The root over no agents.
  public static final String NONE = Sha256.hex("");

  public Heads {
    byAgent = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(byAgent));
  }

  public static Heads of(Map<AgentId, ChainHead> heads) {
    return new Heads(new TreeMap<>(heads));
  }

  /// The Merkle root as lower-case hex.
  public String root() {
    List<byte[]> leaves = new ArrayList<>(byAgent.size());
    byAgent.forEach((agent, head) -> leaves.add(leaf(agent, head)));
    return HexFormat.of().formatHex(Merkle.root(leaves));
  }

  private static byte[] leaf(AgentId agent, ChainHead head) {
    String text = agent.value() + "\n" + head.seq() + "\n" + head.previous();
    return Merkle.leaf(text.getBytes(StandardCharsets.UTF_8));
  }
}
