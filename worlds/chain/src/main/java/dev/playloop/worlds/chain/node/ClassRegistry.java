package dev.playloop.worlds.chain.node;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.declare.SignedDeclare;

/// What a node is asked by whoever brings classes of contracts. Throws as [StarknetNode] does.
public interface ClassRegistry {
  /// Whether the newest block knows the class.
  boolean isDeclared(Felt classHash) throws InterruptedException;

  /// Sends it, and returns the hash that the node has for it. Its class may be declared already:
  /// that is [NodeRefusal#CLASS_ALREADY_DECLARED].
  Felt declare(SignedDeclare transaction) throws InterruptedException;
}
