package dev.playloop.worlds.kernel.artifact;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Who may do what with an artifact, by its contract. The rules of the kernel's own contracts are
/// pure; a custom contract is code, and is asked through a [Custom]. Thread-safe.
public final class Contracts {
  private static final Logger LOG = LoggerFactory.getLogger(Contracts.class);

  /// The kernel's own, in the words agents use.
  public static final List<String> OWN =
      List.of("freeware", "transferable_freeware", "self_owned", "private", "public");

  private final AtomicLong missing = new AtomicLong();

  /// Asks a custom contract.
  interface Custom<E extends Exception> {
    Permission ask(Artifact contract, Artifact target, Request request) throws E;
  }

  /// Decides. `find` looks up the artifact of a contract that is none of the kernel's own.
  <E extends Exception> Permission decide(
      Artifact target, Request request, Function<String, Optional<Artifact>> find, Custom<E> custom)
      throws E {
    String id = target.contract();
    if (id == null || OWN.contains(id)) {
      return own(id == null ? "private" : id, target, request);
    }
    Optional<Artifact> contract = id.equals(target.id()) ? Optional.of(target) : find.apply(id);
    if (contract.isEmpty() || contract.get().tombstone() != null) {
      missing.incrementAndGet();
      LOG.atWarn()
          .addKeyValue("artifact", target.id())
          .addKeyValue("contract", id)
          .log("an artifact's contract is gone, only its owner may use it");
      return closed(id, target, request);
    }
    return custom.ask(contract.get(), target, request);
  }

  /// Whether its contract is none of the kernel's own.
  public static boolean isCustom(Artifact artifact) {
    return artifact.contract() != null && !OWN.contains(artifact.contract());
  }

  /// How often a contract was found missing or deleted.
  long missing() {
    return missing.get();
  }

  private static Permission own(String contract, Artifact target, Request request) {
    String caller = request.caller();
    return switch (contract) {
      case "freeware", "transferable_freeware" -> freeware(contract, target, request);
      case "self_owned" ->
          caller.equals(target.id()) || caller.equals(target.principal())
              ? Permission.yes()
              : only(contract, target.principal());
      case "private" ->
          caller.equals(target.principal()) && !caller.equals(target.id())
              ? Permission.yes()
              : only(contract, target.principal());
      case "public" -> Permission.yes();
      default -> throw new IllegalArgumentException("no contract of the kernel: " + contract);
    };
  }

  /// What a contract guarded stays shut when it is gone: to its owner alone, who may give it
  /// another contract. Whoever could delete a contract could open all that others keep under it
  /// else.
  private static Permission closed(String contract, Artifact target, Request request) {
    return own("private", target, request).allowed()
        ? Permission.yes()
        : Permission.no(
            "its contract "
                + contract
                + " is gone, so only "
                + (target.principal() == null ? "nobody" : target.principal())
                + " may");
  }

  private static Permission freeware(String contract, Artifact target, Request request) {
    return switch (request.verb()) {
      case READ, INVOKE -> Permission.yes();
      case WRITE, EDIT, DELETE ->
          request.caller().equals(target.writer())
              ? Permission.yes()
              : only(contract, target.writer());
    };
  }

  private static Permission only(String contract, @Nullable String owner) {
    return Permission.no(
        owner == null
            ? "its contract " + contract + " names nobody who may"
            : "by its contract " + contract + " only " + owner + " may");
  }
}
