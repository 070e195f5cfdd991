package dev.playloop.worlds.society;

import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.society.model.SocietyRead;
import java.util.HashMap;
import java.util.Map;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.SqlStatements;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Answers the data tools. PostgreSQL builds the JSON; what does not exist is `{"found":false}`.
/// Nobody sees another's gold or energy. Runs on a connection that can't write.
final class SocietyReads {
  private final Handle db;
  private final Map<String, Object> parameters = new HashMap<>();

  private SocietyReads(Handle db, String me) {
    this.db = db;
    parameters.put("me", me);
  }

  static JsonNode answer(Handle db, String me, SocietyRead read) {
    SocietyReads reads = new SocietyReads(db, me);
    return switch (read) {
      case SocietyRead.GetUserProfile get -> reads.ofUser(get.userId(), PROFILE);
      case SocietyRead.GetMyStats _ -> reads.one(MY_STATS);
      case SocietyRead.GetUserCommunity get -> reads.ofUser(get.userId(), USER_COMMUNITY);
      case SocietyRead.GetCommunityMembers get ->
          reads.limit(get.limit(), 50).ofCommunity(get.communityId(), MEMBERS);
      case SocietyRead.GetRelationship get -> reads.relationship(get.targetId());
      case SocietyRead.GetBattleDetails get ->
          reads.with("battle", get.battleId()).one(BattleQueries.ONE);
      case SocietyRead.GetActiveBattles get -> reads.activeBattles(get);
      case SocietyRead.GetMarketItems _ -> reads.one(MARKET);
      case SocietyRead.GetItemPrice get -> reads.with("item", get.itemName()).one(PRICE);
      case SocietyRead.GetAvailableJobs _ -> reads.one(JOBS);
      case SocietyRead.SearchMemories search ->
          reads.with("query", search.query()).limit(search.limit(), 5).one(Search.MEMORIES);
      case SocietyRead.SearchKnowledge search ->
          reads.with("query", search.query()).limit(search.limit(), 3).one(Search.KNOWLEDGE);
      case SocietyRead.GetConversationHistory get ->
          reads.limit(get.limit(), 10).ofUser(get.userId(), CONVERSATION);
      case SocietyRead.GetRecentPosts get -> reads.posts(get);
      case SocietyRead.FindUsers find ->
          reads.with("name", find.name()).limit(find.limit(), 10).one(CouncilQueries.USERS);
      case SocietyRead.GetCommunities get ->
          reads
              .with("name", get.name())
              .with("offset", get.offset() == null ? 0 : get.offset())
              .limit(get.limit(), 20)
              .one(CouncilQueries.COMMUNITIES);
      case SocietyRead.GetProposals get ->
          reads
              .with("status", get.status())
              .limit(get.limit(), 10)
              .ofCommunityOrAny(get.communityId(), CouncilQueries.PROPOSALS);
      case SocietyRead.GetProposal get ->
          reads.with("proposal", get.proposalId()).one(CouncilQueries.PROPOSAL);
      case SocietyRead.GetBattleParticipants get ->
          reads
              .with("battle", get.battleId())
              .limit(get.limit(), 20)
              .one(BattleQueries.PARTICIPANTS);
    };
  }

  private SocietyReads with(String name, @Nullable Object value) {
    parameters.put(name, value);
    return this;
  }

  private SocietyReads limit(@Nullable Integer given, int otherwise) {
    return with("limit", Math.min(50, given == null ? otherwise : given));
  }

  private JsonNode one(String sql) {
    return db.createQuery(sql)
        // the market and the jobs are the same for everyone, so their queries don't ask who reads
        .configure(SqlStatements.class, config -> config.setUnusedBindingAllowed(true))
        .bindMap(parameters)
        .mapTo(String.class)
        .findFirst()
        .map(Json::tree)
        .orElseGet(() -> Json.NODES.objectNode().put("found", false));
  }

  private JsonNode relationship(String target) {
    JsonNode found = with("target", target).one(RELATIONSHIP);
    return found.path("found").asBoolean(false) ? found : Json.tree(NO_RELATIONSHIP);
  }

  private JsonNode activeBattles(SocietyRead.GetActiveBattles get) {
    limit(get.limit(), 20);
    return get.communityId() == null
        ? one(BattleQueries.MINE)
        : ofCommunity(get.communityId(), BattleQueries.OF_COMMUNITY);
  }

  private JsonNode posts(SocietyRead.GetRecentPosts get) {
    limit(get.limit(), 5).with("user", null);
    if (get.userId() == null) {
      return ofCommunityOrAny(get.communityId(), POSTS);
    }
    SocietyNames.Meant author = SocietyNames.USERS.find(db, get.userId());
    return author instanceof SocietyNames.One one
        ? with("user", one.id()).ofCommunityOrAny(get.communityId(), POSTS)
        : SocietyNames.USERS.missing(author);
  }

  private JsonNode ofUser(String given, String sql) {
    return of(SocietyNames.USERS, given, "user", sql);
  }

  private JsonNode ofCommunity(String given, String sql) {
    return of(SocietyNames.COMMUNITIES, given, "community", sql);
  }

  private JsonNode ofCommunityOrAny(@Nullable String given, String sql) {
    return given == null ? with("community", null).one(sql) : ofCommunity(given, sql);
  }

