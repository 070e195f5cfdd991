-- The society. Text ids, whole numbers for money and stats, created_at on every table.
-- Conditions that must always hold are constraints; the actions never rely on them, they are the net.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

create table users (
  id         text primary key check (length(id) between 1 and 100),
  username   text not null unique check (length(username) between 1 and 100),
  kind       text not null check (kind in ('agent', 'human')),
  -- The agent that plays this user, such as 'society/ada'. Null: nobody is triggered for it.
  agent      text unique check (agent ~ '^society/[a-z0-9][a-z0-9-]{0,62}$'),
  role       text not null default 'member',
  identity   jsonb not null default '{}',
  health     int not null default 100 check (health between 0 and 100),
  energy     int not null default 100 check (energy between 0 and 100),
  morale     int not null default 50 check (morale between 0 and 100),
  gold       int not null default 0 check (gold >= 0),
  -- Grows by one with each change of what the user sees; the version of its view.
  version    bigint not null default 0,
  created_at timestamptz not null default now(),
  check (agent is null or kind = 'agent')
);
create index users_by_name on users (lower(username));

create table communities (
  id         text primary key check (length(id) between 1 and 100),
  name       text not null unique check (length(name) between 1 and 100),
  kind       text not null default 'community' check (kind in ('community', 'faction')),
  ideology   jsonb not null default '{}',
  leader_id  text references users,
  created_at timestamptz not null default now()
);
create index communities_by_name on communities (lower(name));

create table user_communities (
  user_id      text not null references users,
  community_id text not null references communities,
  role         text not null default 'member' check (role in ('member', 'officer', 'leader')),
  is_primary   boolean not null default false,
  created_at   timestamptz not null default now(),
  primary key (user_id, community_id)
);
create unique index one_primary_community on user_communities (user_id) where is_primary;
create index members_of_community on user_communities (community_id, created_at);

create table relationships (
  id                  bigint generated always as identity primary key,
  user_id             text not null references users,
  target_user_id      text references users,
  target_community_id text references communities,
  sentiment           real not null default 0 check (sentiment between -1 and 1),
  trust               real not null default 0 check (trust between 0 and 1),
  loyalty             real not null default 0 check (loyalty between 0 and 1),
  history             text not null default '',
  created_at          timestamptz not null default now(),
  check (num_nonnulls(target_user_id, target_community_id) = 1),
  unique nulls not distinct (user_id, target_user_id, target_community_id)
);

create table battles (
  id            text primary key check (length(id) between 1 and 100),
  community1_id text not null references communities,
  community2_id text not null references communities,
  status        text not null default 'pending' check (status in ('pending', 'active', 'ended')),
  priority      text not null default 'normal' check (priority in ('low', 'normal', 'high')),
  damage1       bigint not null default 0 check (damage1 >= 0),
  damage2       bigint not null default 0 check (damage2 >= 0),
  started_at    timestamptz,
  ended_at      timestamptz,
  winner        int check (winner in (1, 2)),
  created_at    timestamptz not null default now(),
  check (community1_id <> community2_id),
  check ((status = 'ended') = (ended_at is not null)),
  check (winner is null or status = 'ended')
);
create index open_battles_1 on battles (community1_id) where status <> 'ended';
create index open_battles_2 on battles (community2_id) where status <> 'ended';

create table battle_participants (
  battle_id    text not null references battles,
  user_id      text not null references users,
  side         int not null check (side in (1, 2)),
  energy_spent bigint not null check (energy_spent > 0),
  damage_dealt bigint not null check (damage_dealt >= 0),
  created_at   timestamptz not null default now(),
  primary key (battle_id, user_id)
);

create table battle_stances (
  battle_id  text not null references battles,
  user_id    text not null references users,
  stance     text not null check (stance in ('ignored')),
  reason     text,
  created_at timestamptz not null default now(),
  primary key (battle_id, user_id)
);

create table jobs (
  type        text primary key,
  pay         int not null check (pay > 0),
  energy_cost int not null check (energy_cost >= 0),
  available   boolean not null default true,
  created_at  timestamptz not null default now()
);
insert into jobs (type, pay, energy_cost) values
  ('mining', 50, 20), ('farming', 30, 10), ('trading', 40, 15);

