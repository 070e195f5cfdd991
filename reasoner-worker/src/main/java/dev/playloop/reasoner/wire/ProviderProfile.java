package dev.playloop.reasoner.wire;

import java.util.Map;

/// What differs between providers of one wire format, as data. Sampling parameters are never sent:
/// several models refuse them. `parallel_tool_calls`, `strict` and `tool_choice` neither; the loop
/// lives with what comes.
///
/// @param telemetryName the value of `gen_ai.provider.name`
/// @param maxTokensField the name of the field that bounds the output
public record ProviderProfile(String telemetryName, String maxTokensField) {
  private static final Map<String, ProviderProfile> KNOWN =
      Map.of(
          "openai", new ProviderProfile("openai", "max_completion_tokens"),
          "moonshot", new ProviderProfile("moonshot_ai", "max_tokens"),
          "kimi", new ProviderProfile("moonshot_ai", "max_tokens"),
          "gemini", new ProviderProfile("gcp.gemini", "max_tokens"),
          "anthropic", new ProviderProfile("anthropic", "max_tokens"));

  /// The profile of a provider; one that is not listed gets what most take.
  public static ProviderProfile of(String provider) {
    ProviderProfile known = KNOWN.get(provider);
    return known == null ? new ProviderProfile(provider, "max_tokens") : known;
  }
}
