package dev.playloop.worlds.society;

/// What is read of communities, their proposals, and of users by a part of their name. What is put
/// to the vote in a community is for its members, as its posts are; a community and who is in it
/// are for everybody. A vote is its voter's: of the others' there is the sum.
final class CouncilQueries {
  private CouncilQueries() {}

  /// Who is called just so comes first, then who is called so in front.
  static final String USERS =
      """
      with named as (
        select u.*, count(*) over () as total from users u
        where u.username ilike society_part(:name) or u.id ilike society_part(:name)
        order by case when society_letters(:name) in (society_letters(u.id), society_letters(u.username))
          then 0 when starts_with(lower(u.username), lower(:name)) then 1 else 2 end,
          length(u.username), u.id limit :limit)
      select json_build_object('found', count(*) > 0, 'total', coalesce(max(n.total), 0),
        'users', coalesce(json_agg(json_build_object('userId', n.id, 'username', n.username,
          'kind', n.kind, 'role', left(n.role, 60), 'community',
          (select c.name from user_communities m join communities c on c.id = m.community_id
            where m.user_id = n.id and m.is_primary))), '[]'))
      from named n\
      """;

  static final String COMMUNITIES =
      """
      with named as (
        select c.*, m.role, coalesce(m.is_primary, false) as is_primary, count(*) over () as total
        from communities c left join user_communities m on m.community_id = c.id and m.user_id = :me
        where cast(:name as text) is null
          or c.name ilike society_part(:name) or c.id ilike society_part(:name)
        order by coalesce(m.is_primary, false) desc, m.role is null, lower(c.name), c.id
        limit :limit offset :offset)
      select json_build_object('found', count(*) > 0, 'total', coalesce(max(n.total), 0),
        'communities', coalesce(json_agg(json_build_object('communityId', n.id, 'name', n.name,
          'kind', n.kind, 'leaderId', n.leader_id,
          'members', (select count(*) from user_communities where community_id = n.id),
          'ideology', case when length(cast(n.ideology as text)) <= 500 then n.ideology end,
          'yourRole', n.role, 'primary', n.is_primary)), '[]'))
      from named n\
      """;

  /// One proposal `p` of author `u` as a member sees it, without its description.
  private static final String PROPOSAL_ROW =
      """
      'proposalId', p.id, 'communityId', p.community_id, 'title', p.title, 'authorId', p.author_id,
        'author', u.username, 'status', p.status, 'closesAt', p.closes_at,
        'canVote', p.status = 'open' and (p.closes_at is null or p.closes_at > now()),
        'votes', society_tally(p.id),
        'yourVote', (select vote from votes where proposal_id = p.id and user_id = :me)\
      """;

  static final String PROPOSALS =
      """
      with mine as (select community_id from user_communities where user_id = :me)
      select json_build_object('found', true, 'proposals', coalesce((select json_agg(row) from (
        select json_build_object(%s, 'description', left(p.description, 300)) as row
        from proposals p join users u on u.id = p.author_id
        where p.community_id in (select community_id from mine)
          and (cast(:community as text) is null or p.community_id = :community)
          and (cast(:status as text) is null or p.status = :status)
        order by p.created_at desc, p.id limit :limit) rows), '[]'))
      where cast(:community as text) is null
        or exists (select 1 from mine where community_id = :community)\
      """
          .formatted(PROPOSAL_ROW);

  static final String PROPOSAL =
      """
      select json_build_object('found', true, %s, 'description', left(p.description, 4000),
        'createdAt', p.created_at, 'closedAt', p.closed_at)
      from proposals p join users u on u.id = p.author_id
      where p.id = :proposal and exists (
        select 1 from user_communities where user_id = :me and community_id = p.community_id)\
      """
          .formatted(PROPOSAL_ROW);
}
