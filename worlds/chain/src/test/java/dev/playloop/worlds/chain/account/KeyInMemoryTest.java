package dev.playloop.worlds.chain.account;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.HotSpotDiagnosticMXBean;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.Signer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a dump of the heap shows of a key that signs: no text of it. The test itself knows the
/// digits only in disguise while the dump is taken.
@Tag("slow")
final class KeyInMemoryTest {
  private static final int DIGITS = 32;
  private static final byte MASK = 0x55;

  @TempDir private Path folder;

  @Test
  void noTextInTheHeapShowsAKeyThatSigns() throws IOException, InterruptedException {
    byte[] disguised = digits(1);
    byte[] control = digits(2);
    writeKey(disguised);
    Files.writeString(
        folder.resolve("accounts.yaml"),
        """
        - account: 0x64b4
          agents: ['*']
          key: {file: ada.key}
          caps: {perAction: '1', perDay: '1'}
        """);
    Path dump = folder.resolve("heap.hprof");
    String seen = text(control);
    try (AccountBook book = AccountBook.read(folder.resolve("accounts.yaml"))) {
      AccountChoice choice = book.find(new AgentId("eternum/ada"), "0x64b4");
      SigningAccount account = ((AccountChoice.Allowed) choice).account();
      ((Signer) account.signer()).sign(Felt.of(9));
      ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
          .dumpHeap(dump.toString(), true);
      assertThat(account.toString()).contains("***");
    }
    assertThat(seen).hasSize(DIGITS);
    assertThat(isIn(dump, control)).as("a text that is there is found").isTrue();
    assertThat(isIn(dump, disguised)).isFalse();
  }

  private static byte[] digits(long seed) {
    Random random = new Random(seed);
    byte[] digits = new byte[DIGITS];
    for (int i = 0; i < DIGITS; i++) {
      digits[i] = (byte) ("123456789abcdef".charAt(random.nextInt(15)) ^ MASK);
    }
    return digits;
  }

  private static String text(byte[] disguised) {
    StringBuilder text = new StringBuilder();
    for (byte each : disguised) {
      text.append((char) (each ^ MASK));
    }
    return text.toString();
  }

  private void writeKey(byte[] disguised) throws IOException {
    byte[] plain = new byte[DIGITS + 2];
    plain[0] = '0';
    plain[1] = 'x';
    for (int i = 0; i < DIGITS; i++) {
      plain[i + 2] = (byte) (disguised[i] ^ MASK);
    }
    SecretFiles.write(folder.resolve("ada.key"), plain, "rw-------");
    Arrays.fill(plain, (byte) 0);
  }

  /// As bytes of Latin 1, as the heap has texts of ASCII, or in a byte array.
  private static boolean isIn(Path dump, byte[] disguised) throws IOException {
    try (FileChannel channel = FileChannel.open(dump)) {
      MappedByteBuffer bytes =
          channel.map(
              FileChannel.MapMode.READ_ONLY, 0, Math.min(channel.size(), Integer.MAX_VALUE));
      byte first = (byte) (disguised[0] ^ MASK);
      for (int at = 0; at <= bytes.limit() - DIGITS; at++) {
        if (bytes.get(at) == first && matches(bytes, at, disguised)) {
          return true;
        }
      }
      return false;
    }
  }

  private static boolean matches(MappedByteBuffer bytes, int at, byte[] disguised) {
    for (int i = 1; i < DIGITS; i++) {
      if (bytes.get(at + i) != (byte) (disguised[i] ^ MASK)) {
        return false;
      }
    }
    return true;
  }
}
