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
  private static final String USER =
      "(select id from users where id = :user or lower(username) = lower(:user)"
          + " order by (id = :user) desc, id limit 1)";
  private static final String COMMUNITY =
      "(select id from communities where id = :community or lower(name) = lower(:community)"
          + " order by (id = :community) desc, id limit 1)";

  private final Handle db;
  private final Map<String, Object> parameters = new HashMap<>();

  private SocietyReads(Handle db, String me) {
    this.db = db;
    parameters.put("me", me);
  }

  static JsonNode answer(Handle db, String me, SocietyRead read) {
    SocietyReads reads = new SocietyReads(db, me);
    return switch (read) {
      case SocietyRead.GetUserProfile get -> reads.with("user", get.userId()).one(PROFILE);
      case SocietyRead.GetMyStats _ -> reads.one(MY_STATS);
      case SocietyRead.GetUserCommunity get -> reads.with("user", get.userId()).one(USER_COMMUNITY);
      case SocietyRead.GetCommunityMembers get ->
          reads.with("community", get.communityId()).limit(get.limit(), 50).one(MEMBERS);
      case SocietyRead.GetRelationship get -> reads.relationship(get.targetId());
      case SocietyRead.GetBattleDetails get -> reads.with("battle", get.battleId()).one(BATTLE);
      case SocietyRead.GetActiveBattles get -> reads.activeBattles(get);
      case SocietyRead.GetMarketItems _ -> reads.one(MARKET);
      case SocietyRead.GetItemPrice get -> reads.with("item", get.itemName()).one(PRICE);
      case SocietyRead.GetAvailableJobs _ -> reads.one(JOBS);
      case SocietyRead.SearchMemories search ->
          reads.with("query", search.query()).limit(search.limit(), 5).one(Search.MEMORIES);
      case SocietyRead.SearchKnowledge search ->
          reads.with("query", search.query()).limit(search.limit(), 3).one(Search.KNOWLEDGE);
      case SocietyRead.GetConversationHistory get ->
          reads.with("user", get.userId()).limit(get.limit(), 10).one(CONVERSATION);
      case SocietyRead.GetRecentPosts get ->
          reads
              .with("user", get.userId())
              .with("community", get.communityId())
              .limit(get.limit(), 5)
              .one(POSTS);
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
        ? one(MY_BATTLES)
        : with("community", get.communityId()).one(COMMUNITY_BATTLES);
  }

  private static final String PROFILE =
      """
      select json_build_object('found', true, 'userId', u.id, 'username', u.username,
        'kind', u.kind, 'role', u.role, 'faction', u.identity ->> 'faction',
        'identity', u.identity, 'health', u.health, 'morale', u.morale,
        'community', (select json_build_object('id', c.id, 'name', c.name, 'role', m.role)
          from user_communities m join communities c on c.id = m.community_id
          where m.user_id = u.id and m.is_primary))
      from users u where u.id =\
      """
          + USER;

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
      where m.is_primary and m.user_id =\
      """
          + USER;

  private static final String MEMBERS =
      """
      select json_build_object('found', true, 'communityId', c.id, 'name', c.name,
        'count', (select count(*) from user_communities where community_id = c.id),
        'members', coalesce((select json_agg(x) from
          (select json_build_object('userId', u.id, 'username', u.username, 'role', m.role,
             'morale', u.morale) as x
           from user_communities m join users u on u.id = m.user_id where m.community_id = c.id
           order by m.created_at, u.id limit :limit) rows), '[]'))
      from communities c where c.id =\
      """
          + COMMUNITY;

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

  /// One battle `b` as the reader sees it: `communityId` is its own side, `enemy` the other.
  private static final String BATTLE_ROW =
      """
      json_build_object('found', true, 'battleId', b.id, 'status', b.status,
        'priority', b.priority, 'startTime', b.started_at, 'endTime', b.ended_at,
        'winner', case b.winner when 1 then b.community1_id when 2 then b.community2_id end,
        'communityId', case x.mine when 1 then c1.id when 2 then c2.id end,
        'community', case x.mine when 1 then c1.name when 2 then c2.name end,
        'enemyId', case x.mine when 1 then c2.id when 2 then c1.id end,
        'enemy', case x.mine when 1 then c2.name when 2 then c1.name end,
        'community1', json_build_object('id', c1.id, 'name', c1.name, 'damage', b.damage1),
        'community2', json_build_object('id', c2.id, 'name', c2.name, 'damage', b.damage2),
        'myEnergySpent', coalesce((select energy_spent from battle_participants
          where battle_id = b.id and user_id = :me), 0),
        'ignored', exists (select 1 from battle_stances
          where battle_id = b.id and user_id = :me))\
      """;

  private static final String BATTLE_FROM =
      """

      from battles b join communities c1 on c1.id = b.community1_id
      join communities c2 on c2.id = b.community2_id
      cross join lateral (select society_side(b.id, :me) as mine) x
      """;

  private static final String BATTLE =
      "select " + BATTLE_ROW + BATTLE_FROM + "where b.id = (" + Warfare.FIND_BATTLE + ")";

  private static final String MY_BATTLES =
      """
      select json_build_object('found', true, 'battles', coalesce(json_agg(row), '[]')) from (
      select\
      """
          + " "
          + BATTLE_ROW
          + " as row"
          + BATTLE_FROM
          + "where b.status = 'active' and x.mine is not null"
          + " order by b.created_at desc, b.id limit :limit) rows";

  private static final String COMMUNITY_BATTLES =
      """
      select json_build_object('found', true, 'communityId', c.id, 'name', c.name,
        'battles', coalesce((select json_agg(row) from (select\
      """
          + " "
          + BATTLE_ROW
          + " as row"
          + BATTLE_FROM
          + "where b.status = 'active' and c.id in (b.community1_id, b.community2_id)"
          + " order by b.created_at desc, b.id limit :limit) rows), '[]'))"
          + " from communities c where c.id = "
          + COMMUNITY;

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
      from users o where o.id =\
      """
          + USER;

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
          and (cast(:user as text) is null or p.author_id =\
      """
          + USER
          + ") and (cast(:community as text) is null or p.community_id = "
          + COMMUNITY
          + ") order by p.created_at desc, p.id limit :limit) rows), '[]'))"
          + " where cast(:community as text) is null or exists"
          + " (select 1 from mine where community_id = "
          + COMMUNITY
          + ")";
}
