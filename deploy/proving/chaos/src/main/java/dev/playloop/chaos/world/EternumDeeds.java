package dev.playloop.chaos.world;

import dev.playloop.worlds.chain.Felt;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// Who plays Eternum, and what they do: each write puts one more Paladin on a realm's wall, so that
/// the wall itself says how many have landed. Stateless.
public final class EternumDeeds {
  /// The one tool of the chain's writes.
  public static final String TOOL = "execute_action";

  /// How many of its agents act as one account.
  public static final int SHARING = 2;

  /// Accounts of a starknet-devnet with seed 0, which the simulated chain has, too. Realms follow
  /// in their order.
  public static final List<Felt> ACCOUNTS =
      List.of(
          Felt.hex("0x78662e7352d062084b0010068b99288486c2d8b914f6e2a55ce945f8792c8b1"),
          Felt.hex("0x49dfb8ce986e21d354ac93ea65e6a11f639c1934ea253e5ff14ca62eca0f38e"),
          Felt.hex("0x4f348398f859a55a0c80b1446c5fdc37edb3a8478a32f10764659fc241027d3"));

  private static final int FIRST_REALM = 11;

  private EternumDeeds() {}

  /// One for each agent: the first account has [#SHARING] of them, each other one has one.
  public static List<Felt> actors() {
    return List.of(ACCOUNTS.get(0), ACCOUNTS.get(0), ACCOUNTS.get(1), ACCOUNTS.get(2));
  }

  /// Whether this account's cap of a day binds, so that it comes to a stop.
  public static boolean isPoor(Felt account) {
    return account.equals(ACCOUNTS.getLast());
  }

  /// What an agent's instructions say of its realm, so that a script finds it.
  public static String rule(Felt account) {
    return "Your realm is realm=" + realm(account) + ".";
  }

  public static int realm(Felt account) {
    return FIRST_REALM + ACCOUNTS.indexOf(account);
  }

  public static void arguments(int realm, ObjectNode arguments) {
    arguments
        .put("actionType", "add_guard")
        .put("forStructureId", realm)
        .put("slot_of_add_guard", "Delta")
        .put("category", "Paladin")
        .put("tier", "T1")
        .put("amount", "1");
  }
}
