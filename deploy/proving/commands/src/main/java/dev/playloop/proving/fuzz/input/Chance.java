package dev.playloop.proving.fuzz.input;

import java.util.List;
import java.util.Random;

/// The chance of one input: it follows from the run's seed, the surface and the input's number, so
/// that each input can be made again alone. One thread.
public record Chance(Random random) {
  public static Chance of(long seed, String surface, long number) {
    return new Chance(new Random(seed * 1_000_003 + surface.hashCode() * 31L + number * 7_919));
  }

  public int below(int bound) {
    return random.nextInt(bound);
  }

  public boolean oneIn(int of) {
    return random.nextInt(of) == 0;
  }

  public <T> T of(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  public byte[] bytes(int most) {
    byte[] bytes = new byte[random.nextInt(most) + 1];
    random.nextBytes(bytes);
    return bytes;
  }
}
