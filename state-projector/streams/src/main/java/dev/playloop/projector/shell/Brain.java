package dev.playloop.projector.shell;

import dev.playloop.journal.Rendering;
import dev.playloop.journal.Rendering.Rendered;
import dev.playloop.journal.Transcript;
import dev.playloop.loop.AgentState;
import dev.playloop.loop.Fold;
import dev.playloop.loop.Input;
import dev.playloop.loop.Prompt;
import dev.playloop.loop.Step;
import dev.playloop.schemas.event.View;
import org.jspecify.annotations.Nullable;

/// The pure half of a step: fold, then render. Exists so that tests can put a fold of their own
/// into the shell.
interface Brain {
  Step fold(AgentState state, Input input);

  Step poisoned(AgentState state, Input input, String error);

  Rendered render(Step step, Transcript transcript, @Nullable View view);

  static Brain of(Fold fold, Prompt prompt) {
    Rendering rendering = new Rendering(prompt);
    return new Brain() {
      @Override
      public Step fold(AgentState state, Input input) {
        return fold.fold(state, input);
      }

      @Override
      public Step poisoned(AgentState state, Input input, String error) {
        return fold.poisoned(state, input, error);
      }

      @Override
      public Rendered render(Step step, Transcript transcript, @Nullable View view) {
        return rendering.of(step, transcript, view);
      }
    };
  }
}
