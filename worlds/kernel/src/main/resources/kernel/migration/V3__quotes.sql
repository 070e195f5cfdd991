-- What a principal was last told that an artifact costs, by a query, a read or a description: what a
-- call without max_scrip may cost it. None: nothing.
create table quote (
  principal_id  text not null,
  artifact_id   text not null,
  read_price    bigint not null,
  invoke_price  bigint not null,
  -- what its contract says that it asks for a permission: the contract's own invoke_price
  contract_cost bigint not null,
  told_at       timestamptz not null default now(),
  primary key (principal_id, artifact_id)
);
create index quote_age on quote (told_at);

-- What the contract of an artifact says that it asks for each permission. A contract says so by its
-- own invoke_price; one that guards itself and the kernel's own ask nothing.
create function kernel_contract_cost(artifact) returns bigint language sql stable as $$
  select coalesce((select c.invoke_price from artifact c
                   where c.id = $1.access_contract_id and c.id <> $1.id and not c.deleted), 0)
$$;
