package dev.playloop.worlds.eternum.profile;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Require;
import dev.playloop.schemas.config.ConfigFile;
import dev.playloop.schemas.config.InvalidFileException;
import dev.playloop.schemas.tool.Describe;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.backend.ChainMark;
import dev.playloop.worlds.chain.lane.LaneProfile;
import dev.playloop.worlds.eternum.calldata.GameDirectory;
import dev.playloop.worlds.eternum.calldata.GameSystems;
import dev.playloop.worlds.model.CannotOpenWorld;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// `eternum.yaml`: a game on a chain, with all that is compared before anything is sent. Immutable.
///
/// ```yaml
/// chainId: '0x534e5f5345504f4c4941'
/// genesis: '0x5f…'
/// contracts:
///   world: {address: '0x1…', classHash: '0x2…'}
///   resource_systems: {address: '0x3…', classHash: '0x4…'}
/// gameId: 1
/// players: ['0x64b…']
/// ```
@RecordBuilder
public record WorldProfile(
    @Describe("the chain's id, a short string in hex") Felt chainId,
    @Describe("the hash of block 0") Felt genesis,
    @Describe("each contract of the game by its name") Map<String, Contract> contracts,
    @Describe("which of the games in these contracts") long gameId,
    @Describe("the accounts whose view is made") List<Felt> players,
    @Describe("how Torii names the tables; s2 where left out") @Nullable String namespace,
    @Describe("how entrypoints take arguments: S1 or S2, which is meant where left out")
        GameDirectory.@Nullable Generation generation,
    @Describe("what a coordinate is: V1 or V2, which is meant where left out")
        GameDirectory.@Nullable CoordLayout coordLayout,
    @Describe("ACCEPTED_ON_L2 where left out, or PRE_CONFIRMED to answer before the block")
        @Nullable Answers answers,
    @Describe("blocks behind a transaction until it is watched no more; 10 where left out")
        @Nullable Integer depth,
    @Describe("true where real money is meant") @Nullable Boolean allowMainnet)
    implements GameDirectory {
  private static final Felt MAINNET = Felt.shortString("SN_MAIN");
  private static final int MAX_BYTES = 256 * 1024;
  private static final int MAX_CONTRACTS = 64;
  private static final int MAX_PLAYERS = 1_000;
  private static final int DEPTH = 10;
  private static final String WORLD = "world";
  private static final Pattern NAMESPACE = Pattern.compile("[A-Za-z0-9_.-]{1,64}");

  /// Where a contract is, and which class is there.
  public record Contract(Felt address, Felt classHash) {
    public Contract {
      Require.present("address", address, "0x and hex digits");
      Require.present("classHash", classHash, "0x and hex digits");
    }
  }

  /// From when on a transaction counts as landed.
  public enum Answers {
    PRE_CONFIRMED,
    ACCEPTED_ON_L2
  }

  public WorldProfile {
    Require.present("chainId", chainId, "0x and hex digits");
    Require.present("genesis", genesis, "0x and hex digits");
    contracts = Map.copyOf(Require.present("contracts", contracts, "contracts by their names"));
    Require.range("contracts.length", contracts.size(), 1, MAX_CONTRACTS);
    for (String needed : GameSystems.ALL) {
      Require.present("contracts." + needed, contracts.get(needed), "its address and class hash");
    }
    Require.present("contracts." + WORLD, contracts.get(WORLD), "its address and class hash");
    Require.range("gameId", gameId, 0, 0xFFFF_FFFFL);
    players = List.copyOf(Require.present("players", players, "a list of addresses"));
    Require.range("players.length", players.size(), 1, MAX_PLAYERS);
    namespace = namespace == null ? "s2" : namespace;
    Require.match("namespace", namespace, NAMESPACE, "1 to 64 letters, digits, '_', '.' and '-'");
    generation = generation == null ? Generation.S2 : generation;
    coordLayout = coordLayout == null ? CoordLayout.V2 : coordLayout;
    answers = answers == null ? Answers.ACCEPTED_ON_L2 : answers;
    depth = depth == null ? DEPTH : depth;
    Require.range("depth", depth, 1, LaneProfile.MAX_WATCHED);
    if (chainId.equals(MAINNET) && !Boolean.TRUE.equals(allowMainnet)) {
      throw new InvalidValueException(
          "allowMainnet", "true, since the chain is mainnet and its money real", "nothing");
    }
  }

  /// Throws [InvalidFileException], which names lines and fields, and [CannotOpenWorld] where it
  /// can't be read.
  public static WorldProfile read(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw CannotOpenWorld.setting(
            file + " has more than " + MAX_BYTES + " bytes", "Name a world profile.");
      }
      return ConfigFile.of(file.getFileName().toString(), bytes).as(WorldProfile.class);
    } catch (IOException e) {
      throw CannotOpenWorld.setting(
          "the world profile " + file + " can't be read: " + e.getClass().getSimpleName(),
          "Write it, or name another one.");
    } catch (InvalidFileException e) {
      throw CannotOpenWorld.setting(String.valueOf(e.getMessage()), "Mend the world profile.");
    }
  }

  /// The contract that holds the game's records.
  public Felt world() {
    return address(WORLD);
  }

  @Override
  public Felt address(String contract) {
    Contract found = contracts.get(contract);
    if (found == null) {
      throw new InvalidValueException("contracts", "the contract " + contract, "none");
    }
    return found.address();
  }

  /// What is compared at every start and after each outage.
  public ChainMark mark() {
    Map<String, String> classes = new HashMap<>();
    contracts
        .values()
        .forEach(contract -> classes.put(contract.address().hex(), contract.classHash().hex()));
    return new ChainMark(chainId.hex(), genesis.hex(), classes);
  }
}
