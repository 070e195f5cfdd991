package dev.playloop.worlds.sandbox.child;

import java.io.OutputStream;

/// What the guest prints: counted, and thrown away. Beyond the bound every further write is an
/// error in the guest, and the run fails even where the guest catches it.
final class BoundedOutput extends OutputStream {
  private final long limit;
  private long written;

  BoundedOutput(long limit) {
    this.limit = limit;
  }

  boolean exceeded() {
    return written > limit;
  }

  @Override
  public void write(int b) {
    count(1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) {
    count(length);
  }

  private void count(int bytes) {
    written += bytes;
    if (exceeded()) {
      throw new IllegalStateException("printed more than " + limit + " bytes");
    }
  }
}
