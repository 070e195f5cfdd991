package dev.playloop.worlds.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.worlds.emulator.machine.Key;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Keys over the API of mGBA-http 0.10: held, tapped, and how long the game sees them. Each machine
/// extends this class.
abstract class KeysContract extends ApiCase {
  KeysContract(TestEmulator emulator) {
    super(emulator);
  }

  @Test
  void keysAreHeldUntilChanged() {
    post("/core/setkeys?keys=9");
    post("/core/addkey?key=6");
    post("/core/addkeys?keyBitmask=48");
    assertThat(get("/core/getkeys")).isEqualTo("121");
    assertThat(get("/core/getkey?key=6")).isEqualTo("1");
    post("/core/clearkey?key=6");
    post("/core/clearkeys?keyBitmask=48");
    assertThat(get("/core/getkey?key=6")).isEqualTo("0");
    post("/mgba-http/button/add?button=B");
    post("/mgba-http/button/addmany?buttons=L&buttons=R");
    assertThat(get("/mgba-http/button/get?button=B")).isEqualTo("1");
    assertThat(Set.of(get("/mgba-http/button/getall").split(",", -1)))
        .containsExactlyInAnyOrder("A", "B", "Start", "L", "R");
    post("/mgba-http/button/clear?button=B");
    post("/mgba-http/button/clearmany?buttons=L&buttons=R");
    assertThat(get("/core/getkeys")).isEqualTo("9");
  }

  @Test
  void tapReturnsAtOnceAndIsHeldForSixteenFrames() {
    assertThat(post("/mgba-http/button/tap?button=Up")).isEmpty();
    assertThat(get("/core/getkeys")).as("no frame has passed").isEqualTo("0");
    assertThat(framesHeld(Key.UP.mask())).isEqualTo(16);
  }

  @Test
  void holdIsHeldForOneFrameMoreThanItSays() {
    post("/mgba-http/button/hold?button=A&duration=4");
    assertThat(framesHeld(Key.A.mask())).isEqualTo(5);
  }

  @Test
  void buttonsAreTappedTogether() {
    post("/mgba-http/button/tapmany?buttons=A&buttons=Start");
    assertThat(framesHeld(Key.A.mask() | Key.START.mask())).isEqualTo(16);
    post("/mgba-http/button/holdmany?buttons=L&buttons=R&duration=2");
    assertThat(framesHeld(Key.L.mask() | Key.R.mask())).isEqualTo(3);
  }

  @Test
  void tapsOfOneKeyBackToBackMerge() {
    post("/mgba-http/button/tap?button=A");
    post("/mgba-http/button/tap?button=A");
    assertThat(framesHeld(Key.A.mask())).isEqualTo(16);
  }
}
