package dev.playloop.worlds.eternum.model;

/// What changes the game: each is one transaction of the agent's account. Closed: an action without
/// calldata does not compile. An account's writes run one after the other, whichever agent asks, as
/// its transactions do.
///
/// Amounts and numbers of troops are decimal texts in whole units with at most nine decimals; the
/// chain counts in billionths. Names and order of components are the contracts'.
public sealed interface EternumWrite extends EternumTool
    permits ResourceWrite,
        TroopWrite,
        MovementWrite,
        SwapWrite,
        CombatWrite,
        TradeWrite,
        BuildingWrite,
        BankWrite,
        GuildWrite,
        RealmWrite {
  /// A transaction is there within seconds, or the chain is in trouble.
  int LIMIT_SECONDS = 120;

  long MAX_U32 = 0xffff_ffffL;

  /// The largest whole number that JSON carries everywhere, 2^53 - 1.
  long MAX_WHOLE = 9_007_199_254_740_991L;

  /// A u128 in billionths has 30 digits before the point.
  String AMOUNT = "[0-9]{1,30}(\\.[0-9]{1,9})?";

  int MAX_AMOUNT = 40;

  String ADDRESS = "0x[0-9a-fA-F]{1,64}";

  int MAX_STEPS = 32;

  int MAX_CALLS = 16;
}
