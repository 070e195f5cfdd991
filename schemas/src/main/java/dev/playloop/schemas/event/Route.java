package dev.playloop.schemas.event;

import dev.playloop.schemas.Require;
import dev.playloop.schemas.json.Default;
import dev.playloop.schemas.tool.Describe;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where a turn's LLM call goes: candidates in order. Resolved when the config is applied.
public record Route(String name, List<Candidate> candidates) {
  public Route {
    Require.text("name", name, 64);
    candidates = List.copyOf(Require.present("candidates", candidates, "1 to 8 candidates"));
    Require.range("candidates.length", candidates.size(), 1, 8);
  }

  /// One model behind one base URL. `keyRef` names an environment variable, never a key. Prices are
  /// USD per million tokens; `cached` is as `input` where it is left out.
  @RecordBuilder
  public record Candidate(
      @Default("\"openai\"") String provider,
      @Default("\"OPENAI\"") Wire wire,
      @Default("\"TOOLS\"") Profile profile,
      String baseUrl,
      String model,
      @Describe("the environment variable that holds the key, never the key")
          @Nullable String keyRef,
      @Default("{\"input\":0,\"output\":0}") Prices prices,
      @Default("128000") int contextTokens,
      @Default("2000") int maxOutputTokens,
      @Default("64") int maxInFlight,
      @Nullable Duration timeout,
      @Describe("true for a model that takes images; others are told that there is one")
          @Nullable Boolean images)
      implements RouteCandidateBuilder.With {
    public Candidate {
      provider = provider == null ? "openai" : provider;
      wire = wire == null ? Wire.OPENAI : wire;
      profile = profile == null ? Profile.TOOLS : profile;
      var _ = Require.webAddress("baseUrl", baseUrl);
      Require.text("model", model, 200);
      prices = prices == null ? Prices.FREE : prices;
      contextTokens = contextTokens == 0 ? 128_000 : contextTokens;
      maxOutputTokens = maxOutputTokens == 0 ? 2_000 : maxOutputTokens;
      maxInFlight = maxInFlight == 0 ? 64 : maxInFlight;
      Require.range("contextTokens", contextTokens, 1, 100_000_000);
      Require.range("maxOutputTokens", maxOutputTokens, 1, 10_000_000);
      Require.range("maxInFlight", maxInFlight, 1, 100_000);
      Require.positive("timeout", timeout);
    }

    /// A free model of tools with the wire format of OpenAI, which needs no key and takes no
    /// images.
    public static Candidate of(String baseUrl, String model) {
      return new Candidate(
          "openai",
          Wire.OPENAI,
          Profile.TOOLS,
          baseUrl,
          model,
          null,
          Prices.FREE,
          128_000,
          2_000,
          64,
          null,
          null);
    }

    public Candidate provider(String provider, Wire wire) {
      return with().provider(provider).wire(wire).build();
    }

    public Candidate profile(Profile profile) {
      return with().profile(profile).build();
    }

    public Candidate keyRef(@Nullable String keyRef) {
      return with().keyRef(keyRef).build();
    }

    public Candidate prices(Prices prices) {
      return with().prices(prices).build();
    }

    /// The model's window, and how much of it an answer may be.
    public Candidate tokens(int contextTokens, int maxOutputTokens) {
      return with().contextTokens(contextTokens).maxOutputTokens(maxOutputTokens).build();
    }

    public Candidate maxInFlight(int maxInFlight) {
      return with().maxInFlight(maxInFlight).build();
    }

    public Candidate timeout(@Nullable Duration timeout) {
      return with().timeout(timeout).build();
    }

    public Candidate images(@Nullable Boolean images) {
      return with().images(images).build();
    }

    public boolean takesImages() {
      return Boolean.TRUE.equals(images);
    }

    /// What breakers, limits and calibration are kept by.
    public String key() {
      return provider + "|" + baseUrl + "|" + model;
    }

    public Duration timeoutOrDefault() {
      return timeout == null ? Duration.ofSeconds(60) : timeout;
    }
  }

  /// USD per million tokens; `cached` is as `input` where it is left out.
  public record Prices(BigDecimal input, @Default("") BigDecimal cached, BigDecimal output) {
    public static final Prices FREE = new Prices(BigDecimal.ZERO, BigDecimal.ZERO, BigDecimal.ZERO);

    public Prices {
      Require.notNegative("input", input, "USD per million tokens");
      cached =
          Require.notNegative("cached", cached == null ? input : cached, "USD per million tokens");
      Require.notNegative("output", output, "USD per million tokens");
    }
  }

  /// The wire format of a candidate.
  public enum Wire {
    OPENAI,
    ANTHROPIC
  }

  /// Whether the model takes tools, or answers in JSON mode.
  public enum Profile {
    TOOLS,
    TEXT
  }
}
