package dev.playloop.console;

import dev.playloop.console.door.Logins;
import dev.playloop.console.oidc.OidcSettings;
import dev.playloop.http.EdgeOptions;
import dev.playloop.schemas.seal.TrustedKey;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How a console is opened.
///
/// @param edge where it listens
/// @param folder where its index lies; its own
/// @param kind what its journal is: cluster, data or file
/// @param version of this release
/// @param readOnly whether nothing can be done by it
/// @param words whether texts can be searched for, sealed ones too; null: where nothing is sealed
/// @param first whom the start's token lets in; null: there is no such token
/// @param gateway where people's words go; null: there is none
/// @param pictures where a world keeps pictures by their hashes; null: nowhere that it could read
/// @param signers whose checkpoints are believed
/// @param knowsCallers whether principals of the cluster may log in by their bearer tokens
/// @param oidc who vouches for people, besides; null: nobody does
@RecordBuilder
public record ConsoleOptions(
    EdgeOptions edge,
    Path folder,
    String kind,
    String version,
    boolean readOnly,
    @Nullable Boolean words,
    Logins.@Nullable First first,
    @Nullable URI gateway,
    @Nullable Path pictures,
    List<TrustedKey> signers,
    boolean knowsCallers,
    @Nullable OidcSettings oidc)
    implements ConsoleOptionsBuilder.With {
  public ConsoleOptions {
    signers = signers == null ? List.of() : List.copyOf(signers);
  }

  /// Whether browsers reach it over TLS, its own or that of something in front.
  boolean isOverTls() {
    return edge.tls() != null || edge.plainBehindFront();
  }
}
