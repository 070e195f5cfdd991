-- What a game calls for its own rows: a person's message, a battle's start and end, the counting of
-- votes. worlds/society/README.md tells of each. A call is one statement, so its rows and the outbox
-- rows that tell agents of them are there together or not at all, and the same call again writes
-- nothing. What is wrong with an argument is told by its name:
--   22023 an argument that can't be so       23503 it names a row that is not there
--   23505 its id is taken by something else  55000 not in the state that this needs
-- They run with the rights of who calls them, and find their tables in this schema only.

-- Agents who close each other's proposals come to an end as others do: by hops.
alter table proposals add column hops int not null default 0 check (hops >= 0);
-- What was counted, {"yes", "no", "abstain"}; null while nobody has.
alter table proposals add column counted jsonb;
alter table proposals add column closed_at timestamptz;
create index proposals_due on proposals (closes_at) where status = 'open';
create index proposals_of_community on proposals (community_id, created_at desc);

-- How a name is compared: in small letters, without blanks around it, wide letters as narrow ones. One
-- letter may become 18: names that are alike in 200 are alike, and an index holds them.
create function society_letters(name text) returns text language sql immutable strict as $$
  select left(lower(btrim(normalize(name, NFKC))), 200)
$$;
create index users_by_letters on users (society_letters(username));
create index users_by_letters_of_id on users (society_letters(id));
create index users_like on users using gin (username gin_trgm_ops, id gin_trgm_ops);
create index communities_by_letters on communities (society_letters(name));
create index communities_by_letters_of_id on communities (society_letters(id));
create index communities_like on communities using gin (name gin_trgm_ops, id gin_trgm_ops);