create table market_items (
  name       text primary key check (length(name) between 1 and 100),
  price      int not null check (price > 0),
  -- What one unit does: whole numbers under energy, health, morale.
  effects    jsonb not null default '{}',
  available  boolean not null default true,
  stock      int check (stock >= 0),
  created_at timestamptz not null default now()
);

create table inventory (
  user_id    text not null references users,
  item_name  text not null references market_items,
  quantity   int not null check (quantity >= 0),
  created_at timestamptz not null default now(),
  primary key (user_id, item_name)
);

-- Every change of gold, energy, health and items. Append-only.
create table ledger (
  id            bigint generated always as identity primary key,
  action_id     text not null,
  user_id       text not null references users,
  resource      text not null check (resource in ('gold', 'energy', 'health') or resource like 'item:%'),
  delta         bigint not null check (delta <> 0),
  balance_after bigint not null check (balance_after >= 0),
  created_at    timestamptz not null default now()
);
create index ledger_of_user on ledger (user_id, resource);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only';
end $$;
create trigger ledger_is_append_only before update or delete on ledger
  for each row execute function refuse_change();

create table messages (
  id          text primary key,
  sender_id   text not null references users,
  receiver_id text not null references users,
  content     text not null check (length(content) between 1 and 2000),
  reply_to    text references messages,
  read_at     timestamptz,
  created_at  timestamptz not null default now()
);
create index messages_of_pair on messages
  (least(sender_id, receiver_id), greatest(sender_id, receiver_id), created_at desc);

create table posts (
  id           text primary key,
  author_id    text not null references users,
  community_id text references communities,
  content      text not null check (length(content) between 1 and 4000),
  created_at   timestamptz not null default now()
);
create index posts_newest on posts (created_at desc);
create index posts_of_author on posts (author_id, created_at desc);
create index posts_in_community on posts (community_id, created_at desc);

create table proposals (
  id           text primary key,
  community_id text not null references communities,
  author_id    text not null references users,
  title        text not null check (length(title) between 1 and 200),
  description  text not null,
  status       text not null default 'open' check (status in ('open', 'passed', 'rejected')),
  closes_at    timestamptz,
  created_at   timestamptz not null default now()
);

create table votes (
  proposal_id text not null references proposals,
  user_id     text not null references users,
  vote        text not null check (vote in ('yes', 'no', 'abstain')),
  created_at  timestamptz not null default now(),
  primary key (proposal_id, user_id)
);

create table memories (
  id           bigint generated always as identity primary key,
  agent_id     text not null references users,
  subject_id   text,
  kind         text not null default 'event',
  content      text not null check (length(content) between 1 and 4000),
  importance   real not null default 0.5 check (importance between 0 and 1),
  source_event text,
  created_at   timestamptz not null default now(),
  tsv          tsvector generated always as (to_tsvector('english', content)) stored,
  unique (agent_id, source_event)
);
create index memories_words on memories using gin (agent_id, tsv);
create index memories_letters on memories using gin (agent_id, content gin_trgm_ops);
create index memories_subject on memories (agent_id, subject_id, created_at desc);

create table knowledge (
  id         text primary key,
  title      text not null,
  body       text not null,
  tags       text not null default '',
  created_at timestamptz not null default now(),
  tsv        tsvector generated always as (
               setweight(to_tsvector('english', title), 'A')
               || setweight(to_tsvector('english', tags), 'B')
               || to_tsvector('english', body)) stored
);
create index knowledge_words on knowledge using gin (tsv);
create index knowledge_letters on knowledge using gin ((title || ' ' || body) gin_trgm_ops);

-- One row an action, written in the transaction of its effect: the reason why none acts twice.
create table action_log (
  action_id     text primary key,
  agent_id      text not null,
  tool          text not null,
  args_hash     text not null,
  ok            boolean,
  result        jsonb,
  world_version bigint,
  created_at    timestamptz not null default now()
);

