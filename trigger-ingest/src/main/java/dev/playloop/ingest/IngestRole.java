package dev.playloop.ingest;

import dev.playloop.http.EdgeRoutes;
import dev.playloop.http.HttpEdge;
import dev.playloop.http.Secret;
import dev.playloop.kit.RoleContext;
import dev.playloop.kit.RoleSpec;
import dev.playloop.kit.access.PrincipalTable;
import dev.playloop.kit.health.Probe;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.principal.Principal;
import dev.playloop.schemas.principal.Principal.Token;
import dev.playloop.schemas.principal.PrincipalBuilder;
import dev.playloop.schemas.principal.Scope;
import dev.playloop.schemas.seal.MasterKey;
import dev.playloop.schemas.seal.SigningKey;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.worlds.model.WorldSource;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// What an ingest is made of. Every ingest process of a system must be given the same sources;
/// they, and the edge, are the ingest's to close.
///
/// @param edge bound with these settings, by [#bind]; null: it is bound when it starts
/// @param others `readyz` says what this says too: where ingest runs in one process with all else,
///   events that are taken in while the loop stands still are not served
/// @param known principals of this start alone, with their tokens, beside those of the topic
/// @param key what people's words are signed with; null: that of the settings
/// @param catalogues the tools of a world, so that edited arguments are checked where the person
///   can still mend them; null where they are not known
/// @param master opens what is sealed in the journal, for those who may read what agents said;
///   null: nothing of that is told
/// @param beside adds what else is served at the gateway, for the same callers
@RecordBuilder
public record IngestRole(
    IngestSettings settings,
    List<WorldSource> sources,
    @Nullable HttpEdge edge,
    Probe others,
    List<Principal> known,
    @Nullable SigningKey key,
    Function<String, @Nullable ToolCatalogue> catalogues,
    @Nullable MasterKey master,
    UnaryOperator<EdgeRoutes> beside)
    implements IngestRoleBuilder.With, RoleSpec {
  private static final int ID = 16;

  public IngestRole {
    sources = List.copyOf(sources);
    known = List.copyOf(known);
  }

  public static IngestRole of(IngestSettings settings, List<WorldSource> sources) {
    return IngestRoleBuilder.builder()
        .settings(settings)
        .sources(sources)
        .others(() -> null)
        .known(List.of())
        .catalogues(_ -> null)
        .beside(routes -> routes)
        .build();
  }

  public IngestRole on(HttpEdge bound) {
    return withEdge(bound);
  }

  public IngestRole readyIf(Probe probe) {
    return withOthers(probe);
  }

  /// What people say is signed with this key.
  public IngestRole signing(SigningKey own) {
    return withKey(own);
  }

  /// These principals call too, such as the local user with the start's token.
  public IngestRole knowing(List<Principal> more) {
    return withKnown(more);
  }

  /// Edited arguments are checked with these tools.
  public IngestRole checkedBy(Function<String, @Nullable ToolCatalogue> tools) {
    return withCatalogues(tools);
  }

  /// What agents said is told where it is sealed, too.
  public IngestRole unsealing(@Nullable MasterKey key) {
    return withMaster(key);
  }

  /// The gateway serves these routes too.
  public IngestRole serving(UnaryOperator<EdgeRoutes> more) {
    return withBeside(more);
  }

  /// Takes the gateway's port, so that one that is taken shows before anything else is started.
  /// Throws [dev.playloop.settings.InvalidSettingException] where the gateway would be an open
  /// door, and [dev.playloop.http.CannotListen].
  public static HttpEdge bind(IngestSettings settings) {
    settings.refuseOpenDoor();
    return HttpEdge.bind(settings.edge());
  }

  /// Starts without waiting for Kafka: until it is there, requests get 503 and `readyz` says why.
  /// Throws what [#bind] throws where the edge is not bound yet; one that is, is closed where this
  /// fails.
  @Override
  public TriggerIngest start(RoleContext context) {
    HttpEdge bound = edge;
    return TriggerIngest.start(on(bound == null ? bind(settings) : bound), context);
  }

  /// The key that people's words are signed with, if there is one.
  @Nullable SigningKey signingKey() {
    return key == null ? settings.key() : key;
  }

  /// Who is known beside those of the topic: whoever was given; whoever has the token of the
  /// settings, unless that is theirs; and where there is none, anybody who reaches the gateway.
  PrincipalTable.Given given() {
    Secret token = settings.edge().token();
    if (token == null) {
      return new PrincipalTable.Given(known, publisher("anybody", "anybody", List.of()));
    }
    String sha256 = Sha256.hex(token.text());
    List<Principal> all = new ArrayList<>(known);
    all.add(publisher(sha256.substring(0, ID), "gateway-token", List.of(new Token(sha256, null))));
    return new PrincipalTable.Given(all, null);
  }

  private static Principal publisher(String id, String name, List<Token> tokens) {
    return PrincipalBuilder.builder()
        .v(Principal.VERSION)
        .id(id)
        .name(name)
        .kind(Principal.Kind.GAME)
        .scopes(List.of(Scope.publish("*")))
        .tokens(tokens)
        .since(Instant.EPOCH)
        .build();
  }
}