-- A text that stands anywhere in a name, as a pattern of LIKE in which it stands for itself.
create function society_part(part text) returns text language sql immutable strict as $$
  select '%' || replace(replace(replace(part, '\', '\\'), '%', '\%'), '_', '\_') || '%'
$$;

-- What is given to a function may be anything: the refusal shows 80 characters of it, printable.
create function society_refuse(place text, expected text, got text, code text)
returns void language plpgsql as $$
begin
  raise exception using errcode = code, message = place || ': expected ' || expected || ', got '
    || coalesce('''' || left(regexp_replace(got, '[[:cntrl:]]', '?', 'g'), 80) || '''', 'null');
end $$;

-- Ids that a game makes: 1 to 100 visible characters of ASCII, so that no two look alike.
create function society_check_id(place text, id text) returns void language plpgsql as $$
begin
  if id is null or id !~ '^[!-~]{1,100}$' then
    perform society_refuse(place, '1 to 100 visible ASCII characters without blanks', id, '22023');
  end if;
end $$;

-- A person writes to somebody. `sender` is a user whom no agent plays. An agent that receives it is
-- triggered (chat.message; chat.mention where the text has its @name) and owes an answer, for
-- replyTo of the trigger is this id; so it is where the person answers a message (`reply_to`).
create function society_message(
  message_id text, sender text, receiver text, content text, reply_to text default null)
returns text language plpgsql as $$
declare
  author users;
  reader users;
  kept messages;
begin
  perform society_check_id('society_message: message_id', message_id);
  if content is null or length(content) not between 1 and 2000 then
    perform society_refuse('society_message: content', '1 to 2000 characters',
                           length(content)::text, '22023');
  end if;
  select * into author from users u where u.id = society_message.sender;
  if author.id is null then
    perform society_refuse('society_message: sender', 'the id of a user', sender, '23503');
  end if;
  if author.agent is not null then
    perform society_refuse('society_message: sender', 'a user whom no agent plays', sender, '22023');
  end if;
  select * into reader from users u where u.id = society_message.receiver;
  if reader.id is null then
    perform society_refuse('society_message: receiver', 'the id of a user', receiver, '23503');
  end if;
  if reply_to is not null and not exists (
    select from messages m where m.id = society_message.reply_to
      and m.receiver_id = sender and m.sender_id = receiver) then
    perform society_refuse('society_message: reply_to',
                           'a message that the receiver wrote to the sender', reply_to, '23503');
  end if;
  insert into messages (id, sender_id, receiver_id, content, reply_to)
  values (message_id, sender, receiver, society_message.content, society_message.reply_to)
  on conflict (id) do nothing;
  if not found then
    select * into kept from messages m where m.id = message_id;
    if (kept.sender_id, kept.receiver_id, kept.content, kept.reply_to)
      is distinct from (sender, receiver, society_message.content, society_message.reply_to) then
      perform society_refuse('society_message: message_id',
                             'a new id, or the very message that has it', message_id, '23505');
    end if;
    return message_id;
  end if;
  update messages m set read_at = coalesce(m.read_at, now()) where m.id = society_message.reply_to;
  if reader.agent is not null then
    insert into outbox (topic, key, payload)
    select case when exists (
        select from (select said.hit from regexp_matches(
          society_message.content, '@([[:alnum:]_-]{1,64})', 'g') as said (hit) limit 20) names
        where lower(names.hit[1]) = lower(reader.username))
      then 'message.mention' else 'message.received' end,
      reader.id,
      jsonb_strip_nulls(jsonb_build_object(
        'messageId', message_id, 'from', author.id, 'fromName', author.username,
        'text', society_message.content, 'answers', society_message.reply_to));
  end if;
  return message_id;
end $$;

-- Those agents of both sides whose view shows a battle, locked in the order that all writers keep.
create function society_fighters(side1 text, side2 text) returns setof text language sql as $$
  select u.id from users u
  where u.agent is not null and u.id in (
    select user_id from user_communities where community_id in (side1, side2))
  order by u.id for no key update
$$;

-- A battle begins now: a new one, or a pending one of these very sides. Every agent of either side
-- is triggered (battle.started) once its view shows the battle.
create function society_battle_start(
  battle text, community1 text, community2 text, priority text default 'normal')
returns text language plpgsql as $$
declare
  kept battles;
  fighters text[];
begin
  perform society_check_id('society_battle_start: battle', battle);
  if not exists (select from communities c where c.id = community1) then
    perform society_refuse('society_battle_start: community1', 'the id of a community',
                           community1, '23503');
  end if;
  if not exists (select from communities c where c.id = community2) then
    perform society_refuse('society_battle_start: community2', 'the id of a community',
                           community2, '23503');
  end if;
  if community1 = community2 then
    perform society_refuse('society_battle_start: community2', 'another community than community1',
                           community2, '22023');
  end if;
  if society_battle_start.priority is null
    or society_battle_start.priority not in ('low', 'normal', 'high') then
    perform society_refuse('society_battle_start: priority', 'low, normal or high',
                           society_battle_start.priority, '22023');
  end if;
  fighters := array(select society_fighters(community1, community2));
  insert into battles (id, community1_id, community2_id, status, priority, started_at)
  values (battle, community1, community2, 'active', society_battle_start.priority, now())
  on conflict (id) do nothing;
  if not found then
    select * into kept from battles b where b.id = battle for update;
    if (kept.community1_id, kept.community2_id, kept.priority)
      is distinct from (community1, community2, society_battle_start.priority) then
      perform society_refuse('society_battle_start: battle',
                             'a new id, or the very battle that has it', battle, '23505');
    end if;
    if kept.status <> 'pending' then
      return battle;
    end if;
    update battles b set status = 'active', started_at = now() where b.id = battle;
  end if;
  perform society_changed(f.id) from unnest(fighters) f (id);
  insert into outbox (topic, key, payload)
  select 'battle.started', u.id, jsonb_build_object(
    'battleId', battle, 'version', u.version, 'priority', society_battle_start.priority,
    'communityId', mine.id, 'community', mine.name, 'enemyId', enemy.id, 'enemy', enemy.name)
  from users u
  cross join lateral (select society_side(battle, u.id) as side) fights
  join communities mine on mine.id = case fights.side when 1 then community1 when 2 then community2 end
  join communities enemy on enemy.id = case fights.side when 1 then community2 when 2 then community1 end
  where u.id = any (fighters)
  order by u.id;
  return battle;
end $$;

-- An active battle ends now. `winner` is the id of one of its communities; null is a draw. Every
-- agent that fought in it is triggered (battle.ended) once its view shows the battle no more.
create function society_battle_end(battle text, winner text default null)
returns text language plpgsql as $$
declare
  kept battles;
  won_by int;
  fighters text[];
begin
  select * into kept from battles b where b.id = battle;
  if kept.id is null then
    perform society_refuse('society_battle_end: battle', 'the id of a battle', battle, '23503');
  end if;
  won_by := case society_battle_end.winner when kept.community1_id then 1 when kept.community2_id then 2 end;
  if society_battle_end.winner is not null and won_by is null then
    perform society_refuse('society_battle_end: winner',
                           kept.community1_id || ', ' || kept.community2_id || ' or null',
                           society_battle_end.winner, '22023');
  end if;
  fighters := array(select society_fighters(kept.community1_id, kept.community2_id));
  select * into kept from battles b where b.id = battle for update;
  if kept.status = 'ended' then
    if kept.winner is distinct from won_by then
      perform society_refuse('society_battle_end: winner', 'what the battle has ended with, '
        || coalesce(case kept.winner when 1 then kept.community1_id when 2 then kept.community2_id end,
                    'null'), society_battle_end.winner, '23505');
    end if;
    return battle;
  end if;
  if kept.status <> 'active' then
    perform society_refuse('society_battle_end: battle', 'an active battle', kept.status, '55000');
  end if;
  update battles b set status = 'ended', ended_at = now(), winner = won_by where b.id = battle;
  perform society_changed(f.id) from unnest(fighters) f (id);
  insert into outbox (topic, key, payload)
  select 'battle.ended', u.id, jsonb_build_object(
    'battleId', battle, 'version', u.version, 'damage', p.damage_dealt,
    'communityId', mine.id, 'community', mine.name, 'enemyId', enemy.id, 'enemy', enemy.name,
    'result', case when won_by is null then 'draw' when won_by = p.side then 'won' else 'lost' end)
  from battle_participants p
  join users u on u.id = p.user_id and u.agent is not null
  join communities mine on mine.id = case p.side when 1 then kept.community1_id else kept.community2_id end
  join communities enemy on enemy.id = case p.side when 1 then kept.community2_id else kept.community1_id end
  where p.battle_id = battle
  order by u.id;
  return battle;
end $$;

-- The votes on a proposal, of those who are members of its community: what was counted, or else what
-- would be.
create function society_tally(proposal text) returns jsonb language sql stable as $$
  select coalesce(p.counted, (
    select jsonb_build_object(
      'yes', count(*) filter (where v.vote = 'yes'), 'no', count(*) filter (where v.vote = 'no'),
      'abstain', count(*) filter (where v.vote = 'abstain'))
    from votes v
    join user_communities m on m.user_id = v.user_id and m.community_id = p.community_id
    where v.proposal_id = p.id))
  from proposals p where p.id = proposal
$$;

-- Counts the votes on a proposal and closes it, also before its time. It has passed where more
-- members say yes than no; a tie, or no vote at all, has not. Abstentions count for nothing, and
-- there is no quorum. The agents of the community and its author are triggered (proposal.closed).
-- Counted before: the same answer, and nothing happens.
create function society_count_votes(proposal text) returns text language plpgsql as $$
declare
  kept proposals;
  tally jsonb;
  verdict text;
begin
  -- A vote that is being given holds the row; one that comes later finds it closed.
  select * into kept from proposals p where p.id = proposal for update;
  if kept.id is null then
    perform society_refuse('society_count_votes: proposal', 'the id of a proposal', proposal, '23503');
  end if;
  if kept.status <> 'open' then
    return kept.status;
  end if;
  tally := society_tally(proposal);
  verdict := case when (tally ->> 'yes')::bigint > (tally ->> 'no')::bigint
    then 'passed' else 'rejected' end;
  update proposals p set status = verdict, counted = tally, closed_at = now() where p.id = proposal;
  insert into outbox (topic, key, payload, hops)
  select 'proposal.closed', u.id, tally || jsonb_build_object(
    'proposalId', kept.id, 'communityId', kept.community_id, 'title', kept.title, 'status', verdict),
    kept.hops
  from users u
  where u.agent is not null and (u.id = kept.author_id or u.id in (
    select m.user_id from user_communities m where m.community_id = kept.community_id))
  order by u.id;
  return verdict;
end $$;

-- Counts what is past its time, the oldest first, at most so many; how many that were. The world
-- does so by itself every few seconds. Two at once never wait for each other.
create function society_count_due_votes(most int default 100) returns int language plpgsql as $$
declare
  due text;
  counted int := 0;
begin
  if most is null or most not between 1 and 1000 then
    perform society_refuse('society_count_due_votes: most', '1 to 1000', most::text, '22023');
  end if;
  for due in
    select p.id from proposals p where p.status = 'open' and p.closes_at <= now()
    order by p.closes_at, p.id limit most for update skip locked
  loop
    perform society_count_votes(due);
    counted := counted + 1;
  end loop;
  return counted;
end $$;

-- Whoever calls them, with whatever before this schema on its path, they read and write these tables.
do $$
declare
  pinned regprocedure;
begin
  foreach pinned in array array[
    'society_refuse(text,text,text,text)', 'society_check_id(text,text)',
    'society_message(text,text,text,text,text)', 'society_fighters(text,text)',
    'society_battle_start(text,text,text,text)', 'society_battle_end(text,text)',
    'society_tally(text)', 'society_count_votes(text)', 'society_count_due_votes(int)']::regprocedure[]
  loop
    execute format('alter function %s security invoker set search_path = pg_catalog, %I, pg_temp',
                   pinned, current_schema());
  end loop;
end $$;
