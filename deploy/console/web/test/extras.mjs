// What society's own run does not have: questions that are open, writes in doubt, dead letters, and
// panels of other worlds. The shapes are those of the records that the server writes.

export const HASH = 'a3'.repeat(32);
export const DAY = '2026-11-28T';
export const CAL = 'society/cal';
export const CAL_RUN = 'society/cal:market-1';
export const BEA = 'society/bea';

function question(action, approval, fields) {
  return {
    approval,
    argsHash: HASH,
    rule: 'first-words',
    matched: { trust: 0.1 },
    roles: ['moderator'],
    people: 2,
    askedAt: DAY + '03:42:29.398Z',
    expiresAt: '2099-11-29T03:42:29.398Z',
    allowed: ['approve', 'edit', 'deny', 'withdraw'],
    worldVersion: 1,
    viewHash: '75bee02554a1296dffad9f7bf6a6ebb0',
    preview: { wouldSend: true, to: 'user-456', trustAfter: 0.05 },
    difference: null,
    ...fields,
  };
}

export const waits = [
  {
    type: 'asked',
    agent: BEA,
    ask: {
      action: 'society/bea:msg-200#2.1',
      tool: 'send_message',
      args: { userId: 'user-456', content: "No, WarLord99. You attacked our territory. I don't join enemies." },
      actor: 'bea',
      kind: 'chat.message',
      subject: 'user-456',
      question: question('society/bea:msg-200#2.1', '16f2edac5b164d10', {}),
      words: [{ subject: 'mia', answer: 'approve' }],
    },
  },
  {
    type: 'asked',
    agent: 'society/gil',
    ask: {
      action: 'society/gil:battle-gil#3.1',
      tool: 'join_battle',
      args: { battleId: 'battle-789' },
      actor: 'gil',
      kind: 'battle.started',
      subject: 'battle-789',
      question: question('society/gil:battle-gil#3.1', '6f05ec8f846998c6', { preview: null, people: 1, rule: 'war', matched: {}, roles: [] }),
      words: [],
    },
  },
  { type: 'in-doubt', agent: CAL, write: { action: CAL_RUN + '#5.1', tool: 'buy_item', args: { itemName: 'food', quantity: 10 } } },
  {
    type: 'granted',
    agent: BEA,
    grant: { grant: 'g-1', rule: 'first-words', pattern: { userId: 'user-1' }, left: 3, until: '2026-12-01T00:00:00Z', by: 'mia' },
  },
];

export const letters = [
  ['0:7', 'executor', 'playloop.actions', 'tool buy_item: the world is retired', null],
  ['0:6', 'executor', 'playloop.actions', 'tool buy_item: the world is retired', 'past notAfter'],
  ['1:3', 'projector', 'playloop.triggers', 'JSON: unexpected end at 17', null],
].map(([id, role, topic, cause, refused], index) => ({
  id,
  at: DAY + '03:4' + index + ':00Z',
  role,
  topic,
  partition: index,
  offset: 120 + index,
  cause,
  refused,
}));

export function wholeLetter(letter) {
  return {
    letter,
    key: CAL,
    value: '{"v":1,"agent":"society/cal","kind":"chat.message"}',
    stack: 'dev.playloop.schemas.InvalidValueException: agent\n\tat dev.playloop.Worker.take(Worker.java:81)',
    bytes: 51,
    cut: false,
  };
}

export const panels = {
  'society/cal': {
    v: 1,
    title: 'You are Cal. Health 20/100, energy 30/100, morale 50/100, 0 gold.',
    drawings: [
      { type: 'table', title: 'Stats', columns: ['health', 'energy', 'morale', 'gold'], rows: [['20', '30', '50', '0']] },
      { type: 'table', title: 'Inventory', columns: ['item', 'count'], rows: [] },
      {
        type: 'graph',
        title: 'Battles',
        nodes: [
          { id: 'Iron Guard', kind: 'community', label: 'Iron Guard' },
          { id: 'Rival Faction', kind: 'enemy', label: 'Rival Faction' },
          { id: 'Chaos Horde', kind: 'enemy', label: 'Chaos Horde' },
        ],
        edges: [
          { from: 'Iron Guard', to: 'Rival Faction', label: 'battle-789' },
          { from: 'Iron Guard', to: 'Chaos Horde', label: 'battle_456' },
        ],
      },
    ],
  },
  'emerald/may': {
    v: 1,
    title: 'You stand in Littleroot Town.',
    drawings: [
      {
        type: 'grid',
        title: 'Map 0.9',
        marks: [
          { x: 5, y: 7, kind: 'self', label: 'up' },
          { x: 6, y: 7, kind: 'npc', label: 'NPC 3' },
          { x: 12, y: 9, kind: 'npc', label: 'NPC 4' },
        ],
      },
      { type: 'table', title: 'Party', columns: ['name', 'level', 'HP'], rows: [['MUDKIP', '5', '20/21']] },
      { type: 'picture', title: 'Screen', hash: HASH, mediaType: 'image/png' },
    ],
  },
  'eternum/ari': {
    v: 1,
    title: 'Block 4711',
    drawings: [
      {
        type: 'hexes',
        title: 'Map',
        marks: [
          { x: 0, y: 0, kind: 'self', label: 'Realm 7' },
          { x: 1, y: 0, kind: 'explorer', label: 'Explorer 12' },
          { x: 3, y: -2, kind: 'other', label: 'Mine 31' },
          { x: -2, y: 2, kind: 'other', label: 'Realm 9' },
        ],
      },
      { type: 'table', title: 'Structures', columns: ['structure', 'level', 'balances'], rows: [['Realm 7', '2', 'wood 40, stone 12']] },
    ],
  },
  'eternum/bel': { v: 1, title: 'Block 4711', drawings: [] },
};

export const worldRows = ['emerald', 'eternum', 'society'].map((world) => ({
  world,
  agents: world === 'society' ? 7 : 1,
  draws: true,
  declared: false,
  retired: false,
}));

export function seenIn(world, at) {
  return Object.entries(panels)
    .filter(([agent]) => agent.startsWith(world + '/'))
    .map(([agent, panel], index) => ({
      agent,
      seq: 9,
      viewAt: at ?? DAY + '03:42:30.923Z',
      panel,
      words: { at: DAY + '03:42:30.965Z', text: 'I have food. I eat it.' },
      trail: [0, 1, 2, 3].map((step) => ({ x: 2 + step + index, y: 7 - (step % 2), at: DAY + '03:42:2' + step + 'Z' })),
    }));
}
