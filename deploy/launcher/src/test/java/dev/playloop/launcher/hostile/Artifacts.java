package dev.playloop.launcher.hostile;

import dev.playloop.schemas.json.Json;
import tools.jackson.databind.node.ObjectNode;

/// Arguments with which an agent writes artifacts. The contract is the id of the artifact that says
/// who may do what with this one.
final class Artifacts {
  private Artifacts() {}

  static String program(String id, String code, String contract) {
    return Json.text(artifact(id, "executable", code, contract).put("is_executable", true));
  }

  static String text(String id, String content, String contract) {
    return Json.text(artifact(id, "text", content, contract));
  }

  private static ObjectNode artifact(String id, String type, String content, String contract) {
    return Json.NODES
        .objectNode()
        .put("artifact_id", id)
        .put("artifact_type", type)
        .put("content", content)
        .put("access_contract_id", contract);
  }
}
