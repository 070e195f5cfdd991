package dev.playloop.worlds.chain.simulator.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.testkit.TurnedClock;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.simulator.Broadcast;
import dev.playloop.worlds.chain.simulator.TokenProgram;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A chain that ends at any moment goes on from its folder.
@Tag("slow")
final class BlockFolderTest {
  private static final long SEED = 4_711;

  @TempDir private Path folder;

  private ChainSettings settings(Path in) {
    return TestChain.settings(TurnedClock.at(TestChain.START)).with().folder(in).build();
  }

  private TestChain first(Path in) {
    return TestChain.start(settings(in), TurnedClock.at(TestChain.START));
  }

  private SimulatedChain again(Path in) {
    return SimulatedChain.start(settings(in));
  }

  private static List<Felt> hashes(SimulatedChain chain) {
    List<Felt> hashes = new ArrayList<>();
    long last = chain.queries().block(BlockRef.LATEST).number();
    for (long number = 0; number <= last; number++) {
      hashes.add(chain.queries().block(new BlockRef.Numbered(number)).hash());
    }
    return hashes;
  }

  private Path log(Path in) {
    return in.resolve("blocks.log");
  }

  @Test
  void blocksNoncesBalancesAndStorageAreThereAfterwards() {
    List<Felt> before;
    Broadcast sent;
    BigInteger money;
    Felt vault;
    Felt account;
    try (TestChain test = first(folder)) {
      vault = test.vault();
      account = test.account(0);
      sent = test.signed(0, test.put(1, 11));
      test.chain().add(sent);
      test.send(0, test.vaultCall("put_and_panic", Felt.of(2), Felt.of(2)));
      test.controls().mint(test.account(1), BigInteger.valueOf(77));
      before = hashes(test.chain());
      money = test.balance(account);
    }
    try (SimulatedChain chain = again(folder)) {
      assertThat(chain.losses()).isEmpty();
      assertThat(hashes(chain)).isEqualTo(before);
      ChainQueries queries = chain.queries();
      assertThat(queries.storage(BlockRef.LATEST, vault, Felt.ONE)).isEqualTo(Felt.of(11));
      assertThat(queries.storage(BlockRef.LATEST, vault, Felt.of(2))).isEqualTo(Felt.ZERO);
      assertThat(queries.nonce(BlockRef.LATEST, account)).isEqualTo(Felt.of(2));
      Felt key = TokenProgram.balanceOf(account).key();
      assertThat(queries.storage(BlockRef.LATEST, TestChain.STRK, key).value()).isEqualTo(money);
      assertThatThrownBy(() -> chain.add(sent)).hasMessage("Duplicate transaction");
    }
  }

  @Test
  void anAbortIsThereAfterwards() {
    List<Felt> before;
    try (TestChain test = first(folder)) {
      test.send(0, test.put(1, 1));
      test.send(0, test.put(1, 2));
      test.controls().abort(3);
      test.send(0, test.put(1, 3));
      before = hashes(test.chain());
    }
    try (SimulatedChain chain = again(folder)) {
      assertThat(chain.losses()).isEmpty();
      assertThat(hashes(chain)).isEqualTo(before);
    }
  }

  @Test
  void anEmptyFolderIsAnotherChain(@TempDir Path other) {
    ChainSettings random = settings(folder).with().seed(null).build();
    try (SimulatedChain one = SimulatedChain.start(random);
        SimulatedChain another = SimulatedChain.start(random.with().folder(other).build())) {
      assertThat(hashes(one)).isNotEqualTo(hashes(another));
    }
  }

  @Test
  void aFolderThatIsInUseOrOfAnotherChainIsRefused() {
    ChainSettings settings = settings(folder);
    SimulatedChain.start(settings).close();
    ChainSettings main = settings.with().chainId(Felt.shortString("SN_MAIN")).build();
    assertThatThrownBy(() -> SimulatedChain.start(main)).isInstanceOf(InvalidValueException.class);
    try (SimulatedChain _ = SimulatedChain.start(settings)) {
      assertThatThrownBy(() -> SimulatedChain.start(settings))
          .isInstanceOf(ChainFolderFailure.class);
    }
  }

