package dev.playloop.worlds.emerald.play;

import dev.playloop.worlds.emerald.game.FieldView;
import dev.playloop.worlds.emerald.game.GameView;
import dev.playloop.worlds.emerald.game.Terrain;
import dev.playloop.worlds.emerald.memory.GameReader;
import dev.playloop.worlds.emerald.mgba.FrameClock;
import dev.playloop.worlds.emerald.mgba.Mgba;
import dev.playloop.worlds.emerald.mgba.MgbaException.EmulatorPaused;
import dev.playloop.worlds.emerald.mgba.MgbaException.UnknownOutcome;
import dev.playloop.worlds.emerald.model.Button;
import dev.playloop.worlds.model.WorldActions.Lease;
import dev.playloop.worlds.model.WorldUnavailable;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.LongToIntFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One tool's hands and eyes: presses that are confirmed with the lease one by one, and waits in
/// frames for what they should do. A press whose reply is lost is not made again: the next wait
/// either sees its effect, or ends in [LostReply].
///
/// Lives as long as one action; used by one thread.
public final class Session {
  /// How long a key of a menu is held, and how long it is left alone afterwards, in frames.
  static final int TAP = 4;

  static final int IDLE = 4;
  private static final int SETTLE = 3;

  private static final Logger LOG = LoggerFactory.getLogger(Session.class);

  private final Mgba mgba;
  private final GameReader reader;
  private final FrameClock clock;
  private final Lease lease;
  private final HeldKeys keys;
  private int changes;

  /// The newest frame that was read.
  private long newest;

  private @Nullable UnknownOutcome lost;

  public Session(Tools tools, Lease lease) {
    this.mgba = tools.mgba();
    this.reader = tools.reader();
    this.clock = tools.clock();
    this.keys = tools.keys();
    this.lease = lease;
  }

  /// What belongs to an emulator, beyond one action.
  public record Tools(Mgba mgba, GameReader reader, FrameClock clock, HeldKeys keys) {}

  FieldView field() throws InterruptedException {
    FieldView field = reader.field();
    newest = field.frame();
    return field;
  }

  public GameView view() throws InterruptedException {
    GameView view = reader.view();
    newest = view.frame();
    return view;
  }

  public Terrain terrain(FieldView field) throws InterruptedException {
    return reader.terrain(field);
  }

  GameReader reader() {
    return reader;
  }

  /// How many presses and writes were sent, or may have been.
  public int changes() {
    return changes;
  }

  /// Holds a key for so many frames. Returns while it is down.
  void hold(Button button, int frames) throws InterruptedException {
    hold(button, _ -> frames);
  }

  /// Holds a key for as many frames as `frames` says of the frame in which it goes down. Returns
  /// while it is down. A key that is down already is waited for: two presses of one key end each
  /// other.
  ///
  /// To ask for the lease may take some frames, so what is counted on is read after it.
  void hold(Button button, LongToIntFunction frames) throws InterruptedException {
    if (keys.until(button) > newest) {
      clock.until(keys.until(button));
    }
    lease.confirm();
    long now = now();
    int count = frames.applyAsInt(now);
    keys.down(button, now + count + SETTLE);
    send(() -> mgba.hold(button, count));
  }

  /// Presses a key as short as a menu likes it, and waits until it is up again.
  void tap(Button button) throws InterruptedException {
    hold(button, TAP);
    clock.pass(TAP + SETTLE + IDLE);
  }

  /// Lets keys go before their time. The presses that hold them still end when they would have, so
  /// the keys stay reserved until then.
  void releaseHeld() throws InterruptedException {
    for (Button button : keys.downAt(clock.now())) {
      lease.confirm();
      try {
        mgba.clear(button);
      } catch (UnknownOutcome e) {
        // it goes up by itself, later
        LOG.atDebug().addKeyValue("button", button).log("it is not known whether a key was let go");
      }
    }
  }

