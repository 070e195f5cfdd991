package dev.playloop.schemas.argument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Patterns mean what ECMA-262 says of them, and cost what they look like.
final class LinearPatternTest {
  @ParameterizedTest(name = "{0} in {1}")
  @CsvSource(
      delimiter = ' ',
      quoteCharacter = '~',
      value = {
        "b abc true",
        "^b abc false",
        "^abc$ abc true",
        "^abc$ ~abc\n~ false",
        "^a|c$ xc true",
        "^(?:a|c)$ xc false",
        "^.$ \ud83d\ude00 true",
        "^.{2}$ \ud83d\ude00 false",
        "^.$ ~\r~ false",
        "^.$ ~\u2028~ false",
        "^.$ ~\u0085~ true",
        "^[^a]$ ~\n~ true",
        "^\\d$ \u0665 false",
        "^\\w$ \u00e9 false",
        "^[\\w.-]+$ a.b-c true",
        "^(a|b(c|d)){2}$ abd true",
        "^a{2,}?$ aaa true",
        "^\\{a\\}$ {a} true",
        "^[{}]$ } true",
        "^\\t$ ~\t~ true",
        "^[A-Z]$ a false"
      })
  void aPatternIsFoundAnywhereUnlessItSaysOtherwise(String pattern, String text, boolean found) {
    assertThat(LinearPattern.of(pattern).isIn(text, new CheckSteps())).isEqualTo(found);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '~',
      value = {
        "(?=a)b          ; a look-ahead",
        "(?!a)b          ; a look-ahead",
        "(?<=a)b         ; a look-behind",
        "(?<!a)b         ; a look-behind",
        "(?<n>a)         ; a group with a name or a flag",
        "(?i)a           ; a group with a name or a flag",
        "(a)\\1          ; a back reference",
        "\\k<n>          ; a back reference",
        "\\bword         ; not every engine reads alike",
        "\\p{L}          ; not every engine reads alike",
        "\\u0041         ; not every engine reads alike",
        "\\s             ; not every engine reads alike",
        "[\\b]           ; not every engine reads alike",
        "a++             ; nothing to repeat",
        "*a              ; nothing to repeat",
        "^*              ; nothing to repeat",
        "(|*a)           ; nothing to repeat",
        "a{2}{3}         ; nothing to repeat",
        "a{,3}           ; a { that counts nothing",
        "a{x}            ; a { that counts nothing",
        "a{              ; a { that counts nothing",
        "a{3,2}          ; which nothing fits",
        "a}              ; a lone }",
        "a]              ; a lone ]",
        "[]              ; an empty [ ]",
        "[^]             ; an empty [ ]",
        "[a              ; a [ that is not closed",
        "[[:alpha:]]     ; a [ within [ ]",
        "[a&&b]          ; && within [ ]",
        "(a              ; a ( that is not closed",
        "a)              ; a ) without its (",
        "[z-a]           ; invalid character class range",
        "a\\             ; a \\ at its end",
        "a{501}          ; more than 500 steps",
        "(a{30}){30}     ; more than 500 steps",
        "((((a{9}){9}){9}){9}){9999} ; more than 500 steps"
      })
  void whatIsNotLinearOrNotReadAlikeIsRefused(String pattern, String why) {
    assertThatThrownBy(() -> LinearPattern.of(pattern))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(why);
  }

  @Test
  void groupsAreNotNestedWithoutEnd() {
    String deep = "(".repeat(400) + "a" + ")".repeat(400);

    assertThatThrownBy(() -> LinearPattern.of(deep)).hasMessageContaining("groups in each other");
    assertThatThrownBy(() -> LinearPattern.of("a".repeat(1_001))).hasMessageContaining("more than");
  }

  /// Where an engine that tries all ways takes 2^500.
  @Test
  void whatHasManyWaysIsLookedAtOncePerCharacter() {
    LinearPattern pattern = LinearPattern.of("^(?:(?:a|a)+)+$");
    CheckSteps steps = new CheckSteps();

    assertThat(pattern.isIn("a".repeat(999) + "b", steps)).isFalse();
    assertThat(steps.taken()).isLessThanOrEqualTo(1_001L * LinearPattern.MAX_SIZE);
  }

  /// What is allowed before it is compiled is no smaller than what comes of it.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "^[0-9]{1,40}(?:\\.[0-9]{1,9})?$",
        "^0x[0-9a-f]{1,64}$",
        "^[a-z]{250}$",
        "(?:ab?){60}"
      })
  void whatPeopleWriteIsNotTooLarge(String pattern) {
    assertThat(LinearPattern.of(pattern).size()).isBetween(3, LinearPattern.MAX_SIZE);
  }
}
