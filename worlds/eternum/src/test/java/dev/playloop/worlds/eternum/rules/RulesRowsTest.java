package dev.playloop.worlds.eternum.rules;

import dev.playloop.worlds.eternum.rows.GameChain;
import dev.playloop.worlds.eternum.rows.RowSuite;

/// The rows beside the Cairo contracts, played on their Java twins.
final class RulesRowsTest extends RowSuite {
  private static final GameChain CHAIN = new RulesGameChain();

  @Override
  protected GameChain chain() {
    return CHAIN;
  }
}
