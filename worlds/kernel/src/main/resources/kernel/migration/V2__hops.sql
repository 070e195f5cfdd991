-- How many agents the chain of triggers went through that led to an event: what a trigger that it
-- causes must carry, so that agents who wake each other come to an end.
alter table event add column hops int not null default 0 check (hops >= 0);
