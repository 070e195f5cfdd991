package dev.playloop.local.hostile;

import dev.playloop.schemas.json.Json;

/// Arguments with which an agent writes artifacts.
final class Artifacts {
  private Artifacts() {}

  /// @param contract the id of the artifact that says who may do what with this one
  static String program(String id, String code, String contract) {
    return Json.text(
        Json.NODES
            .objectNode()
            .put("artifact_id", id)
            .put("artifact_type", "executable")
            .put("content", code)
            .put("is_executable", true)
            .put("access_contract_id", contract));
  }

  /// @param contract as for a program
  static String text(String id, String content, String contract) {
    return Json.text(
        Json.NODES
            .objectNode()
            .put("artifact_id", id)
            .put("artifact_type", "text")
            .put("content", content)
            .put("access_contract_id", contract));
  }
}
