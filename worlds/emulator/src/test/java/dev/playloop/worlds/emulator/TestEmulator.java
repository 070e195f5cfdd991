package dev.playloop.worlds.emulator;

import dev.playloop.worlds.emulator.machine.LittleEndian;
import dev.playloop.worlds.emulator.machine.Machine;
import dev.playloop.worlds.emulator.machine.Roms;
import dev.playloop.worlds.emulator.thumb.ThumbMachine;
import java.net.URI;

/// An emulator for tests: the bundled game behind the REST API on a free port, with the pace
/// `step`: a frame passes each time that a client asks for the frame. What this class does itself
/// goes past [Faults], and lets no frame pass but [#frames].
public final class TestEmulator implements AutoCloseable {
  private final Reach reach;
  private final Faults faults;
  private RestFront front;
  private boolean listening = true;

  private TestEmulator(Reach reach) {
    this.reach = reach;
    this.faults = new Faults(reach.handler());
    this.front = RestFront.start(0, faults::handle);
  }

  /// The Java machine in this process, stepped: the fast one.
  public static TestEmulator start() {
    return start(new Pace.Step());
  }

  /// The same at any pace.
  public static TestEmulator start(Pace pace) {
    return of(new ThumbMachine(Roms.bundled()), pace);
  }

  /// mGBA in a process of its own, stepped; for tests with the tag `mgba`. Its API is reached
  /// through a front in this process, so that [Faults] work the same.
  public static TestEmulator startMgba() {
    return new TestEmulator(ChildProcess.start("--core", "mgba", "--speed", "step"));
  }

  static TestEmulator of(Machine machine, Pace pace) {
    return new TestEmulator(new InProcess(machine, pace));
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
    return reach.save();
  }

  /// Goes back to `state`, lets go of all keys and presses, and ends faults and pauses, so that the
  /// next test finds what the one before found. The frame is the state's again.
  public void restore(byte[] state) {
    faults.none();
    listen();
    if (!reach.restore(state)) {
      throw new IllegalArgumentException("this is no state of the machine that is running");
    }
  }

  /// Lets `count` frames pass.
  ///
  /// @return the frame it is then
  public long frames(int count) {
    return reach.step(count);
  }

  /// The frame it is now; none passes.
  public long frame() {
    return reach.frame();
  }

  /// The keys that are held, [Key]'s masks.
  public int keys() {
    return reach.keys();
  }

  /// Holds these keys until changed.
  public void keys(int mask) {
    reach.keys(mask);
  }

  /// Frames stop passing, and requests of mGBA-http's API wait and time out.
  public void pause() {
    reach.pause();
  }

  public void resume() {
    reach.resume();
  }

  public byte[] read(long address, int length) {
    return reach.read(address, length);
  }

  public int read8(long address) {
    return read(address, 1)[0] & 0xFF;
  }

  public int read16(long address) {
    return LittleEndian.u16(read(address, 2), 0);
  }

  public long read32(long address) {
    return Integer.toUnsignedLong(LittleEndian.i32(read(address, 4), 0));
  }

  public void write(long address, byte[] bytes) {
    reach.write(address, bytes);
  }

  public void write8(long address, int value) {
    write(address, new byte[] {(byte) value});
  }

  public void write16(long address, int value) {
    byte[] bytes = new byte[2];
    LittleEndian.put16(bytes, 0, value);
    write(address, bytes);
  }

  public void write32(long address, long value) {
    byte[] bytes = new byte[4];
    LittleEndian.put32(bytes, 0, (int) value);
    write(address, bytes);
  }

  /// The picture of the last frame.
  public byte[] png() {
    return reach.png();
  }

  /// The game's code as the API gives it, such as `AGB-BPEE`.
  public String gameCode() {
    return reach.gameCode();
  }

  @Override
  public void close() {
    front.close();
    reach.close();
  }
}