  /// The answer of a query about the one that `given` means, an id or a name.
  private JsonNode of(SocietyNames names, String given, String parameter, String sql) {
    SocietyNames.Meant meant = names.find(db, given);
    return meant instanceof SocietyNames.One one
        ? with(parameter, one.id()).one(sql)
        : names.missing(meant);
  }

  private static final String PROFILE =
      """
      select json_build_object('found', true, 'userId', u.id, 'username', u.username,
        'kind', u.kind, 'role', u.role, 'faction', u.identity ->> 'faction',
        'identity', u.identity, 'health', u.health, 'morale', u.morale,
        'community', (select json_build_object('id', c.id, 'name', c.name, 'role', m.role)
          from user_communities m join communities c on c.id = m.community_id
          where m.user_id = u.id and m.is_primary))
      from users u where u.id = :user\
      """;

  private static final String MY_STATS =
      """
      select json_build_object('found', true, 'userId', u.id, 'username', u.username,
        'health', u.health, 'energy', u.energy, 'gold', u.gold, 'morale', u.morale,
        'inventory', coalesce((select json_object_agg(item_name, quantity order by item_name)
          from inventory where user_id = u.id and quantity > 0), '{}'))
      from users u where u.id = :me\
      """;

  private static final String USER_COMMUNITY =
      """
      select json_build_object('found', true, 'communityId', c.id, 'name', c.name, 'kind', c.kind,
        'ideology', c.ideology, 'leaderId', c.leader_id, 'role', m.role)
      from user_communities m join communities c on c.id = m.community_id
      where m.is_primary and m.user_id = :user\
      """;

  private static final String MEMBERS =
      """
      select json_build_object('found', true, 'communityId', c.id, 'name', c.name,
        'count', (select count(*) from user_communities where community_id = c.id),
        'members', coalesce((select json_agg(x) from
          (select json_build_object('userId', u.id, 'username', u.username, 'role', m.role,
             'morale', u.morale) as x
           from user_communities m join users u on u.id = m.user_id where m.community_id = c.id
           order by m.created_at, u.id limit :limit) rows), '[]'))
      from communities c where c.id = :community\
      """;

  private static final String RELATIONSHIP =
      """
      with target as (
        select * from (
          select 'user' as type, id, username as name, 0 as rank from users where id = :target
          union all select 'community', id, name, 1 from communities where id = :target
          union all select 'user', id, username, 2 from users where lower(username) = lower(:target)
          union all select 'community', id, name, 3 from communities
            where lower(name) = lower(:target)) every
        order by rank, id limit 1)
      select json_build_object('found', true, 'targetId', t.id, 'type', t.type, 'name', t.name,
        'known', r.id is not null, 'sentiment', coalesce(r.sentiment, 0),
        'trust', coalesce(r.trust, 0), 'loyalty', coalesce(r.loyalty, 0),
        'history', coalesce(r.history, ''))
      from target t left join relationships r on r.user_id = :me
        and case t.type when 'user' then r.target_user_id else r.target_community_id end = t.id\
      """;

  private static final String NO_RELATIONSHIP =
      "{\"found\":false,\"sentiment\":0,\"trust\":0,\"loyalty\":0,\"history\":\"\"}";

  private static final String MARKET =
      """
      select json_build_object('found', true, 'items', coalesce(json_agg(row), '[]')) from (
        select json_build_object('item', name, 'price', price, 'effects', effects,
          'stock', stock) as row
        from market_items where available order by name limit 50) rows\
      """;

  private static final String PRICE =
      """
      select json_build_object('found', true, 'item', name, 'price', price, 'effects', effects,
        'stock', stock)
      from market_items where available and name = :item\
      """;

  private static final String JOBS =
      """
      select json_build_object('found', true, 'jobs', coalesce(json_agg(row), '[]')) from (
        select json_build_object('job', type, 'pay', pay, 'energyCost', energy_cost) as row
        from jobs where available order by pay desc, type limit 50) rows\
      """;

  private static final String CONVERSATION =
      """
      select json_build_object('found', true, 'userId', o.id, 'username', o.username,
        'messages', coalesce((select json_agg(row) from (
          select json_build_object('messageId', m.id, 'from', m.sender_id,
            'content', left(m.content, 600), 'replyTo', m.reply_to, 'at', m.created_at) as row
          from messages m
          where least(m.sender_id, m.receiver_id) = least(o.id, :me)
            and greatest(m.sender_id, m.receiver_id) = greatest(o.id, :me)
          order by m.created_at desc, m.id limit :limit) rows), '[]'))
      from users o where o.id = :user\
      """;

  /// What is posted in a community is for its members; a community that is not the reader's is as
  /// one that does not exist.
  private static final String POSTS =
      """
      with mine as (select community_id from user_communities where user_id = :me)
      select json_build_object('found', true, 'posts', coalesce((select json_agg(row) from (
        select json_build_object('postId', p.id, 'authorId', p.author_id, 'author', u.username,
          'communityId', p.community_id, 'content', left(p.content, 600),
          'at', p.created_at) as row
        from posts p join users u on u.id = p.author_id
        where (p.community_id is null or p.community_id in (select community_id from mine))
          and (cast(:user as text) is null or p.author_id = :user)
          and (cast(:community as text) is null or p.community_id = :community)
        order by p.created_at desc, p.id limit :limit) rows), '[]'))
      where cast(:community as text) is null
        or exists (select 1 from mine where community_id = :community)\
      """;
}
