package dev.playloop.schemas.view;

import static java.util.Collections.nCopies;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/// However much a world draws, a page holds it.
final class PanelTest {
  @Test
  void whatIsTooMuchIsLeftOut() {
    String text = "x".repeat(10_000);
    int many = Panel.MAX_PARTS + 1;
    Panel.Table rows = new Panel.Table(text, List.of(text), nCopies(many, List.of("a")));
    Panel.Table cells = new Panel.Table(text, List.of(text), List.of(nCopies(many, "a")));
    Panel.Table words = new Panel.Table(text, List.of(text), List.of(List.of(text)));

    Panel panel = Panel.of(text, nCopies(100, words));

    // Sizes alone: a message would hold all of it.
    assertThat(panel.title().length()).isEqualTo(Panel.MAX_TEXT);
    assertThat(panel.drawings().size()).isEqualTo(Panel.MAX_DRAWINGS);
    assertThat(rows.rows().size()).isEqualTo(Panel.MAX_PARTS);
    assertThat(cells.rows().getFirst().size()).isEqualTo(Panel.MAX_PARTS);
    assertThat(words.rows().getFirst().getFirst().length()).isEqualTo(Panel.MAX_TEXT);
  }
}
