package dev.playloop.worlds.emulator.machine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Numbers in bytes, lowest byte first, as the console keeps them.
public final class LittleEndian {
  private static final VarHandle SHORTS =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private LittleEndian() {}

  public static int u16(byte[] bytes, int at) {
    return (short) SHORTS.get(bytes, at) & 0xFFFF;
  }

  public static int i32(byte[] bytes, int at) {
    return (int) INTS.get(bytes, at);
  }

  public static void put16(byte[] bytes, int at, int value) {
    SHORTS.set(bytes, at, (short) value);
  }

  public static void put32(byte[] bytes, int at, int value) {
    INTS.set(bytes, at, value);
  }
}
