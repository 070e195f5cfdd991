-- The kernel: artifacts, principals, scrip and resources, events. Text ids, whole numbers for scrip,
-- decimals for dollars. Conditions that must always hold are constraints; the actions never rely on
-- them, they are the net.

-- A principal: an id that can hold scrip and resources. `version` grows with each change of what the
-- principal sees. `disk_used` is the sum of the sizes of its live artifacts (those it created);
-- a quota of 0 is not enforced.
create table account (
  principal_id text primary key check (char_length(principal_id) between 1 and 128),
  scrip        bigint not null default 0 check (scrip >= 0),
  disk_used    bigint not null default 0 check (disk_used >= 0),
  disk_quota   bigint not null default 0 check (disk_quota >= 0),
  version      bigint not null default 0,
  created_at   timestamptz not null default now()
);

create table resource (
  principal_id text not null references account,
  name         text not null check (name in ('llm_budget')),
  amount       numeric(20,8) not null check (amount >= 0),
  primary key (principal_id, name)
);

-- What is held for something that is not over yet: scrip for an invocation (id: 'invoke:' and the
-- action's id), LLM budget for a call (id: 'llm:' and the turn's id). An open one that expires goes
-- back to its principal.
create table reservation (
  id           text primary key,
  principal_id text not null references account,
  resource     text not null check (resource in ('scrip', 'llm_budget')),
  amount       numeric(20,8) not null check (amount >= 0),
  state        text not null default 'open' check (state in ('open', 'settled', 'released', 'expired')),
  expires_at   timestamptz not null,
  created_at   timestamptz not null default now(),
  check (resource <> 'scrip' or amount = trunc(amount))
);
create index reservation_open on reservation (expires_at) where state = 'open';
create index reservation_of on reservation (principal_id) where state = 'open';

create table artifact (
  id                 text primary key check (char_length(id) between 1 and 128),
  type               text not null check (type in ('text', 'json', 'executable', 'agent', 'contract')),
  content            text not null default '',
  code               text not null default '',
  language           text not null default 'javascript',
  executable         boolean not null default false,
  created_by         text not null,
  access_contract_id text,
  -- What contracts know of it: `writer` or `principal`. Not writable by any tool.
  state              jsonb not null default '{}',
  metadata           jsonb not null default '{}',
  read_price         bigint not null default 0 check (read_price >= 0),
  invoke_price       bigint not null default 0 check (invoke_price >= 0),
  interface          jsonb,
  has_standing       boolean not null default false,
  has_loop           boolean not null default false,
  can_mint           boolean not null default false,
  depends_on         text[] not null default '{}',
  kernel_protected   boolean not null default false,
  deleted            boolean not null default false,
  deleted_at         timestamptz,
  deleted_by         text,
  version            bigint not null default 1,
  size               bigint not null generated always as
                       (octet_length(content) + octet_length(code)) stored,
  created_at         timestamptz not null default now(),
  updated_at         timestamptz not null default now(),
  check (deleted = (deleted_at is not null)),
  check (not has_loop or has_standing)
);
create index artifact_of on artifact (created_by, id) where not deleted;
create index artifact_live on artifact (id text_pattern_ops) where not deleted;

