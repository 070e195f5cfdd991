package dev.playloop.worlds.chain.simulator.chain;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.simulator.AccountProgram;
import dev.playloop.worlds.chain.simulator.ContractProgram;
import dev.playloop.worlds.chain.simulator.CurveSignatures;
import dev.playloop.worlds.chain.simulator.DeployerProgram;
import dev.playloop.worlds.chain.simulator.SignatureCheck;
import dev.playloop.worlds.chain.simulator.TokenProgram;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How a simulated chain begins.
///
/// @param chainId `SN_SEPOLIA` as a word, say
/// @param programs the classes besides its own that can be deployed
/// @param folder where its blocks are kept; null: it ends with the process
/// @param seed what makes this chain another than all others; null: a random one
@RecordBuilder
public record ChainSettings(
    Felt chainId,
    BlockPace pace,
    List<GenesisAccount> accounts,
    List<ContractProgram> programs,
    SignatureCheck signatures,
    Clock clock,
    @Nullable Path folder,
    @Nullable Felt seed)
    implements ChainSettingsBuilder.With {
  public ChainSettings {
    accounts = List.copyOf(accounts);
    programs = List.copyOf(programs);
  }

  /// In memory, with a block for each transaction.
  public static ChainSettings standard() {
    return new ChainSettings(
        Felt.shortString("SN_SEPOLIA"),
        new BlockPace.EachTransaction(),
        List.of(),
        List.of(),
        new CurveSignatures(),
        Clock.systemUTC(),
        null,
        null);
  }

  /// With the chain's own.
  List<ContractProgram> allPrograms() {
    List<ContractProgram> all = new ArrayList<>(programs);
    all.add(new AccountProgram());
    all.add(new TokenProgram());
    all.add(new DeployerProgram());
    return all;
  }
}
