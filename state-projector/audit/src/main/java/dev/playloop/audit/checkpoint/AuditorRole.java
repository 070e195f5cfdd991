package dev.playloop.audit.checkpoint;

import dev.playloop.kit.RoleContext;
import dev.playloop.kit.RoleSpec;

/// What an auditor is made of.
public record AuditorRole(SealSettings settings) implements RoleSpec {
  /// Starts without blocking; the topics must exist. Throws [InvalidSettingException] where no key
  /// is configured.
  @Override
  public Auditor start(RoleContext context) {
    return Auditor.start(settings, context);
  }
}
