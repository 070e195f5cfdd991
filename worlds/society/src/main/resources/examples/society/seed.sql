-- The fixtures of the example: one agent and its own counterparts for each scenario, so that the
-- seven never disturb each other. Applied once by SocietyDatabase.seed, which also opens the books
-- (one ledger row a balance) and publishes every user's view.
--
-- scenario | actor = users.id | agent       | trigger                                         | starts with
-- ---------+------------------+-------------+-------------------------------------------------+---------------------------
-- 1        | ada              | society/ada | chat.message "Hi" from user-100 (Mia), replyTo msg-100        |
-- 2        | bea              | society/bea | chat.message "Join my community!" from user-456 (WarLord99), its message is msg-200 |
-- 3        | cal              | society/cal | schedule.market                                 | health 20, energy 30, gold 0
-- 4        | dov              | society/dov | chat.mention "Everyone fight in battle_456!" from leader-789 (General Marcus), replyTo msg-001 | energy 30, gold 0
-- 4b       | eli              | society/eli | the same, replyTo msg-002                       | energy 10, gold 0
-- 5        | fay              | society/fay | battle.started, subject battle battle-789       | energy 50, morale 60, loyalty 0.8
-- 5b       | gil              | society/gil | battle.started, subject battle battle-789       | energy 50, morale 20, loyalty 0.2
--
-- The numbers: food costs 5 and gives 7 energy, mining pays 50 for 20 energy, farming 30 for 10.
-- 3  buy 10 food (50 gold) refused with 0 gold; mining: energy 10, gold 50; buy 10: gold 0;
--    eat 10: energy 80.
-- 4  eat 5 refused (no food); mining: energy 10, gold 50; buy 10: gold 0; eat 10: energy 80;
--    join battle_456 with 80: energy 0, damage 80; reply to msg-001.
-- 4b mining refused (needs 20, has 10); farming: energy 0, gold 30; buy 6: gold 0; eat 6: energy 42;
--    join battle_456 with 42: energy 0, damage 42; reply to msg-002. battle_456.damage1 ends at 122.
-- 5  join battle-789 with 50: energy 0, damage1 50.   5b ignore battle-789: a row in battle_stances.
--
-- Nobody else is an agent, so no message or battle wakes another one.

insert into users (id, username, kind, agent, role, identity, health, energy, morale, gold) values
  ('ada', 'Ada', 'agent', 'society/ada', 'gardener',
   '{"order_chaos": 0.2, "temper": "friendly"}', 100, 80, 50, 10),
  ('bea', 'Bea', 'agent', 'society/bea', 'keeper',
   '{"order_chaos": 0.5, "temper": "proud"}', 100, 70, 60, 20),
  ('cal', 'Cal', 'agent', 'society/cal', 'miner',
   '{"order_chaos": 0.0, "temper": "practical"}', 20, 30, 50, 0),
  ('dov', 'Dov', 'agent', 'society/dov', 'soldier',
   '{"order_chaos": 0.7, "temper": "loyal"}', 100, 30, 60, 0),
  ('eli', 'Eli', 'agent', 'society/eli', 'soldier',
   '{"order_chaos": 0.7, "temper": "loyal"}', 100, 10, 60, 0),
  ('fay', 'Fay', 'agent', 'society/fay', 'guard',
   '{"order_chaos": 0.6, "temper": "dutiful"}', 100, 50, 60, 0),
  ('gil', 'Gil', 'agent', 'society/gil', 'guard',
   '{"order_chaos": 0.1, "temper": "bitter"}', 100, 50, 20, 0),
  ('user-100', 'Mia', 'human', null, 'member', '{}', 100, 100, 50, 0),
  ('user-456', 'WarLord99', 'human', null, 'warlord',
   '{"order_chaos": -0.8, "faction": "Chaos Warriors"}', 100, 100, 70, 500),
  ('leader-789', 'General Marcus', 'human', null, 'community_leader',
   '{"order_chaos": 0.8}', 100, 100, 80, 300),
  ('horde-leader', 'Gorath', 'human', null, 'community_leader',
   '{"order_chaos": -0.9, "faction": "Chaos Warriors"}', 100, 100, 80, 300),
  ('rival-leader', 'Selene', 'human', null, 'community_leader',
   '{"order_chaos": -0.3}', 100, 100, 80, 300);

