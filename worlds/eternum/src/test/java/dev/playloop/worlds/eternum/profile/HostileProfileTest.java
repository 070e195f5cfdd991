package dev.playloop.worlds.eternum.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.testkit.MangledFile;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.eternum.calldata.GameSystems;
import dev.playloop.worlds.model.CannotOpenWorld;
import dev.playloop.worlds.model.CannotOpenWorld.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Whatever stands in a world profile: it is read for what it is, or refused with file, line,
/// field, what was expected and what came.
final class HostileProfileTest {
  private static final int FILES = 2_000;
  private static final int LONGEST = 20_000;
  private static final String GOOD =
      """
      chainId: '0x534e5f5345504f4c4941'
      genesis: '0x5f'
      contracts:
        world: {address: '0x1', classHash: '0x2'}
      %sgameId: 1
      players: ['0x64b', '0x64c']
      depth: 10
      answers: ACCEPTED_ON_L2
      """
          .formatted(
              GameSystems.ALL.stream()
                  .map(name -> "  %s: {address: '0x3', classHash: '0x4'}\n".formatted(name))
                  .collect(Collectors.joining()));

  @TempDir private Path folder;

  @Test
  void aGoodOneIsRead() throws IOException {
    WorldProfile profile = read(GOOD);
    assertThat(profile.chainId()).isEqualTo(Felt.shortString("SN_SEPOLIA"));
    assertThat(profile.depth()).isEqualTo(10);
    assertThat(profile.mark().classes()).containsEntry("0x1", "0x2");
  }

  @Test
  void whateverItHoldsItIsReadOrRefusedByName() throws IOException {
    Path file = folder.resolve("eternum.yaml");
    int refused = 0;
    for (long seed = 0; seed < FILES; seed++) {
      Files.write(file, MangledFile.of(GOOD, seed));
      try {
        WorldProfile.read(file);
      } catch (CannotOpenWorld e) {
        refused++;
        assertThat(e.fault()).isEqualTo(Fault.SETTING);
        assertThat(e)
            .as("seed %d", seed)
            .hasMessageMatching("(?s)eternum\\.yaml:\\d+: .+: expected .+, got .+");
        assertThat(e.getMessage())
            .as("seed %d", seed)
            .doesNotContain("\u001b", "\0")
            .hasSizeLessThan(LONGEST);
        assertThat(e.nextStep()).contains("Mend the world profile");
      }
    }
    assertThat(refused).isGreaterThan(FILES / 2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "chainId: '0x534e5f5345504f4c4941' | chainId: SN_SEPOLIA | eternum.yaml:1: chainId: expected 0x",
        "chainId: '0x534e5f5345504f4c4941' | chainId: 5 | eternum.yaml:1: chainId",
        "genesis: '0x5f' | genesis: '0x0800000000000011000000000000000000000000000000000000000000000001' | genesis",
        "genesis: '0x5f' | genesis: *a | eternum.yaml:2: ",
        "genesis: '0x5f' | # none | genesis",
        "world: {address: '0x1', classHash: '0x2'} | # none | contracts.world",
        "world: {address: '0x1', classHash: '0x2'} | world: {address: '0x1'} | contracts.world.classHash",
        "world: {address: '0x1', classHash: '0x2'} | world: {adress: '0x1', classHash: '0x2'} | adress",
        "world: {address: '0x1', classHash: '0x2'} | world: {address: '0x1', address: '0x1', classHash: '0x2'} | address",
        "swap_systems: {address: '0x3', classHash: '0x4'} | # none | contracts.swap_systems",
        "gameId: 1 | gameId: -1 | gameId: expected",
        "gameId: 1 | gameId: 4294967296 | gameId: expected",
        "gameId: 1 | gameId: 1.5 | gameId",
        "gameId: 1 | gameId: 99999999999999999999999999 | gameId",
        "gameId: 1 | # none | gameId",
        "players: ['0x64b', '0x64c'] | players: [] | players",
        "players: ['0x64b', '0x64c'] | players: '0x64b' | players",
        "depth: 10 | depth: 0 | depth: expected",
        "depth: 10 | depth: 65 | depth: expected",
        "answers: ACCEPTED_ON_L2 | answers: RECEIVED | answers: expected",
        "answers: ACCEPTED_ON_L2 | namespace: 's2`; drop' | namespace: expected",
        "answers: ACCEPTED_ON_L2 | allowMainnet: maybe | allowMainnet",
        "answers: ACCEPTED_ON_L2 | allowMainet: true | allowMainnet",
      })
  void eachFieldIsRefusedByItsName(String was, String is, String named) {
    assertThat(GOOD).contains(was);
    assertThatThrownBy(() -> read(GOOD.replaceFirst(Pattern.quote(was), is)))
        .isInstanceOf(CannotOpenWorld.class)
        .hasMessageContaining("eternum.yaml:")
        .hasMessageContaining(named);
  }

  @Test
  void aFileBeyondItsBoundIsRefused() {
    assertThatThrownBy(() -> read(GOOD + "#".repeat(300_000)))
        .isInstanceOf(CannotOpenWorld.class)
        .hasMessageContaining("more than 262144 bytes");
  }

  private WorldProfile read(String text) throws IOException {
    Path file = folder.resolve("eternum.yaml");
    Files.writeString(file, text);
    return WorldProfile.read(file);
  }
}