  @Test
  void aLineThatStandsThereTwiceCountsOnce() throws IOException {
    byte[] whole = small(folder);
    List<byte[]> lines = lines(whole);
    for (int twice = 1; twice < lines.size(); twice++) {
      List<byte[]> doubled = new ArrayList<>(lines);
      doubled.add(twice, lines.get(twice));
      assertGoesOn(joined(doubled), lines.size() - 1, true);
    }
  }

  @Test
  void tornAtAnyByteItKeepsEachWholeLine() throws IOException {
    byte[] whole = small(folder);
    for (int length = 0; length < whole.length; length++) {
      byte[] torn = Arrays.copyOf(whole, length);
      int kept = Math.max(0, lines(torn).size() - 1);
      boolean clean = length == 0 || torn[length - 1] == '\n';
      assertGoesOn(torn, kept, !clean);
    }
  }

  @Test
  void garbageCostsWhatStandsBehindItAndNothingBefore() throws IOException {
    byte[] whole = small(folder);
    Random random = new Random(SEED);
    for (int i = 0; i < 60; i++) {
      byte[] broken = whole.clone();
      int at = random.nextInt(broken.length);
      byte bad = (byte) random.nextInt(256);
      if (broken[at] == bad) {
        continue;
      }
      broken[at] = bad;
      int kept = lines(Arrays.copyOf(whole, at)).size() - 1;
      assertGoesOn(broken, Math.max(0, kept), true);
    }
  }

  @Test
  void whatIsDroppedIsKeptBeside() throws IOException {
    byte[] whole = small(folder);
    byte[] torn = Arrays.copyOf(whole, whole.length - 1);
    Files.write(log(folder), torn);
    again(folder).close();
    byte[] last = lines(whole).getLast();
    assertThat(Files.readAllBytes(folder.resolve("blocks.log.dropped")))
        .isEqualTo(Arrays.copyOf(last, last.length - 1));
  }

  @Test
  void whatComesAfterATornTailIsWhole() throws IOException {
    byte[] whole = small(folder);
    Files.write(log(folder), Arrays.copyOf(whole, whole.length - 5));
    List<Felt> before;
    try (SimulatedChain chain = again(folder)) {
      chain.controls().createBlock();
      before = hashes(chain);
    }
    Files.write(log(folder), new byte[] {'x'}, StandardOpenOption.APPEND);
    try (SimulatedChain chain = again(folder)) {
      assertThat(hashes(chain)).isEqualTo(before);
    }
  }

  /// The file of a few blocks that are quickly made.
  private byte[] small(Path in) throws IOException {
    try (SimulatedChain chain = again(in)) {
      Felt account = chain.accounts().getFirst().address();
      chain.controls().mint(account, BigInteger.TEN);
      chain.controls().createBlock();
      chain.controls().foreignWrite(account, List.of(TestChain.transfer(Felt.of(9), 5)));
      chain.controls().createBlock();
    }
    return Files.readAllBytes(log(in));
  }

  /// @param blocks how many are whole, besides the genesis
  private void assertGoesOn(byte[] file, int blocks, boolean lost) {
    try {
      Path place = Files.createTempDirectory(folder, "torn");
      Files.write(log(place), file);
      try (SimulatedChain chain = again(place)) {
        assertThat(hashes(chain)).as("of %d bytes", file.length).hasSize(blocks + 1);
        assertThat(chain.losses().isEmpty()).as("of %d bytes", file.length).isEqualTo(!lost);
        chain.controls().createBlock();
      }
      try (SimulatedChain chain = again(place)) {
        assertThat(hashes(chain)).as("of %d bytes", file.length).hasSize(blocks + 2);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<byte[]> lines(byte[] file) {
    List<byte[]> lines = new ArrayList<>();
    int from = 0;
    for (int i = 0; i < file.length; i++) {
      if (file[i] == '\n') {
        lines.add(Arrays.copyOfRange(file, from, i + 1));
        from = i + 1;
      }
    }
    return lines;
  }

  private static byte[] joined(List<byte[]> lines) {
    byte[] all = new byte[0];
    for (byte[] line : lines) {
      int end = all.length;
      all = Arrays.copyOf(all, end + line.length);
      System.arraycopy(line, 0, all, end, line.length);
    }
    return all;
  }
}
