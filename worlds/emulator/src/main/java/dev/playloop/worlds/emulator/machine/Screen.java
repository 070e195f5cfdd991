package dev.playloop.worlds.emulator.machine;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/// Pictures of the console: its colours, and a picture as a PNG. Without AWT, which alone would
/// need more memory than the rest of the process.
public final class Screen {
  private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
  private static final int BITS = 8;
  private static final int TRUE_COLOR = 2;

  private Screen() {}

  /// `0xRRGGBB` of 15 bits with blue on top; the highest bits fill up the lowest.
  public static int color(int bgr555) {
    return eight(bgr555 & 31) << 16 | eight(bgr555 >>> 5 & 31) << 8 | eight(bgr555 >>> 10 & 31);
  }

  private static int eight(int five) {
    return five << 3 | five >>> 2;
  }

  public static byte[] png(int[] pixels) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(SIGNATURE);
    byte[] header =
        ByteBuffer.allocate(13)
            .putInt(Machine.WIDTH)
            .putInt(Machine.HEIGHT)
            .put((byte) BITS)
            .put((byte) TRUE_COLOR)
            .array();
    chunk(out, "IHDR", header);
    chunk(out, "IDAT", deflated(rows(pixels)));
    chunk(out, "IEND", new byte[0]);
    return out.toByteArray();
  }

  /// Each row begins with a byte that says how it is filtered: not at all.
  private static byte[] rows(int[] pixels) {
    ByteBuffer rows = ByteBuffer.allocate(Machine.HEIGHT * (1 + 3 * Machine.WIDTH));
    for (int i = 0; i < pixels.length; i++) {
      if (i % Machine.WIDTH == 0) {
        rows.put((byte) 0);
      }
      int pixel = pixels[i];
      rows.put((byte) (pixel >>> 16)).put((byte) (pixel >>> 8)).put((byte) pixel);
    }
    return rows.array();
  }

  private static byte[] deflated(byte[] bytes) {
    try (Deflater deflater = new Deflater()) {
      deflater.setInput(bytes);
      deflater.finish();
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      byte[] buffer = new byte[8192];
      while (!deflater.finished()) {
        out.write(buffer, 0, deflater.deflate(buffer));
      }
      return out.toByteArray();
    }
  }

  private static void chunk(ByteArrayOutputStream out, String type, byte[] body) {
    byte[] name = type.getBytes(StandardCharsets.US_ASCII);
    CRC32 crc = new CRC32();
    crc.update(name);
    crc.update(body);
    out.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(body.length).array());
    out.writeBytes(name);
    out.writeBytes(body);
    out.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt((int) crc.getValue()).array());
  }
}