insert into communities (id, name, kind, ideology, leader_id) values
  ('my_community', 'Iron Guard', 'community', '{"order_chaos": 0.7}', 'leader-789'),
  ('order_of_dawn', 'Order of Dawn', 'community', '{"order_chaos": 0.6}', null),
  ('chaos_legion', 'Chaos Legion', 'community', '{"order_chaos": -0.8}', 'user-456'),
  ('chaos_horde', 'Chaos Horde', 'faction', '{"order_chaos": -0.9}', 'horde-leader'),
  ('rival_faction', 'Rival Faction', 'faction', '{"order_chaos": -0.3}', 'rival-leader');

insert into user_communities (user_id, community_id, role, is_primary) values
  ('ada', 'order_of_dawn', 'member', true),
  ('bea', 'order_of_dawn', 'member', true),
  ('dov', 'my_community', 'member', true),
  ('eli', 'my_community', 'member', true),
  ('fay', 'my_community', 'member', true),
  ('gil', 'my_community', 'member', true),
  ('leader-789', 'my_community', 'leader', true),
  ('user-456', 'chaos_legion', 'leader', true),
  ('horde-leader', 'chaos_horde', 'leader', true),
  ('rival-leader', 'rival_faction', 'leader', true);

insert into relationships
  (user_id, target_user_id, target_community_id, sentiment, trust, loyalty, history) values
  ('bea', 'user-456', null, -0.5, 0.1, 0, 'hostile'),
  ('dov', 'leader-789', null, 0.7, 0.9, 0.8, 'served under him for years'),
  ('dov', null, 'chaos_horde', -0.9, 0, 0, 'bitter_enemies'),
  ('eli', 'leader-789', null, 0.7, 0.9, 0.8, 'served under him for years'),
  ('eli', null, 'chaos_horde', -0.9, 0, 0, 'bitter_enemies'),
  ('fay', null, 'my_community', 0.6, 0.7, 0.8, 'home'),
  ('fay', null, 'rival_faction', -0.7, 0.1, 0, 'hostile'),
  ('gil', null, 'my_community', -0.3, 0.2, 0.2, 'passed over for promotion'),
  ('gil', null, 'rival_faction', -0.7, 0.1, 0, 'hostile');

insert into battles (id, community1_id, community2_id, status, priority, started_at) values
  ('battle_456', 'my_community', 'chaos_horde', 'active', 'normal', now()),
  ('battle-789', 'my_community', 'rival_faction', 'active', 'high', now());

insert into market_items (name, price, effects, stock) values
  ('food', 5, '{"energy": 7}', null),
  ('medicine', 40, '{"health": 30}', 20),
  ('banner', 25, '{"morale": 10}', null);

insert into messages (id, sender_id, receiver_id, content) values
  ('msg-100', 'user-100', 'ada', 'Hi'),
  ('msg-200', 'user-456', 'bea', 'Join my community!'),
  ('msg-001', 'leader-789', 'dov', 'Everyone fight in battle_456!'),
  ('msg-002', 'leader-789', 'eli', 'Everyone fight in battle_456!');

insert into memories (agent_id, subject_id, kind, content, importance) values
  ('bea', 'user-456', 'event', 'Fought against them in Battle X', 0.7),
  ('bea', 'user-456', 'event', 'They attacked our territory', 0.8),
  ('dov', 'leader-789', 'event', 'General Marcus praised our courage', 0.6),
  ('eli', 'leader-789', 'event', 'General Marcus praised our courage', 0.6);

insert into knowledge (id, title, body, tags) values
  ('energy', 'Energy and food',
   'Food restores 7 energy a piece, up to 100. Work and battles cost energy.', 'energy food stats'),
  ('jobs', 'Jobs',
   'Mining pays 50 gold for 20 energy, trading 40 for 15, farming 30 for 10.', 'work gold'),
  ('battles', 'Battles',
   'Only members of a side can join an active battle. Each energy spent is one damage.', 'battle war');
