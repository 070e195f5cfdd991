package dev.playloop.worlds.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.worlds.emulator.machine.Key;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The manners of mGBA-http's script with keys, frame by frame, as they were measured on the real
/// one.
class KeyQueueTest {
  private static final int A = Key.A.mask();
  private static final int UP = Key.UP.mask();

  private final KeyQueue keys = new KeyQueue();

  /// How many of the frames from `from` on have `mask` held.
  private long held(int mask, int from, int frames) {
    return IntStream.range(from, from + frames)
        .filter(frame -> {
          keys.update(frame);
          return (keys.held() & mask) != 0;
        })
        .count();
  }

  @Test
  void tapIsHeldForSixteenFrames() {
    keys.press(A, 100, KeyQueue.TAP);
    assertThat(keys.held()).as("before the next frame").isZero();
    assertThat(held(A, 100, 60)).isEqualTo(16);
    assertThat(keys.held()).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 9, 120})
  void holdIsHeldForOneFrameMore(int duration) {
    keys.press(UP, 7, duration);
    assertThat(held(UP, 7, 200)).isEqualTo(duration + 1);
  }

  @Test
  void twoTapsOfOneKeyMergeIntoOnePress() {
    keys.press(A, 100, KeyQueue.TAP);
    keys.press(A, 100, KeyQueue.TAP);
    assertThat(held(A, 100, 60)).isEqualTo(16);
  }

  @Test
  void firstPressToEndLetsTheKeyGoForBoth() {
    keys.press(A, 100, 5);
    keys.press(A, 100, 50);
    assertThat(held(A, 100, 100)).isEqualTo(6);
  }

  @Test
  void laterPressOfOneKeyIsCutShortByTheEarlier() {
    keys.press(A, 100, 10);
    assertThat(held(A, 100, 5)).isEqualTo(5);
    keys.press(A, 105, 10);
    assertThat(held(A, 105, 60)).isEqualTo(6);
  }

  @Test
  void pressesOfDifferentKeysDoNotDisturbEachOther() {
    keys.press(A, 100, 5);
    keys.press(UP, 100, 9);
    assertThat(held(A, 100, 7)).isEqualTo(6);
    assertThat(keys.held()).isEqualTo(UP);
  }

  @Test
  void pressEndsAKeyThatWasAddedByHand() {
    keys.add(A | UP);
    keys.press(A, 100, 3);
    assertThat(held(A, 100, 20)).isEqualTo(4);
    assertThat(keys.held()).isEqualTo(UP);
  }

  @Test
  void keysThatWereSetToNothingMeanwhileStayLoose() {
    keys.press(A, 100, 20);
    assertThat(held(A, 100, 3)).isEqualTo(3);
    keys.set(0);
    assertThat(held(A, 103, 40)).isZero();
  }

  @Test
  void pressThatWaitsForAFrameOfTheFutureBeginsThen() {
    keys.press(A, 100, 3);
    assertThat(held(A, 50, 10)).as("a state took the game back to frame 50").isZero();
    assertThat(held(A, 60, 60)).isEqualTo(4);
  }

  @Test
  void pressesHaveABound() {
    for (int i = 0; i < 1_024; i++) {
      keys.press(A, 0, 1);
    }
    assertThatThrownBy(() -> keys.press(A, 0, 1)).isInstanceOf(ScriptError.class);
  }

  @Test
  void forgettingLetsGoOfEverything() {
    keys.add(UP);
    keys.press(A, 0, 1_000);
    keys.update(0);
    keys.forget();
    assertThat(held(Key.ALL, 1, 50)).isZero();
  }
}
