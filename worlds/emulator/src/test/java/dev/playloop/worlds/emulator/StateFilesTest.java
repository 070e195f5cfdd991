package dev.playloop.worlds.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.worlds.emulator.machine.Machine;
import dev.playloop.worlds.emulator.machine.Screen;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;

/// mGBA's own state files are pictures with a state inside.
class StateFilesTest {
  private static byte[] picture(byte[] packed) {
    byte[] png = Screen.png(new int[Machine.WIDTH * Machine.HEIGHT]);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    // Behind the signature and the header, before the pixels.
    out.write(png, 0, 33);
    out.writeBytes(ByteBuffer.allocate(8).putInt(packed.length).putInt(0x67624173).array());
    out.writeBytes(packed);
    out.writeBytes(new byte[4]);
    out.write(png, 33, png.length - 33);
    return out.toByteArray();
  }

  @Test
  void stateInAPictureIsUnpacked() {
    byte[] state = new byte[10_000];
    new Random(1).nextBytes(state);
    assertThat(StateFiles.unwrapped(picture(packedCopy(state)))).isEqualTo(state);
  }

  private static byte[] packedCopy(byte[] state) {
    try (Deflater deflater = new Deflater()) {
      deflater.setInput(state);
      deflater.finish();
      byte[] out = new byte[state.length + 1_000];
      int length = deflater.deflate(out);
      return Arrays.copyOf(out, length);
    }
  }

  @Test
  void otherFilesStayAsTheyAre() {
    byte[] plain = Screen.png(new int[Machine.WIDTH * Machine.HEIGHT]);
    assertThat(StateFiles.unwrapped(plain)).isEqualTo(plain);
    assertThat(StateFiles.unwrapped(new byte[0])).isEmpty();
    assertThat(StateFiles.unwrapped(new byte[] {1, 2, 3})).containsExactly(1, 2, 3);
    byte[] damaged = picture(new byte[] {1, 2, 3, 4});
    assertThat(StateFiles.unwrapped(damaged)).isEqualTo(damaged);
    byte[] cut = Arrays.copyOf(picture(packedCopy(new byte[100])), 45);
    assertThat(StateFiles.unwrapped(cut)).isEqualTo(cut);
  }
}
