package dev.playloop.worlds.society;

/// Search without embeddings, in three arms with an index each: a subject's own memories, words
/// (all of them count double, any of them single), and likeness of letters for slips of spelling,
/// which runs only when the words found nothing. Measured over 20,005 memories: 3 to 6 ms by words,
/// 120 to 170 ms by letters; one query with `or` over all arms takes 175 to 400 ms.
///
/// `"a phrase"` and `-word` are obeyed: such a query has neither the any-word nor the letters arm.
/// A query of stop words alone, or of less than four letters, has no letters arm. Any text is safe:
/// `websearch_to_tsquery` refuses nothing, and what has no word finds nothing.
final class Search {
  private Search() {}

  private static final String WORDS =
      """
      with given as (
        select :query as text, :query ~ '(^|\\s)-\\S|"' as exact),
      q as (
        select text, websearch_to_tsquery('english', text) as every, any_word as some,
          not exact and numnode(any_word) > 0 and length(letters) > 3 as likeable
        from given cross join lateral (
          select regexp_replace(text, '[^[:alnum:] ]', ' ', 'g') as letters) l
        cross join lateral (
          select case when exact then cast('' as tsquery) else to_tsquery('simple', coalesce(
            array_to_string(tsvector_to_array(to_tsvector('english', letters)), ' | '), ''))
          end as any_word) w)\
      """;

  static final String MEMORIES =
      WORDS
          + """
          ,
          subject as (
            select m.*, cast(4 as real) as score from memories m
            where agent_id = :me and subject_id in (
              select cast(:query as text)
              union select id from users where lower(username) = lower(:query))
            order by created_at desc, id desc limit :limit),
          words as (
            select m.*, cast(2 * ts_rank_cd(tsv, q.every) + ts_rank_cd(tsv, q.some) as real) as score
            from memories m, q
            where agent_id = :me and tsv @@ (q.every || q.some)
              and not exists (select 1 from subject)
            order by score desc, id desc limit 50),
          letters as (
            select m.*, cast(word_similarity(q.text, content) as real) as score
            from memories m, q
            where agent_id = :me and :query <% content and q.likeable
              and not exists (select 1 from subject) and not exists (select 1 from words)
            limit 50),
          best as (
            select * from (select * from subject union all select * from words
                           union all select * from letters) every
            order by score + 0.2 * importance
              - 0.02 * extract(epoch from now() - created_at) / 86400 desc, id desc
            limit :limit)
          select json_build_object('found', count(*) > 0, 'memories', coalesce(json_agg(
            json_build_object('subject', subject_id, 'content', content, 'importance', importance,
              'at', created_at)), '[]')) from best\
          """;

  static final String KNOWLEDGE =
      WORDS
          + """
          ,
          words as (
            select k.*, cast(2 * ts_rank_cd(tsv, q.every) + ts_rank_cd(tsv, q.some) as real) as score
            from knowledge k, q where tsv @@ (q.every || q.some)
            order by score desc, id limit 50),
          letters as (
            select k.*, cast(word_similarity(q.text, title || ' ' || body) as real) as score
            from knowledge k, q
            where :query <% (title || ' ' || body) and q.likeable
              and not exists (select 1 from words)
            limit 50),
          best as (
            select * from (select * from words union all select * from letters) every
            order by score desc, id limit :limit)
          select json_build_object('found', count(*) > 0, 'documents', coalesce(json_agg(
            json_build_object('title', title, 'body', left(body, 2000), 'tags', tags)), '[]'))
          from best\
          """;
}