  /// Exactly no key is down from now on, and the game has noticed.
  public void releaseAll() throws InterruptedException {
    lease.confirm();
    try {
      mgba.setKeys(0);
    } catch (UnknownOutcome e) {
      if (mgba.keys() != 0) {
        throw new WorldUnavailable("the emulator does not let go of its keys", e);
      }
    }
    keys.forget();
    clock.pass(20);
  }

  /// A byte to be written, and what follows from the game as it is right before that.
  interface Value {
    /// The byte, or nothing where it must not be written after all.
    OptionalInt now() throws InterruptedException;
  }

  /// Writes one byte, if it still should be. To ask for the lease may take some frames, so what
  /// decides is read after it.
  ///
  /// @return whether it was written, or may have been
  boolean write8(long address, Value value) throws InterruptedException {
    lease.confirm();
    OptionalInt now = value.now();
    if (now.isPresent()) {
      send(() -> mgba.write8(address, now.getAsInt()));
    }
    return now.isPresent();
  }

  /// Writes one byte back that should not have been written. Nobody is asked for the lease: what it
  /// undoes is our own, and does its harm while it is waited for.
  void takeBack8(long address, int value) throws InterruptedException {
    send(() -> mgba.write8(address, value));
  }

  int read8(long address) throws InterruptedException {
    return mgba.read8(address);
  }

  public long pass(int frames) throws InterruptedException {
    return clock.pass(frames);
  }

  long now() throws InterruptedException {
    newest = clock.now();
    return newest;
  }

  private interface Command {
    void run() throws InterruptedException;
  }

  private void send(Command command) throws InterruptedException {
    try {
      command.run();
    } catch (UnknownOutcome e) {
      lost = e;
    }
    changes++;
  }

  /// The effect of the last press was seen, so it has run.
  void seen() {
    lost = null;
  }

  /// Ends the tool where the reply to a press was lost and its effect was not seen.
  void confirmNothingLost() {
    if (lost != null) {
      throw new LostReply(String.valueOf(lost.getMessage()));
    }
  }

  boolean isLost() {
    return lost != null;
  }

  /// The first frame in which the field is as wanted, or nothing when so many frames have passed.
  /// Throws [LostReply] then, where the reply to the last press was lost.
  Optional<FieldView> await(int frames, Predicate<FieldView> wanted) throws InterruptedException {
    Patience patience = new Patience(frames);
    while (true) {
      FieldView field = field();
      if (wanted.test(field)) {
        seen();
        return Optional.of(field);
      }
      if (patience.isOver(field.frame())) {
        confirmNothingLost();
        return Optional.empty();
      }
    }
  }

  /// As [#await], with everything there is to see.
  Optional<GameView> awaitView(int frames, Predicate<GameView> wanted) throws InterruptedException {
    Patience patience = new Patience(frames);
    while (true) {
      GameView view = view();
      if (wanted.test(view)) {
        seen();
        return Optional.of(view);
      }
      if (patience.isOver(view.frame())) {
        confirmNothingLost();
        return Optional.empty();
      }
    }
  }

  Patience patience(int frames) {
    return new Patience(frames);
  }

  /// A budget of frames, and a guard against a counter that stands still.
  final class Patience {
    private final int frames;
    private long first = -1;
    private long last = -1;
    private long lastChange = System.nanoTime();

    Patience(int frames) {
      this.frames = frames;
    }

    /// Whether the budget is spent at this frame. Throws [EmulatorPaused] where it stands still.
    boolean isOver(long frame) {
      if (first < 0 || frame < last) {
        first = frame; // a state was loaded: the budget begins anew, once
      }
      long now = System.nanoTime();
      if (frame != last) {
        last = frame;
        lastChange = now;
      } else if (now - lastChange > clock.patience().toNanos()) {
        throw new EmulatorPaused(frame, (now - lastChange) / 1_000_000);
      }
      return frame - first >= frames;
    }
  }
}
