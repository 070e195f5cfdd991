package dev.playloop.reasoner.route;

import io.opentelemetry.api.common.AttributeKey;
import java.util.List;

/// The names of the GenAI conventions, pinned to 1.41.1; a later rename is a change of this class.
/// `playloop.*` are our own.
final class GenAiNames {
  static final String SCHEMA_URL = "https://opentelemetry.io/schemas/1.41.1";

  static final AttributeKey<String> OPERATION = AttributeKey.stringKey("gen_ai.operation.name");
  static final AttributeKey<String> PROVIDER = AttributeKey.stringKey("gen_ai.provider.name");
  static final AttributeKey<String> CONVERSATION = AttributeKey.stringKey("gen_ai.conversation.id");
  static final AttributeKey<String> OUTPUT_TYPE = AttributeKey.stringKey("gen_ai.output.type");
  static final AttributeKey<String> REQUEST_MODEL = AttributeKey.stringKey("gen_ai.request.model");
  static final AttributeKey<Long> MAX_TOKENS = AttributeKey.longKey("gen_ai.request.max_tokens");
  static final AttributeKey<String> RESPONSE_ID = AttributeKey.stringKey("gen_ai.response.id");
  static final AttributeKey<String> RESPONSE_MODEL =
      AttributeKey.stringKey("gen_ai.response.model");
  static final AttributeKey<List<String>> FINISH_REASONS =
      AttributeKey.stringArrayKey("gen_ai.response.finish_reasons");
  static final AttributeKey<Long> INPUT_TOKENS = AttributeKey.longKey("gen_ai.usage.input_tokens");
  static final AttributeKey<Long> CACHED_TOKENS =
      AttributeKey.longKey("gen_ai.usage.cache_read.input_tokens");
  static final AttributeKey<Long> OUTPUT_TOKENS =
      AttributeKey.longKey("gen_ai.usage.output_tokens");
  static final AttributeKey<Long> REASONING_TOKENS =
      AttributeKey.longKey("gen_ai.usage.reasoning.output_tokens");
  static final AttributeKey<String> TOKEN_TYPE = AttributeKey.stringKey("gen_ai.token.type");
  static final AttributeKey<String> SERVER_ADDRESS = AttributeKey.stringKey("server.address");
  static final AttributeKey<Long> SERVER_PORT = AttributeKey.longKey("server.port");
  static final AttributeKey<String> ERROR_TYPE = AttributeKey.stringKey("error.type");

  static final AttributeKey<String> AGENT = AttributeKey.stringKey("gen_ai.agent.id");
  static final AttributeKey<String> TURN = AttributeKey.stringKey("playloop.turn");
  static final AttributeKey<Long> ATTEMPTS = AttributeKey.longKey("playloop.attempts");
  static final AttributeKey<String> REQUEST_HASH =
      AttributeKey.stringKey("playloop.request.sha256");

  static final String DURATION = "gen_ai.client.operation.duration";
  static final List<Double> DURATION_BUCKETS =
      List.of(
          0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92);

  static final String TOKENS = "gen_ai.client.token.usage";
  static final List<Long> TOKEN_BUCKETS =
      List.of(
          1L, 4L, 16L, 64L, 256L, 1024L, 4096L, 16384L, 65536L, 262144L, 1048576L, 4194304L,
          16777216L, 67108864L);

  private GenAiNames() {}
}