-- Double entry: the deltas of one action add up to 0. Besides principals there are two accounts that
-- nobody owns: '@mint', from which all scrip comes, and '@holds', what is held for invocations.
create table ledger_entry (
  id            bigint generated always as identity primary key,
  op_id         text not null,
  account       text not null,
  delta         bigint not null check (delta <> 0),
  kind          text not null,
  created_at    timestamptz not null default now()
);
create index ledger_of on ledger_entry (account, id);
create index ledger_op on ledger_entry (op_id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only';
end $$;
create trigger ledger_is_append_only before update or delete on ledger_entry
  for each row execute function refuse_change();

-- One row an action, written in the transaction of its effect: the reason why none acts twice.
create table applied_op (
  action_id     text primary key,
  agent_id      text not null,
  tool          text not null,
  args_hash     text not null,
  ok            boolean,
  result        jsonb,
  world_version bigint,
  created_at    timestamptz not null default now()
);
create index applied_op_age on applied_op (created_at);

-- What happened, written in the transaction in which it did. `seq` has no gaps: the outbox numbers
-- rows that are visible to it, by id, under the lock of `event_head`. Rows of transactions that
-- touch the same account or artifact have their ids in the order of those transactions, for they
-- are inserted while the locks are held.
create table event (
  id         bigint generated always as identity primary key,
  seq        bigint unique,
  at         timestamptz not null default now(),
  type       text not null,
  principal  text not null,
  -- Whom else it concerns: a recipient, the owner of an artifact.
  other      text,
  -- One line in words.
  line       text not null,
  fields     jsonb not null
);
create index event_unnumbered on event (id) where seq is null;
create index event_public on event (id)
  where type in ('artifact_written', 'artifact_edited', 'artifact_deleted', 'principal_created',
                 'transfer', 'invoke_success', 'task_solved');

create table event_head (
  one  boolean primary key default true check (one),
  last bigint not null
);
insert into event_head (last) values (0);

-- A task: an artifact that answers all its tests earns the reward, once. A test is
-- {"name", "args": [...], "expect": ...}.
create table task (
  id           text primary key check (char_length(id) between 1 and 128),
  description  text not null,
  reward       bigint not null check (reward >= 0),
  public_tests jsonb not null default '[]',
  hidden_tests jsonb not null default '[]',
  solved_by    text references account,
  solved_with  text,
  solved_at    timestamptz,
  created_at   timestamptz not null default now()
);

-- Fixtures that were applied, by the SHA-256 of their text, so that a restart does not repeat them.
create table fixtures (
  sha256     text primary key,
  created_at timestamptz not null default now()
);

-- All that a principal sees without asking. Null where there is no such principal.
create function kernel_view(me text) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'version', a.version,
    'state', jsonb_strip_nulls(jsonb_build_object(
      'principal', a.principal_id,
      'scrip', a.scrip,
      'heldScrip', coalesce((select sum(amount)::bigint from reservation
                             where principal_id = me and state = 'open' and resource = 'scrip'), 0),
      'llmBudget', (select trim_scale(amount) from resource
                    where principal_id = me and name = 'llm_budget'),
      'heldBudget', (select trim_scale(sum(amount)) from reservation
                     where principal_id = me and state = 'open' and resource = 'llm_budget'),
      'disk', jsonb_build_object('used', a.disk_used, 'quota', a.disk_quota),
      'artifactCount', (select count(*) from artifact where created_by = me and not deleted),
      'artifacts', coalesce(
        (select jsonb_agg(jsonb_build_object(
                  'id', o.id, 'type', o.type, 'executable', o.executable, 'size', o.size,
                  'readPrice', o.read_price, 'invokePrice', o.invoke_price))
         from (select * from artifact where created_by = me and not deleted
               order by updated_at desc, id limit 20) o), '[]'),
      'recent', coalesce(
        (select jsonb_agg(jsonb_build_object('at', r.at, 'type', r.type, 'who', r.principal,
                                             'text', r.line))
         from (select * from event
               where type in ('artifact_written', 'artifact_edited', 'artifact_deleted',
                              'principal_created', 'transfer', 'invoke_success', 'task_solved')
                 and principal <> me
               order by id desc limit 12) r), '[]'))))
  from account a where a.principal_id = me
$$;

-- For operators: seed scripts, and tables of their own. They write events and the ledger as actions do.

-- A principal with its scrip (minted), its LLM budget in dollars and its disk quota in bytes. With
-- `loop`, the principal is an agent: an artifact with standing and a loop, of its own contract.
create function kernel_principal(
  name text, scrip bigint default 0, llm_budget numeric default 0, disk_quota bigint default 0,
  loop boolean default true, op text default 'seed') returns void language plpgsql as $$
begin
  insert into account (principal_id, scrip, disk_quota, version) values (name, scrip, disk_quota, 1);
  insert into resource (principal_id, name, amount) values (name, 'llm_budget', llm_budget);
  if loop then
    insert into artifact (id, type, created_by, access_contract_id, state, has_standing, has_loop)
    values (name, 'agent', name, 'self_owned', jsonb_build_object('principal', name), true, true);
  end if;
  if scrip > 0 then
    insert into ledger_entry (op_id, account, delta, kind)
    values (op, '@mint', -scrip, 'mint'), (op, name, scrip, 'mint');
  end if;
  insert into event (type, principal, line, fields)
  values ('principal_created', name, name || ' came to be',
          jsonb_build_object('principal', name, 'scrip', scrip, 'llm_budget', llm_budget));
end $$;

-- An artifact of a principal that is there. `body` is its content, or its code where it is
-- executable. Its contract's state names the owner, whichever contract it is.
create function kernel_artifact(
  name text, kind text, body text, owner text, contract text default 'freeware',
  executable boolean default false, read_price bigint default 0, invoke_price bigint default 0,
  language text default 'javascript') returns void language plpgsql as $$
begin
  insert into artifact (id, type, content, code, language, executable, created_by,
                        access_contract_id, state, read_price, invoke_price)
  values (name, kind, case when executable then '' else body end,
          case when executable then body else '' end, language, executable, owner, contract,
          jsonb_build_object('writer', owner, 'principal', owner), read_price, invoke_price);
  update account set disk_used = disk_used + octet_length(body), version = version + 1
  where principal_id = owner;
  insert into event (type, principal, line, fields)
  values ('artifact_written', owner, owner || ' wrote ' || name,
          jsonb_build_object('artifact_id', name, 'type', kind, 'size_bytes', octet_length(body),
                             'was_update', false));
end $$;

create function kernel_task(
  name text, description text, reward bigint, public_tests jsonb, hidden_tests jsonb default '[]')
  returns void language sql as $$
  insert into task (id, description, reward, public_tests, hidden_tests)
  values (name, description, reward, public_tests, hidden_tests)
$$;
