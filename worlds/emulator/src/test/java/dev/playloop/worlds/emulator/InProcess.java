package dev.playloop.worlds.emulator;

import dev.playloop.worlds.emulator.machine.Machine;
import dev.playloop.worlds.emulator.machine.Roms;
import dev.playloop.worlds.emulator.machine.Screen;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/// A machine in this process.
final class InProcess implements Reach {
  private final Emulator emulator;
  private final Handler api;

  InProcess(Machine machine, Pace pace) {
    this.emulator =
        Emulator.start(
            machine, pace, Folders.of(List.of(Path.of(System.getProperty("java.io.tmpdir")))));
    this.api = new Api(emulator);
  }

  Emulator emulator() {
    return emulator;
  }

  @Override
  public Handler handler() {
    return api;
  }

  private <T> T ask(Function<Console, T> work) {
    return emulator.control(work);
  }

  @Override
  public byte[] save() {
    return ask(console -> console.machine().save());
  }

  @Override
  public boolean restore(byte[] state) {
    emulator.resume();
    return ask(console -> {
      console.keys().forget();
      return console.machine().load(state);
    });
  }

  @Override
  public long step(int frames) {
    return emulator.step(frames);
  }

  @Override
  public long frame() {
    return ask(console -> console.machine().frames());
  }

  @Override
  public int keys() {
    return ask(console -> console.keys().held());
  }

  @Override
  public void keys(int mask) {
    ask(console -> {
      console.keys().set(mask);
      return mask;
    });
  }

  @Override
  public byte[] read(long address, int length) {
    return ask(console -> console.machine().read(address, length));
  }

  @Override
  public void write(long address, byte[] bytes) {
    ask(console -> {
      console.machine().write(address, bytes);
      return address;
    });
  }

  @Override
  public byte[] png() {
    return ask(console -> Screen.png(console.machine().screen()));
  }

  @Override
  public String gameCode() {
    return ask(console -> Roms.code(console.machine().rom()));
  }

  @Override
  public void pause() {
    emulator.pause();
  }

  @Override
  public void resume() {
    emulator.resume();
  }

  @Override
  public void close() {
    emulator.close();
  }
}
