package dev.playloop.worlds.society;

/// What is read of battles.
final class BattleQueries {
  private BattleQueries() {}

  /// One battle `b` as the reader sees it: `communityId` is its own side, `enemy` the other.
  private static final String ROW =
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

  private static final String FROM =
      """

      from battles b join communities c1 on c1.id = b.community1_id
      join communities c2 on c2.id = b.community2_id
      cross join lateral (select society_side(b.id, :me) as mine) x
      """;

  static final String ONE = "select " + ROW + FROM + "where b.id = (" + Warfare.FIND_BATTLE + ")";

  static final String MINE =
      """
      select json_build_object('found', true, 'battles', coalesce(json_agg(row), '[]')) from (
      select\
      """
          + " "
          + ROW
          + " as row"
          + FROM
          + "where b.status = 'active' and x.mine is not null"
          + " order by b.created_at desc, b.id limit :limit) rows";

  static final String OF_COMMUNITY =
      """
      select json_build_object('found', true, 'communityId', c.id, 'name', c.name,
        'battles', coalesce((select json_agg(row) from (select\
      """
          + " "
          + ROW
          + " as row"
          + FROM
          + "where b.status = 'active' and c.id in (b.community1_id, b.community2_id)"
          + " order by b.created_at desc, b.id limit :limit) rows), '[]'))"
          + " from communities c where c.id = :community";

  /// Who fights in a battle. What somebody has spent is told by the damage; what is left is theirs.
  static final String PARTICIPANTS =
      """
      select json_build_object('found', true, 'battleId', b.id, 'status', b.status,
        'count', (select count(*) from battle_participants where battle_id = b.id),
        'participants', coalesce((select json_agg(row) from (
          select json_build_object('userId', u.id, 'username', u.username,
            'communityId', case p.side when 1 then b.community1_id else b.community2_id end,
            'damage', p.damage_dealt) as row
          from battle_participants p join users u on u.id = p.user_id
          where p.battle_id = b.id
          order by p.damage_dealt desc, u.id limit :limit) rows), '[]'))
      from battles b where b.id = (\
      """
          + Warfare.FIND_BATTLE
          + ")";
}