-- What others must notice. `xid` is the transaction that wrote the row: ids are given out in another
-- order than transactions commit, so a reader goes by (xid, id) and stops at the oldest transaction
-- still open. How far it was read is kept by the reader, not here; read rows are deleted after a week.
create table outbox (
  id         bigint generated always as identity primary key,
  xid        xid8 not null default pg_current_xact_id(),
  topic      text not null,
  key        text not null,
  payload    jsonb not null,
  hops       int not null default 0,
  created_at timestamptz not null default now()
);
create index outbox_order on outbox (xid, id);

-- The side a member fights on in a battle, by the primary community first; null if on none.
create function society_side(battle text, member text) returns int language sql stable as $$
  select case when uc.community_id = b.community1_id then 1 else 2 end
  from battles b
  join user_communities uc on uc.community_id in (b.community1_id, b.community2_id)
  where b.id = battle and uc.user_id = member
  order by uc.is_primary desc, uc.created_at, uc.community_id
  limit 1
$$;

-- All that a user sees without asking: stats, inventory (50 items), community, open battles (10).
create function society_view(actor text) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'username', u.username, 'role', u.role, 'health', u.health, 'energy', u.energy,
    'morale', u.morale, 'gold', u.gold,
    'inventory', coalesce(
      (select jsonb_object_agg(i.item_name, i.quantity)
       from (select item_name, quantity from inventory
             where user_id = u.id and quantity > 0
             order by quantity desc, item_name limit 50) i), '{}'),
    'community',
      (select jsonb_build_object('id', c.id, 'name', c.name, 'role', m.role)
       from user_communities m join communities c on c.id = m.community_id
       where m.user_id = u.id and m.is_primary),
    'battles', coalesce(
      (select jsonb_agg(jsonb_build_object(
                'battleId', o.id, 'status', o.status, 'priority', o.priority, 'enemy', o.enemy,
                'energySpent', o.energy_spent, 'ignored', o.ignored))
       from (select b.id, b.status, b.priority, e.name as enemy,
                    coalesce(p.energy_spent, 0) as energy_spent,
                    s.stance is not null as ignored
             from battles b
             cross join lateral (select society_side(b.id, u.id) as mine) x
             join communities e
               on e.id = case x.mine when 1 then b.community2_id else b.community1_id end
             left join battle_participants p on p.battle_id = b.id and p.user_id = u.id
             left join battle_stances s on s.battle_id = b.id and s.user_id = u.id
             where b.status <> 'ended' and x.mine is not null
               and (b.community1_id in (select community_id from user_communities where user_id = u.id)
                 or b.community2_id in (select community_id from user_communities where user_id = u.id))
             order by case b.priority when 'high' then 0 when 'normal' then 1 else 2 end, b.id
             limit 10) o), '[]'))
  from users u where u.id = actor
$$;

-- Tells the world that a user's view has changed, and returns the view's new version. A game server
-- that changes tables itself calls this in the same transaction. Null where there is no such user.
create function society_changed(actor text) returns bigint language plpgsql as $$
declare
  new_version bigint;
begin
  update users set version = version + 1 where id = actor returning version into new_version;
  if new_version is not null then
    insert into outbox (topic, key, payload)
    select 'view.changed', actor,
           jsonb_build_object('version', new_version, 'state', society_view(actor))
    from users where id = actor and agent is not null;
  end if;
  return new_version;
end $$;

-- Opens the books: one ledger row for every balance that came from outside an action, so that the
-- sum of the deltas is the balance. Called after fixtures; does nothing where the books agree.
create function society_open_books() returns void language sql as $$
  insert into ledger (action_id, user_id, resource, delta, balance_after)
  select 'opening', now_held.user_id, now_held.resource, now_held.held - coalesce(booked.sum, 0), now_held.held
  from (select id as user_id, 'gold' as resource, gold as held from users
        union all select id, 'energy', energy from users
        union all select id, 'health', health from users
        union all select user_id, 'item:' || item_name, quantity from inventory) now_held
  left join (select user_id, resource, sum(delta) as sum from ledger group by user_id, resource) booked
    using (user_id, resource)
  where now_held.held <> coalesce(booked.sum, 0)
$$;

-- Fixtures that were applied, by the SHA-256 of their text, so that a restart does not repeat them.
create table fixtures (
  sha256     text primary key,
  created_at timestamptz not null default now()
);
