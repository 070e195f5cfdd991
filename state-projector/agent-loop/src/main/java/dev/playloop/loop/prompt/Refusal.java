package dev.playloop.loop.prompt;

import org.jspecify.annotations.Nullable;

/// Why a call is answered without being carried out, as the model reads it.
///
/// @param status `invalid`, `not_allowed`, `refused` or `skipped`
/// @param field the argument that is wrong; null where it is the call as such
public record Refusal(String status, String code, String message, @Nullable String field) {
  public static Refusal of(String status, String code, String message) {
    return new Refusal(status, code, message, null);
  }
}
