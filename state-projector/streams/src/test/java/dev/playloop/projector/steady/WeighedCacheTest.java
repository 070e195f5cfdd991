package dev.playloop.projector.steady;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class WeighedCacheTest {
  private final WeighedCache<String, String> cache = new WeighedCache<>(10);

  @Test
  void whatWasNotUsedForLongestGoesFirst() {
    cache.put("a", "1", 4);
    cache.put("b", "2", 4);
    assertThat(cache.get("a")).isEqualTo("1");

    cache.put("c", "3", 4);

    assertThat(cache.get("b")).isNull();
    assertThat(cache.get("a")).isEqualTo("1");
    assertThat(cache.get("c")).isEqualTo("3");
    assertThat(cache.weight()).isEqualTo(8);
  }

  @Test
  void aValueInPlaceOfAnotherWeighsWhatItWeighs() {
    cache.put("a", "1", 9);
    cache.put("a", "2", 2);

    assertThat(cache.get("a")).isEqualTo("2");
    assertThat(cache.weight()).isEqualTo(2);
    cache.remove("a");
    assertThat(cache.get("a")).isNull();
    assertThat(cache.weight()).isZero();
  }

  @Test
  void whatAloneIsTooHeavyIsNotKept() {
    cache.put("a", "1", 1);
    cache.put("b", "2", 11);

    assertThat(cache.get("b")).isNull();
    assertThat(cache.get("a")).isEqualTo("1");
  }
}
