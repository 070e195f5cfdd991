package dev.playloop.worlds.chain.simulator.server;

import dev.playloop.worlds.chain.GasBound;
import dev.playloop.worlds.chain.ResourceBounds;
import dev.playloop.worlds.chain.simulator.Broadcast;
import dev.playloop.worlds.chain.simulator.chain.DryRun;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// Reads INVOKE transactions of version 3. Throws [RpcError] for whatever is none.
final class InvokeReader {
  private static final List<String> FIELDS =
      List.of(
          "type",
          "version",
          "sender_address",
          "nonce",
          "calldata",
          "signature",
          "resource_bounds",
          "tip",
          "paymaster_data",
          "account_deployment_data",
          "nonce_data_availability_mode",
          "fee_data_availability_mode");

  private static final int U64 = 64;
  private static final int U128 = 128;

  private InvokeReader() {}

  static DryRun.Asked read(JsonNode node) {
    RpcArguments sent = RpcArguments.in(node, "invoke_transaction");
    String type = sent.text("type");
    if (!type.equals("INVOKE")) {
      throw RpcError.params(
          "unknown variant `" + RpcArguments.shortened(type) + "`, expected `INVOKE`");
    }
    boolean query =
        switch (sent.text("version")) {
          case "0x3" -> false;
          case "0x100000000000000000000000000000003" -> true;
          default ->
              throw RpcError.params(
                  "Invalid version of invoke transaction: \""
                      + RpcArguments.shortened(sent.text("version"))
                      + "\"");
        };
    try {
      return new DryRun.Asked(fields(sent), query);
    } catch (RpcError e) {
      throw RpcError.params("Invalid invoke transaction v3: " + e.getMessage());
    }
  }

  private static Broadcast fields(RpcArguments sent) {
    sent.refuseOthers(FIELDS);
    refuseUnused(sent);
    RpcArguments bounds = sent.object("resource_bounds");
    bounds.refuseOthers(List.of("l1_gas", "l1_data_gas", "l2_gas"));
    ResourceBounds each =
        new ResourceBounds(
            bound(bounds.object("l1_gas")),
            bound(bounds.object("l2_gas")),
            bound(bounds.object("l1_data_gas")));
    return new Broadcast(
        sent.felt("sender_address"),
        sent.felt("nonce"),
        new Broadcast.Offer(sent.unsigned("tip", U64), each),
        sent.felts("calldata"),
        sent.felts("signature"));
  }

  /// What Starknet has fields for and does not take yet.
  private static void refuseUnused(RpcArguments sent) {
    for (String name : List.of("paymaster_data", "account_deployment_data")) {
      if (!sent.felts(name).isEmpty()) {
        throw RpcError.params(name + " must be empty");
      }
    }
    for (String name : List.of("nonce_data_availability_mode", "fee_data_availability_mode")) {
      if (!sent.text(name).equals("L1")) {
        throw RpcError.params(name + " must be L1");
      }
    }
  }

  private static GasBound bound(RpcArguments bound) {
    bound.refuseOthers(List.of("max_amount", "max_price_per_unit"));
    return new GasBound(bound.amount("max_amount"), bound.unsigned("max_price_per_unit", U128));
  }
}
