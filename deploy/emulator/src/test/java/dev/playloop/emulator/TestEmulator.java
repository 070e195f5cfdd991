package dev.playloop.emulator;

import java.net.URI;

/// An emulator in this process for tests: the Java machine with the bundled game, behind the REST
/// API on a free port, with the pace `step`: a frame passes each time that a client asks for the
/// frame. What this class does itself goes past HTTP and its faults, and lets no frame pass but
/// [#frames].
public final class TestEmulator implements AutoCloseable {
  private final Emulator emulator;
  private final Faults faults;
  private RestFront front;
  private boolean listening = true;

  private TestEmulator(Emulator emulator) {
    this.emulator = emulator;
    this.faults = new Faults(new Api(emulator));
    this.front = RestFront.start(0, faults::handle);
  }

  /// The bundled game on the Java machine, stepped.
  public static TestEmulator start() {
    return start(new ThumbMachine(Roms.bundled()), new Pace.Step());
  }

  /// Any machine at any pace.
  public static TestEmulator start(Machine machine, Pace pace) {
    return new TestEmulator(Emulator.start(machine, pace));
  }

  /// Where the API is, without a slash at the end.
  public URI address() {
    return front.address();
  }

  /// What can go wrong on the way, and is fine to begin with.
  public Faults faults() {
    return faults;
  }

  /// From now on connections are refused, until [#listen]; the game goes on.
  public void refuseConnections() {
    front.close();
    listening = false;
  }

  /// Listens again, on the same port.
  public void listen() {
    if (!listening) {
      front = RestFront.start(front.port(), faults::handle);
      listening = true;
    }
  }

  /// The whole machine as it is now, for [#restore].
  public byte[] save() {
    return emulator.control(console -> console.machine().save());
  }

  /// Goes back to `state`, lets go of all keys and presses, and ends faults and pauses, so that the
  /// next test finds what the one before found.
  public void restore(byte[] state) {
    faults.none();
    listen();
    emulator.resume();
    boolean loaded =
        emulator.control(console -> {
          console.keys().forget();
          return console.machine().load(state);
        });
    if (!loaded) {
      throw new IllegalArgumentException("this is no state of the machine that is running");
    }
  }

  /// Lets `count` frames pass.
  ///
  /// @return the frame it is then
  public long frames(int count) {
    return emulator.step(count);
  }

  /// The frame it is now; none passes.
  public long frame() {
    return emulator.control(console -> console.machine().frames());
  }

  /// The keys that are held, [Key]'s masks.
  public int keys() {
    return emulator.control(console -> console.keys().held());
  }

  /// Holds these keys until changed.
  public void keys(int mask) {
    emulator.control(console -> {
      console.keys().set(mask);
      return mask;
    });
  }

  public byte[] read(long address, int length) {
    return emulator.control(console -> console.machine().read(address, length));
  }

  public int read8(long address) {
    return (int) number(address, 1);
  }

  public int read16(long address) {
    return (int) number(address, 2);
  }

  public long read32(long address) {
    return number(address, 4);
  }

  private long number(long address, int bytes) {
    return emulator.control(console -> Numbers.read(console.machine(), address, bytes));
  }

  public void write(long address, byte[] bytes) {
    emulator.control(console -> {
      console.machine().write(address, bytes);
      return address;
    });
  }

  public void write8(long address, int value) {
    number(address, 1, value);
  }

  public void write16(long address, int value) {
    number(address, 2, value);
  }

  public void write32(long address, long value) {
    number(address, 4, value);
  }

  private void number(long address, int bytes, long value) {
    emulator.control(console -> {
      Numbers.write(console.machine(), address, bytes, value);
      return address;
    });
  }

  /// The picture of the last frame as `0xRRGGBB`, 240 by 160.
  public int[] screen() {
    return emulator.control(console -> console.machine().screen());
  }

  /// The game's code as the API gives it, such as `AGB-BPEE`.
  public String gameCode() {
    return emulator.control(console -> Roms.code(console.machine().rom()));
  }

  /// The emulator below, for pausing and the like.
  public Emulator emulator() {
    return emulator;
  }

  @Override
  public void close() {
    front.close();
    emulator.close();
  }

  /// The picture as a PNG.
  public byte[] png() {
    return Screen.png(screen());
  }
}
